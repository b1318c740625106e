package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.model.Parameters.Precision;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares walks that were joined with the walks themselves. */
class JoinedWalksTest {
    private static final long SEED = 20261117;
    private static final int PAIRS = 5;

    private final LatticeBatch batch = new RandomPairs(SEED).batch(PAIRS);

    private static Stream<SamplerSettings> samplers() {
        return SamplerCases.gruOnly();
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void joinedRowsOfASamplerAreTheRowsOfItsParts(SamplerSettings settings) {
        try (PointerScope scope = new PointerScope()) {
            PathSampler.Encoded encoded =
                    SamplerCases.random(settings, Precision.DOUBLE, SEED).encode(batch, Pass.forward());
            List<PathSampler.SamplingWalk> parts = Stream.of(new int[] {3, 0}, new int[] {1}, new int[] {2, 4, 0})
                    .map(pairs -> encoded.walk(pairs))
                    .map(this::further)
                    .toList();
            PathSampler.SamplingWalk joined = parts.get(0).joinedWith(parts.subList(1, parts.size()));
            assertSame(joined, parts);
            List<PathSampler.SamplingWalk> longer =
                    parts.stream().map(this::further).toList();
            PathSampler.SamplingWalk longerJoined = further(joined);
            parts.forEach(PathSampler.SamplingWalk::close);
            joined.close();
            assertSame(longerJoined, longer);
        }
    }

    /** Returns a walk in which every row that has an arc took the first. */
    private PathSampler.SamplingWalk further(PathSampler.SamplingWalk walk) {
        int[] from = IntStream.range(0, walk.rows())
                .filter(row -> batch.degree(walk.state(row)) > 0)
                .toArray();
        return walk.advance(from, new int[from.length]);
    }

    private static void assertSame(PathSampler.SamplingWalk joined, List<PathSampler.SamplingWalk> parts) {
        double[] ofParts = parts.stream()
                .flatMapToDouble(part -> DoubleStream.of(part.logProbabilities()))
                .toArray();
        assertThat(joined.rows())
                .isEqualTo(
                        parts.stream().mapToInt(PathSampler.SamplingWalk::rows).sum());
        assertThat(joined.logProbabilities()).containsExactly(ofParts, within(1e-9));
    }

    @ParameterizedTest
    @EnumSource(ScorerSettings.Kind.class)
    void joinedRowsOfAScorerAreTheRowsOfItsParts(ScorerSettings.Kind kind) {
        MarkScorer scorer = MarkScorer.create(
                ScorerSettings.DEFAULT.withKind(kind).withDimension(8), RandomPairs.VOCABULARY, Precision.DOUBLE, SEED);
        List<MarkScorer.ScoringWalk> parts = Stream.of(new int[] {3, 0}, new int[] {1}, new int[] {2, 4, 0})
                .map(marks -> scorer.walk(1).advance(new int[marks.length], marks))
                .toList();
        MarkScorer.ScoringWalk joined = parts.get(0).joinedWith(parts.subList(1, parts.size()));
        assertSameScores(joined, parts);
        List<MarkScorer.ScoringWalk> longer = parts.stream()
                .map(part -> part.advance(new int[] {0}, new int[] {7}))
                .toList();
        MarkScorer.ScoringWalk longerJoined = joined.advance(new int[] {0, 2, 3}, new int[] {7, 7, 7});
        parts.forEach(MarkScorer.ScoringWalk::close);
        joined.close();
        assertSameScores(longerJoined, longer);
    }

    private static void assertSameScores(MarkScorer.ScoringWalk joined, List<MarkScorer.ScoringWalk> parts) {
        double[] ofParts = parts.stream()
                .flatMapToDouble(part -> DoubleStream.of(part.logProbabilities()))
                .toArray();
        assertThat(joined.rows())
                .isEqualTo(parts.stream().mapToInt(MarkScorer.ScoringWalk::rows).sum());
        assertThat(joined.logProbabilities()).containsExactly(ofParts, within(1e-9));
    }
}
