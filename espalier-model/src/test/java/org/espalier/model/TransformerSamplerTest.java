package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;

/** Tests what only the Transformer over arcs has: the limit on arcs, distances, and context on the left. */
class TransformerSamplerTest {
    private static final long SEED = 20281;
    private static final SamplerSettings SETTINGS =
            SamplerSettings.of(SamplerKind.TRANSFORMER).withDimension(SamplerCases.DIMENSION);

    @Test
    void latticesWithTooManyArcsAreRefused() {
        Lattice lattice = deletionsAndOneInsertion(2);
        assertThat(lattice.arcs()).isEqualTo(7);
        LatticeBatch batch = LatticeBatch.of(List.of(lattice));
        PathSampler small = SamplerCases.random(SETTINGS.withMaxArcs(6), Parameters.Precision.DOUBLE, SEED);
        PathSampler enough = SamplerCases.random(SETTINGS.withMaxArcs(7), Parameters.Precision.DOUBLE, SEED);
        String reason =
                "its lattice has 7 arcs, but attention over arcs is limited to 6, since it takes time and memory "
                        + "by their square; raise sampler.maxArcs, or choose another sampler.kind";
        try (PointerScope scope = new PointerScope();
                Parameters ofSmall = small.parameters();
                Parameters ofEnough = enough.parameters()) {
            assertThat(small.obstacle(lattice)).contains(reason);
            assertThatThrownBy(() -> small.encode(batch, Pass.forward()))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage("a pair cannot be sampled: " + reason);
            assertThat(enough.obstacle(lattice)).isEmpty();
            assertThat(enough.encode(batch, Pass.forward()).batch()).isSameAs(batch);
        }
    }

    /** Distances of 15 and more symbols or marks are one distance. */
    @Test
    void distancesAreClippedAsDefined() {
        Lattice lattice = deletionsAndOneInsertion(20);
        PathSampler sampler = SamplerCases.random(SETTINGS.withHeads(2), Parameters.Precision.DOUBLE, SEED);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            ReferenceSampler reference = SamplerCases.reference(SETTINGS.withHeads(2), sampler);
            List<Double> logQ = SamplerCases.logQ(sampler, LatticeBatch.of(List.of(lattice)))
                    .get(0);
            List<int[]> strings = SamplerCases.strings(lattice);
            assertThat(strings).hasSize(21);
            for (int i = 0; i < strings.size(); i++) {
                assertThat(logQ.get(i))
                        .as("seed %d, string %d", SEED, i)
                        .isCloseTo(reference.logProbability(lattice, strings.get(i)), within(1e-9));
            }
        }
    }

    /** Both lattices are the same from their second state on. SWP gives their last arcs equal weights. */
    @Test
    void weightOfAnArcDependsOnWhatLiesToItsLeft() {
        SamplerSettings swp = SamplerSettings.of(SamplerKind.SWP).withDimension(SamplerCases.DIMENSION);
        for (SamplerSettings settings : List.of(SETTINGS, swp)) {
            Lattice before = chain("copy a", "copy b");
            PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED);
            try (Parameters parameters = sampler.parameters()) {
                double one = weightOfLastArc(sampler, before);
                double other = weightOfLastArc(sampler, chain("delete a", "copy b"));
                assertThat(Math.abs(one - other) > 1e-6)
                        .as("seed %d, %s: %f and %f", SEED, settings, one, other)
                        .isEqualTo(settings.kind() == SamplerKind.TRANSFORMER);
            }
        }
    }

    private static double weightOfLastArc(PathSampler sampler, Lattice lattice) {
        LatticeBatch batch = LatticeBatch.of(List.of(lattice));
        // Arcs are numbered by their distance to the end.
        return PathSampling.suffixWeights(sampler, batch).orElseThrow().logWeight()[0];
    }

    /** Returns a lattice of one path with these marks. */
    private static Lattice chain(String... marks) {
        Mfst.Builder machine = Mfst.builder(RandomPairs.LETTERS, RandomPairs.LETTERS, RandomPairs.MARKS);
        int state = machine.state();
        for (String mark : marks) {
            int next = machine.state();
            machine.arc(state, next, "a", "b", mark);
            state = next;
        }
        machine.accept(state);
        int[] x = new int[marks.length];
        int[] y = new int[marks.length];
        Arrays.fill(x, RandomPairs.LETTERS.id("a"));
        Arrays.fill(y, RandomPairs.LETTERS.id("b"));
        return Lattices.of(machine.build()).builder().build(x, y);
    }

    private static Lattice deletionsAndOneInsertion(int deletions) {
        Mfst.Builder machine = Mfst.builder(RandomPairs.LETTERS, RandomPairs.LETTERS, RandomPairs.MARKS);
        int q = machine.state();
        machine.accept(q);
        machine.arc(q, q, "a", "", "delete a").arc(q, q, "", "b", "insert b");
        return Lattices.of(machine.build()).build(Collections.nCopies(deletions, "a"), List.of("b"));
    }
}
