package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.Lattice;
import org.espalier.fst.dp.PathEnumeration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares Algorithm 1 over a batch with a slow transcription of the paper, one state at a time. */
class SwpPassTest {
    private static final long SEED = 20291;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void backwardWeightsProbabilitiesAndEmbeddingsEqualThoseOfThePaper(boolean gated) {
        LatticeBatch batch = new RandomPairs(SEED).batch(20);
        compare(batch, gated, 1);
        assertThat(states(batch)).hasSize(batch.states());
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void backwardWeightsOnCyclesAreLimitsOfSumsOverPaths(boolean gated) {
        List<Lattice> lattices = new ArrayList<>(new RandomPairs(SEED + 2).nextCyclic(20));
        lattices.addAll(new RandomPairs(SEED + 2).next(4));
        compare(LatticeBatch.of(lattices), gated, 1);
        compare(LatticeBatch.of(lattices), gated, 4);
    }

    /** The matrix of weights is nearly singular, or leaving has more or less weight than a number can hold. */
    @ParameterizedTest
    @ValueSource(doubles = {30, -30, 1e3, -1e3, 1e5, -1e5})
    void probabilitiesOnCyclesSumToOneForExtremeWeights(double size) {
        LatticeBatch batch = LatticeBatch.of(new RandomPairs(SEED + 3).nextCyclic(30));
        SamplerSettings settings = SamplerSettings.of(SamplerKind.SWP).withDimension(SamplerCases.DIMENSION);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = new Parameters(Parameters.Precision.DOUBLE, SEED)) {
            SwpParameters graph = new SwpParameters(parameters, batch.marks(), settings.dimension(), false);
            Tensor weight = parameters.constant("arc.weight", size, settings.dimension());
            SwpPass pass = new SwpPass(
                    graph,
                    batch.graph(),
                    graph.markTable(batch.marks(), Pass.forward()),
                    weight,
                    null,
                    true,
                    MatrixPrecision.FULL);
            for (int s : states(batch)) {
                double total = batch.isFinal(s) ? Math.exp(-pass.logBeta()[s]) : 0;
                for (int rank = 0; rank < batch.degree(s); rank++) {
                    total += Math.exp(pass.logQ(s, batch.arc(s, rank)));
                }
                assertThat(pass.logBeta()[s])
                        .as("seed %d, state %d", SEED + 3, s)
                        .isFinite();
                assertThat(total).as("seed %d, state %d", SEED + 3, s).isCloseTo(1, within(1e-8));
            }
            double[] ofLogBeta = new double[batch.states()];
            Arrays.fill(ofLogBeta, 1);
            SwpPass.Gradients gradients =
                    pass.backward(new SwpPass.ResultGradients(new double[batch.arcs()], ofLogBeta, null));
            assertThat(Arrays.stream(Torch.doubles(gradients.weights()))).allMatch(Double::isFinite);
            assertThat(Arrays.stream(Torch.doubles(gradients.labelTable()))).allMatch(Double::isFinite);
        }
    }

    private static void compare(LatticeBatch batch, boolean gated, double deviation) {
        SamplerSettings settings = SamplerSettings.of(SamplerKind.SWP)
                .withDimension(SamplerCases.DIMENSION)
                .withGated(gated);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = new Parameters(Parameters.Precision.DOUBLE, SEED)) {
            SwpParameters graph = new SwpParameters(parameters, batch.marks(), settings.dimension(), gated);
            Tensor weight = parameters.normal("arc.weight", 1, settings.dimension());
            ReferenceParameters tables =
                    ReferenceParameters.of(parameters).random(deviation, new SplittableRandom(SEED));
            tables.putInto(parameters);
            ReferenceSampler reference = SamplerCases.reference(settings, tables);
            SwpPass pass = new SwpPass(
                    graph,
                    batch.graph(),
                    graph.markTable(batch.marks(), Pass.forward()),
                    weight,
                    null,
                    false,
                    MatrixPrecision.FULL);
            double[] states = Torch.doubles(pass.states());
            double[] arcs = Torch.doubles(pass.arcs());
            for (int s : states(batch)) {
                Lattice lattice = batch.lattices().get(batch.pair(s));
                ReferenceSwp expected = reference.algorithmOne(lattice);
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

    /** Returns the states that can be reached from the roots. */
    private static SortedSet<Integer> states(LatticeBatch batch) {
        SortedSet<Integer> found = new TreeSet<>();
        List<Integer> todo = new ArrayList<>();
        for (int pair = 0; pair < batch.pairs(); pair++) {
            todo.add(batch.root(pair));
        }
        while (!todo.isEmpty()) {
            int s = todo.remove(todo.size() - 1);
            if (found.add(s)) {
                for (int rank = 0; rank < batch.degree(s); rank++) {
                    todo.add(batch.target(batch.arc(s, rank)));
                }
            }
        }
        return found;
    }

    private static double[] row(double[] rows, int row, int width) {
        return Arrays.copyOfRange(rows, row * width, (row + 1) * width);
    }

    /** Checks the slow transcription itself: β of the start is the total weight of all paths. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void backwardWeightOfTheTranscriptionIsTheTotalWeightOfPaths(boolean gated) {
        SamplerSettings settings = SamplerSettings.of(SamplerKind.SWP)
                .withDimension(SamplerCases.DIMENSION)
                .withGated(gated);
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
