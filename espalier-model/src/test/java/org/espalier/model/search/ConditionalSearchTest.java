package org.espalier.model.search;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.fst.CanonicalForm;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LogSpace;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.NeuralModel;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.PathSampler;
import org.espalier.model.RandomPairs;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Vocabulary;
import org.espalier.model.estimate.Exact;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the search under scorers that are given the input with the enumeration of lattices. */
class ConditionalSearchTest {
    private static final long SEED = 20261121;

    private static Model model(ScorerSettings.Kind kind) {
        return NeuralModel.of(
                ScorerSettings.DEFAULT.withKind(kind).withGiven(ScorerSettings.Given.INPUT),
                SamplerKind.NONE,
                Precision.DOUBLE,
                SEED);
    }

    /** The probability of an output depends on positions, which the search and the lattice find in different ways. */
    @ParameterizedTest
    @EnumSource(ScorerSettings.Kind.class)
    void outputsHaveTheProbabilitiesOfTheirLattices(ScorerSettings.Kind kind) {
        System.out.println("conditional search, seed " + SEED);
        SearchSettings exhaustive = new SearchSettings(1_000_000, 0, 1_000_000, 0, 2, 9);
        int compared = 0;
        try (Model model = model(kind)) {
            for (Lattice lattice : Stream.generate(new RandomPairs(SEED, 2, 60)::next)
                    .filter(Lattice::isCanonical)
                    .limit(20)
                    .toList()) {
                Lattices lattices = Lattices.of(lattice.machine());
                List<int[]> inputs = List.of(lattice.input(), new int[0], new int[] {99}, new int[] {0});
                List<FoundOutputs> found = new BeamSearch(lattices, model.scorer(), exhaustive).search(inputs);
                assertThat(found.get(2).outputs()).isEmpty();
                for (FoundOutputs ofInput : found) {
                    for (FoundOutput output : ofInput.outputs()) {
                        Lattice ofPair = lattices.builder().build(ofInput.x(), output.output());
                        if (ofPair.isAcyclic() && ofPair.levels()[0] <= 9) {
                            double exact = Exact.of(model)
                                    .values(LatticeBatch.of(List.of(ofPair)))
                                    .get(0)
                                    .logLikelihood();
                            assertThat(output.logP()).isCloseTo(exact, within(1e-9));
                            compared++;
                        }
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(40);
    }

    /** All paths read the first symbol, so it counts as read before the first mark. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void symbolThatAllPathsReadFirstIsReadBeforeTheFirstMark(boolean masked) {
        Mfst.Builder builder = Mfst.builder();
        int first = builder.state();
        int rest = builder.state();
        Mfst machine = builder.arc(first, rest, "^", "", "begin")
                .accept(rest)
                .arc(rest, rest, "a", "c", "to c")
                .arc(rest, rest, "a", "d", "to d")
                .build();
        Lattices lattices = Lattices.of(machine);
        ScorerSettings settings = ScorerSettings.DEFAULT
                .withDimension(4)
                .withGiven(ScorerSettings.Given.INPUT)
                .withMasked(masked);
        MarkScorer scorer = MarkScorer.create(settings, machine, Precision.DOUBLE, SEED);
        SamplerSettings none = SamplerSettings.of(SamplerKind.NONE).withDimension(4);
        try (Model model = new Model(scorer, PathSampler.create(none, Vocabulary.of(machine), scorer, SEED))) {
            int[] x = {
                machine.input().id("^"),
                machine.input().id("a"),
                machine.input().id("a")
            };
            List<FoundOutput> found = new BeamSearch(lattices, scorer, SearchSettings.DEFAULT.withThreshold(0))
                    .search(List.of(x))
                    .get(0)
                    .outputs();
            assertThat(found).hasSize(4);
            for (FoundOutput output : found) {
                LatticeBatch batch = LatticeBatch.of(List.of(lattices.builder().build(x, output.output())));
                assertThat(output.logP())
                        .isCloseTo(Exact.of(model).values(batch).get(0).logLikelihood(), within(1e-9));
            }
        }
    }

    @Test
    void missingProbabilityBoundsWhatANarrowSearchDoesNotFind() {
        System.out.println("conditional search, seed " + (SEED + 1));
        SearchSettings exhaustive = new SearchSettings(1_000_000, 0, 1_000_000, 0, 2, 9);
        int incomplete = 0;
        int tight = 0;
        try (Model model = model(ScorerSettings.Kind.LSTM)) {
            for (Lattice lattice : Stream.generate(new RandomPairs(SEED + 1, 2, 60)::next)
                    .filter(Lattice::isCanonical)
                    .limit(20)
                    .toList()) {
                Lattices lattices = Lattices.of(lattice.machine());
                Map<List<Integer>, Double> all = logP(lattices, model, exhaustive, lattice.input());
                for (SearchSettings narrow : List.of(
                        exhaustive.withBeam(3),
                        exhaustive.withThreshold(0.05),
                        exhaustive.withBeam(40),
                        exhaustive.withBeam(5).withNBest(1))) {
                    for (FoundOutput output : new BeamSearch(lattices, model.scorer(), narrow)
                            .search(List.of(lattice.input()))
                            .get(0)
                            .outputs()) {
                        double whole = requireNonNull(
                                all.get(Arrays.stream(output.output()).boxed().toList()));
                        assertThat(LogSpace.add(output.logP(), output.logMissing()))
                                .isGreaterThanOrEqualTo(whole - 1e-9);
                        incomplete += output.logP() < whole - 1e-9 ? 1 : 0;
                        tight += output.logMissing() < output.logP() ? 1 : 0;
                    }
                }
            }
        }
        assertThat(incomplete).isGreaterThan(10);
        assertThat(tight).isGreaterThan(10);
    }

    private static Map<List<Integer>, Double> logP(Lattices lattices, Model model, SearchSettings settings, int[] x) {
        return new BeamSearch(lattices, model.scorer(), settings)
                .search(List.of(x)).get(0).outputs().stream()
                        .collect(Collectors.toMap(
                                output -> Arrays.stream(output.output()).boxed().toList(), FoundOutput::logP));
    }

    @Test
    void machineWithoutCanonicalFormIsRefused() {
        Mfst.Builder machine = Mfst.builder();
        int q = machine.state();
        Mfst ambiguous = machine.accept(q)
                .arc(q, q, "a", "c", "m")
                .arc(q, q, "b", "c", "m")
                .build();
        assertThat(CanonicalForm.of(ambiguous)).isInstanceOf(CanonicalForm.Missing.class);
        try (Model model = model(ScorerSettings.Kind.LSTM)) {
            assertThatThrownBy(() -> new BeamSearch(Lattices.of(ambiguous), model.scorer(), SearchSettings.DEFAULT))
                    .isInstanceOf(EspalierException.class)
                    .hasMessageStartingWith(
                            "a scorer that is given the input (scorer.given: input) needs a machine with a "
                                    + "canonical form; change the machine, or use scorer.given: nothing: ");
        }
    }
}
