package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that nothing overflows or underflows with many paths and large parameters. */
class SamplerScaleTest {
    private static final long SEED = 20271;
    /** Returns the lattice of 40 deletions and 40 insertions; 20 each if that would take long. */
    private static Lattice large(SamplerSettings settings) {
        boolean slow = settings.history() == HistoryMode.RERUN || settings.kind() == SamplerKind.TRANSFORMER;
        int length = slow ? 20 : 40;
        Mfst.Builder machine = Mfst.builder();
        int q = machine.state();
        machine.accept(q);
        machine.arc(q, q, "a", "", "delete a").arc(q, q, "", "b", "insert b");
        Lattice lattice =
                Lattices.of(machine.build()).build(Collections.nCopies(length, "a"), Collections.nCopies(length, "b"));
        assertThat(lattice.states()).isEqualTo(3 * length * length + 4 * length + 1);
        return lattice;
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#gruOnly")
    void scoresAndGradientsAreFiniteOnLargeLatticesWithLargeParameters(SamplerSettings settings) {
        Lattice lattice = large(settings);
        LatticeBatch batch = LatticeBatch.of(List.of(lattice));
        PathSampler sampler =
                SamplerCases.random(settings, Vocabulary.of(lattice.machine()), Parameters.Precision.SINGLE, SEED, 10);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PathSampling.Samples samples =
                    PathSampling.sample(sampler.encode(batch, Pass.forward()), 2, new SplittableRandom(SEED));
            EventScores scores = sampler.encode(batch, Pass.differentiable()).score(samples.tree());
            assertThat(Arrays.stream(samples.logQ())).as("seed %d", SEED).allMatch(Double::isFinite);
            assertThat(Arrays.stream(scores.logProbabilities()))
                    .as("seed %d", SEED)
                    .allMatch(Double::isFinite);
            double[] ones = new double[samples.logQ().length];
            Arrays.fill(ones, 1);
            scores.backward(ones);
            ReferenceParameters gradients = ReferenceParameters.gradientsOf(parameters);
            for (String name : gradients.names()) {
                assertThat(Arrays.stream(gradients.values(name)))
                        .as("seed %d, %s", SEED, name)
                        .allMatch(Double::isFinite);
            }
        }
    }

    /** log β of a large lattice is in the hundreds, where single precision has few decimals. */
    @Tag("slow")
    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#gruOnly")
    void singlePrecisionLosesLittleOnLargeLattices(SamplerSettings settings) {
        Lattice lattice = large(settings);
        LatticeBatch batch = LatticeBatch.of(List.of(lattice));
        Vocabulary vocabulary = Vocabulary.of(lattice.machine());
        PathSampler rough = SamplerCases.random(settings, vocabulary, Parameters.Precision.SINGLE, SEED + 3, 1);
        PathSampler exact = SamplerCases.fresh(settings, vocabulary, Parameters.Precision.DOUBLE, SEED + 3);
        try (PointerScope scope = new PointerScope();
                Parameters ofRough = rough.parameters();
                Parameters ofExact = exact.parameters()) {
            ofExact.copyFrom(ofRough);
            PathSampling.Samples samples =
                    PathSampling.sample(exact.encode(batch, Pass.forward()), 2, new SplittableRandom(SEED + 3));
            double[] scored =
                    rough.encode(batch, Pass.forward()).score(samples.tree()).logProbabilities();
            assertThat(scored).as("seed %d", SEED + 3).containsExactly(samples.logQ(), within(1e-4));
        }
    }

    static Stream<SamplerSettings> swps() {
        return SamplerCases.all().filter(settings -> settings.kind() == SamplerKind.SWPS);
    }

    @ParameterizedTest
    @MethodSource("swps")
    void untrainedSwpsEqualsSws(SamplerSettings settings) {
        SamplerSettings sws = SamplerSettings.of(SamplerKind.SWS)
                .withDimension(settings.dimension())
                .withLayers(settings.layers())
                .withRecurrence(settings.recurrence());
        LatticeBatch batch = new RandomPairs(SEED + 1).batch(10);
        PathSampler mixed = SamplerCases.fresh(settings, SamplerCases.VOCABULARY, Parameters.Precision.DOUBLE, SEED);
        PathSampler plain = SamplerCases.fresh(sws, SamplerCases.VOCABULARY, Parameters.Precision.DOUBLE, SEED + 1);
        try (PointerScope scope = new PointerScope();
                Parameters ofMixed = mixed.parameters();
                Parameters ofPlain = plain.parameters()) {
            ofPlain.copyFrom(ofMixed);
            assertThat(SamplerCases.logQ(mixed, batch)).isEqualTo(SamplerCases.logQ(plain, batch));
        }
    }

    @ParameterizedTest
    @MethodSource("org.espalier.model.SamplerCases#gruOnly")
    void forwardPassUsesNoDropoutOrLabelSmoothing(SamplerSettings settings) {
        LatticeBatch batch = new RandomPairs(SEED + 2, 4, 50).batch(5);
        PathSampler sampler = SamplerCases.random(settings, Parameters.Precision.DOUBLE, SEED + 2);
        try (PointerScope scope = new PointerScope();
                Parameters parameters = sampler.parameters()) {
            PrefixTree tree = SamplerCases.wholeTree(batch);
            double[] before = sampler.encode(batch, Pass.forward()).score(tree).logProbabilities();
            EventScores training = sampler.encode(
                            batch,
                            Pass.training(
                                    0.3,
                                    0.5,
                                    SEED,
                                    IntStream.range(0, batch.pairs()).toArray()))
                    .score(tree);
            assertThat(Arrays.stream(training.logProbabilities())).allMatch(Double::isFinite);
            training.backward(new double[tree.events()]);
            assertThat(sampler.encode(batch, Pass.forward()).score(tree).logProbabilities())
                    .isEqualTo(before);
            assertThat(sampler.encode(batch, Pass.differentiable()).score(tree).logProbabilities())
                    .containsExactly(before, within(1e-12));
        }
    }
}
