package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.fst.Lattice;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.PathSampler;
import org.espalier.model.RandomPairs;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Torch;
import org.espalier.model.Vocabulary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Steps on several threads, each with some of the pairs. */
@Tag("slow")
class GradientThreadsTest {
    private static final long SEED = 43;
    private static final int STEPS = 3;
    private static final List<Lattice> LATTICES = new RandomPairs(SEED, 3, 60).next(5);
    private static final ScorerSettings JOINT = new ScorerSettings(
            ScorerSettings.Kind.LSTM, ScorerSettings.Given.NOTHING, 8, 2, false, false, false, 2, 32);

    /** Pairs of one machine, so that a scorer may be masked. */
    private static final List<Lattice> EDITS = new RandomPairs(SEED, 3, 60).nextEdits(5);

    private static final ScorerSettings CONDITIONAL = JOINT.withGiven(ScorerSettings.Given.INPUT)
            .withAttention(true)
            .withMasked(true)
            .withTied(true);

    @AfterEach
    void oneThread() {
        Torch.useThreads(1);
    }

    static Stream<Arguments> objectivesAndSamplers() {
        return Stream.of(Objective.values())
                .flatMap(objective -> Stream.of(SamplerKind.values()).map(kind -> Arguments.of(objective, kind)));
    }

    @ParameterizedTest
    @MethodSource("objectivesAndSamplers")
    void resultDoesNotDependOnTheNumberOfThreads(Objective objective, SamplerKind kind) {
        assertSameForAnyNumberOfThreads(
                threads -> trained(LATTICES, JOINT, objective, kind, threads, Precision.DOUBLE));
    }

    @ParameterizedTest
    @EnumSource
    void resultOfAConditionalScorerDoesNotDependOnTheNumberOfThreads(Objective objective) {
        assertSameForAnyNumberOfThreads(
                threads -> trained(EDITS, CONDITIONAL, objective, SamplerKind.SWG, threads, Precision.DOUBLE));
    }

    private static void assertSameForAnyNumberOfThreads(IntFunction<Map<String, double[]>> trained) {
        System.out.println("seed " + SEED);
        Map<String, double[]> one = trained.apply(1);
        for (int threads : new int[] {2, 3, 8}) {
            Map<String, double[]> more = trained.apply(threads);
            assertThat(more.keySet()).isEqualTo(one.keySet());
            one.forEach((name, values) -> assertThat(more.get(name))
                    .as("%s, %d threads", name, threads)
                    .containsExactly(values, within(1e-9)));
        }
    }

    @ParameterizedTest
    @MethodSource("objectivesAndSamplers")
    void sameNumberOfThreadsIsBitIdentical(Objective objective, SamplerKind kind) {
        assertSameAgain(() -> trained(LATTICES, JOINT, objective, kind, 2, Precision.SINGLE));
    }

    @ParameterizedTest
    @EnumSource
    void sameNumberOfThreadsIsBitIdenticalForAConditionalScorer(Objective objective) {
        assertSameAgain(() -> trained(EDITS, CONDITIONAL, objective, SamplerKind.SWG, 2, Precision.SINGLE));
    }

    private static void assertSameAgain(Supplier<Map<String, double[]>> trained) {
        Map<String, double[]> once = trained.get();
        Map<String, double[]> again = trained.get();
        once.forEach((name, values) -> assertThat(again.get(name)).as(name).isEqualTo(values));
    }

    private static Map<String, double[]> trained(
            List<Lattice> lattices,
            ScorerSettings scorerSettings,
            Objective objective,
            SamplerKind kind,
            int threads,
            Precision precision) {
        Torch.useThreads(threads);
        TrainingSettings settings = TrainingSettings.builder()
                .objective(objective)
                .samples(4)
                .iwaeSamples(5)
                .dropout(0.3)
                .labelSmoothing(0.1)
                .samplerLearningRate(0.01)
                .scorerLearningRate(0.01)
                .seed(SEED)
                .build();
        Vocabulary vocabulary =
                new Vocabulary(RandomPairs.LETTERS.size(), RandomPairs.LETTERS.size(), RandomPairs.MARKS.size());
        MarkScorer scorer = MarkScorer.create(scorerSettings, RandomPairs.edits(), precision, SEED);
        try (Model model = new Model(
                        scorer,
                        PathSampler.create(SamplerSettings.of(kind).withDimension(8), vocabulary, scorer, SEED + 1));
                TrainingStep training = new TrainingStep(model, settings)) {
            for (int step = 0; step < STEPS; step++) {
                training.take(lattices, IntStream.range(0, lattices.size()).toArray(), step);
            }
            Map<String, double[]> result = new LinkedHashMap<>();
            training.tensors().forEach((name, tensor) -> result.put(name, Tensors.numbers(tensor)));
            return result;
        }
    }
}
