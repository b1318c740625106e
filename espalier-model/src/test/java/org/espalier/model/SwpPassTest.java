package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.Lattice;
import org.espalier.fst.dp.PathEnumeration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares Algorithm 1 over a batch with a slow transcription of the paper, one state at a time. */
class SwpPassTest {
    private static final long SEED = 20291;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void backwardWeightsProbabilitiesAndEmbeddingsEqualThoseOfThePaper(boolean gated) {
        SamplerSettings settings =
                new SamplerSettings(SamplerKind.SWP, SamplerCases.DIMENSION, Recurrence.GRU, gated, HistoryMode.NONE);
        LatticeBatch batch = new RandomPairs(SEED).batch(20);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = new Parameters(Parameters.Precision.DOUBLE, SEED)) {
            SwpParameters graph = new SwpParameters(parameters, batch.marks(), settings.dimension(), gated);
            Tensor weight = parameters.normal("arc.weight", 1, settings.dimension());
            ReferenceParameters tables = ReferenceParameters.of(parameters).random(1, new SplittableRandom(SEED));
            tables.putInto(parameters);
            SwpPass pass = new SwpPass(
                    graph, batch, graph.markTable(Pass.forward()), weight, null, false, MatrixPrecision.FULL);
            double[] states = Torch.doubles(pass.states());
            double[] arcs = Torch.doubles(pass.arcs());
            for (int s = 0; s < batch.states(); s++) {
                Lattice lattice = batch.lattices().get(batch.pair(s));
                ReferenceSwp expected = SamplerCases.reference(settings, tables).algorithmOne(lattice);
                int local = batch.localState(s);
                assertThat(pass.logBeta()[s])
                        .as("seed %d, state %d of %s", SEED, local, lattice)
                        .isCloseTo(Math.log(expected.beta(local)), within(1e-9));
                assertThat(row(states, s, settings.dimension()))
                        .containsExactly(expected.stateEmbedding(local), within(1e-9));
                for (int rank = 0; rank < batch.degree(s); rank++) {
                    int arc = batch.arc(s, rank);
                    int same = lattice.firstArc(local) + rank;
                    assertThat(Math.exp(pass.logQ(s, arc))).isCloseTo(expected.q(same), within(1e-9));
                    assertThat(row(arcs, arc, settings.dimension()))
                            .containsExactly(expected.arcEmbedding(same), within(1e-9));
                }
            }
        }
    }

    private static double[] row(double[] rows, int row, int width) {
        return Arrays.copyOfRange(rows, row * width, (row + 1) * width);
    }

    /** Checks the slow transcription itself: β of the start is the total weight of all paths. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void backwardWeightOfTheTranscriptionIsTheTotalWeightOfPaths(boolean gated) {
        SamplerSettings settings =
                new SamplerSettings(SamplerKind.SWP, SamplerCases.DIMENSION, Recurrence.GRU, gated, HistoryMode.NONE);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED);
        try (Parameters parameters = sampler.parameters()) {
            ReferenceParameters tables = ReferenceParameters.of(parameters);
            double[] w = tables.vector("arc.weight", settings.dimension());
            for (Lattice lattice : new RandomPairs(SEED + 1).next(20)) {
                ReferenceSwp run = SamplerCases.reference(settings, tables).algorithmOne(lattice);
                double total = PathEnumeration.of(lattice, 1000).stream()
                        .mapToDouble(path -> Math.exp(Arrays.stream(path)
                                .mapToDouble(a -> Vectors.dot(w, run.arcEmbedding(a)))
                                .sum()))
                        .sum();
                assertThat(run.beta(0)).as("seed %d, %s", SEED + 1, lattice).isCloseTo(total, within(1e-9 * total));
            }
        }
    }
}
