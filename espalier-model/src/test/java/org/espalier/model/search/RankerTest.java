package org.espalier.model.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.espalier.fst.Alphabet;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.TableSampler;
import org.espalier.model.TableScorer;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.SamplingBudget;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares rankings with the exact values of every pair. */
class RankerTest {
    private static final long SEED = 20261120;

    private final Lattices lattices = Lattices.of(edit());
    private final Model model =
            new Model(new TableScorer(lattices.machine().marks().size(), SEED, 0.2), new TableSampler(SEED + 1, 0.1));

    private final List<FoundOutput> given = List.of(
            FoundOutput.given(),
            FoundOutput.given(0),
            FoundOutput.given(1, 0),
            FoundOutput.given(0, 0, 1),
            FoundOutput.given(1, 1, 1, 1));

    private static Mfst edit() {
        Alphabet letters = Alphabet.of("a", "b");
        Mfst.Builder machine = Mfst.builder(letters, letters, Alphabet.empty());
        int q = machine.state();
        machine.accept(q);
        for (String a : letters.symbols()) {
            machine.arc(q, q, a, "", "delete-" + a);
            machine.arc(q, q, "", a, "insert-" + a);
        }
        return machine.build();
    }

    private double exact(int[] x, FoundOutput y) {
        LatticeBatch batch = LatticeBatch.of(List.of(lattices.builder().build(x, y.output())));
        return Exact.of(model).values(batch).get(0).logLikelihood();
    }

    private Ranker ranker(int samples) {
        return ranker(samples, SEED);
    }

    private Ranker ranker(int samples, long seed) {
        return new Ranker(model, lattices, LatticeOptions.DEFAULT, SamplingBudget.of(samples), seed);
    }

    @Test
    void latticesWithFewPathsAreEnumeratedAndOthersAreSampled() {
        System.out.println("ranking, seed " + SEED);
        int[] x = {0, 1, 0, 0};
        double total = given.stream().mapToDouble(y -> Math.exp(exact(x, y))).sum();
        boolean anySampled = false;
        for (int samples : new int[] {4_000, 30}) {
            List<RankedOutput> ranked =
                    ranker(samples).rank(List.of(FoundOutputs.given(x, given))).get(0);
            assertThat(ranked.stream().map(RankedOutput::output)).containsExactlyInAnyOrderElementsOf(given);
            assertThat(ranked)
                    .isSortedAccordingTo(Comparator.comparingDouble(
                                    (RankedOutput each) -> each.logP().value())
                            .reversed());
            assertThat(ranked.stream()
                            .mapToDouble(each -> each.probability().value())
                            .sum())
                    .isCloseTo(1, within(1e-9));
            for (RankedOutput each : ranked) {
                double value = exact(x, each.output());
                if (each.isExact()) {
                    assertThat(each.logP().value()).isCloseTo(value, within(1e-6));
                    assertThat(each.logP().standardError()).isZero();
                } else {
                    anySampled = true;
                    assertThat(each.logP().value())
                            .isCloseTo(value, within(4 * each.logP().standardError() + 1e-5));
                    assertThat(each.probability().value())
                            .isCloseTo(
                                    Math.exp(value) / total,
                                    within(4 * each.probability().standardError() + 1e-5));
                }
            }
        }
        assertThat(anySampled).isTrue();
    }

    /** What a search has found is completed: by a proof that nothing lacks, the sampler's judgement, paths or draws. */
    @Test
    void outputsThatASearchFoundHaveTheirWholeProbability() {
        List<int[]> inputs = List.of(new int[] {0, 1, 0, 0}, new int[] {1}, new int[] {0, 0, 1});
        SearchSettings settings = SearchSettings.DEFAULT.withBeam(12).withNBest(4);
        List<FoundOutputs> found = new BeamSearch(lattices, model.scorer(), settings).search(inputs);
        int improved = 0;
        int exactOnes = 0;
        for (List<RankedOutput> ofInput : ranker(60).rank(found)) {
            for (RankedOutput each : ofInput) {
                assertThat(each.logP().value())
                        .isGreaterThanOrEqualTo(each.output().logP());
                improved += each.logP().value() > each.output().logP() ? 1 : 0;
                exactOnes += each.isExact() ? 1 : 0;
            }
        }
        for (int k = 0; k < inputs.size(); k++) {
            for (RankedOutput each : ranker(60).rank(found).get(k)) {
                double value = exact(inputs.get(k), each.output());
                double error = each.isExact() ? 1e-6 : 4 * each.logP().standardError() + 1e-5;
                assertThat(each.logP().value()).isCloseTo(value, within(error));
            }
        }
        assertThat(improved).isPositive();
        assertThat(exactOnes).isPositive();
    }

    @Tag("slow")
    @Test
    void standardErrorsOfProbabilitiesMatchTheSpreadOfRepetitions() {
        int[] x = {0, 1, 0, 0};
        List<FoundOutput> two = List.of(given.get(3), given.get(4));
        List<Double> shares = new ArrayList<>();
        double claimed = 0;
        int repetitions = 200;
        for (int r = 0; r < repetitions; r++) {
            Ranker ranker = ranker(30, SEED + r);
            RankedOutput first = ranker.rank(List.of(FoundOutputs.given(x, two))).get(0).stream()
                    .filter(each -> each.output().equals(two.get(0)))
                    .findFirst()
                    .orElseThrow();
            shares.add(first.probability().value());
            claimed += Math.pow(first.probability().standardError(), 2) / repetitions;
        }
        double mean = shares.stream().mapToDouble(share -> share).average().orElseThrow();
        double variance = shares.stream()
                .mapToDouble(share -> (share - mean) * (share - mean))
                .average()
                .orElseThrow();
        assertThat(Math.sqrt(claimed)).isCloseTo(Math.sqrt(variance), within(0.25 * Math.sqrt(variance)));
    }

    @Test
    void rankingOfAnInputDoesNotDependOnOtherInputs() {
        List<FoundOutputs> inputs = List.of(
                FoundOutputs.given(new int[] {0, 1, 1}, given),
                FoundOutputs.given(new int[] {1, 1, 0, 1}, given.subList(2, 5)),
                FoundOutputs.given(new int[0], List.of()));
        List<List<RankedOutput>> together = ranker(20).rank(inputs);
        for (int k = 0; k < inputs.size(); k++) {
            assertThat(ranker(20).rank(List.of(inputs.get(k)))).containsExactly(together.get(k));
        }
        assertThat(together.get(2)).isEmpty();
    }

    @Test
    void outputThatTheMachineDoesNotWriteHasProbabilityZero() {
        Mfst.Builder machine = Mfst.builder(Alphabet.of("a"), Alphabet.of("a"), Alphabet.empty());
        int q = machine.state();
        Lattices copying =
                Lattices.of(machine.accept(q).arc(q, q, "a", "a", "copy").build());
        Model small = new Model(new TableScorer(1, SEED, 1), new TableSampler(SEED, 1));
        List<RankedOutput> ranked = new Ranker(small, copying, LatticeOptions.DEFAULT, SamplingBudget.of(4), SEED)
                .rank(List.of(
                        FoundOutputs.given(new int[] {0}, List.of(FoundOutput.given(0, 0), FoundOutput.given(0)))))
                .get(0);
        assertThat(ranked.get(0).output()).isEqualTo(FoundOutput.given(0));
        assertThat(ranked.get(0).probability().value()).isEqualTo(1);
        assertThat(ranked.get(1).logP().value()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(ranked.get(1).probability().value()).isZero();
    }

    @Test
    void sampledOutputsHaveTheRefinedEstimates() {
        int[] x = {0, 1, 0, 0};
        Model unrelated = new Model(
                new TableScorer(lattices.machine().marks().size(), SEED, 1.5), new TableSampler(SEED + 1, 1.5));
        SamplingBudget budget = new SamplingBudget(32, 1);
        List<RankedOutput> ranked = new Ranker(unrelated, lattices, LatticeOptions.DEFAULT, budget, SEED)
                .rank(List.of(FoundOutputs.given(x, given)))
                .get(0);
        List<RankedOutput> sampled =
                ranked.stream().filter(each -> !each.isExact()).toList();
        assertThat(sampled).hasSize(2);
        for (RankedOutput each : sampled) {
            LatticeBatch pair = LatticeBatch.of(
                    List.of(lattices.builder().build(x, each.output().output())));
            assertThat(each.logP())
                    .isEqualTo(new Estimator(unrelated, budget, 1, SEED)
                            .estimate(pair)
                            .get(0)
                            .logLikelihood())
                    .isNotEqualTo(new Estimator(unrelated, 32, 1, SEED)
                            .estimate(pair)
                            .get(0)
                            .logLikelihood());
        }
    }
}
