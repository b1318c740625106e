package org.espalier.model.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.CanonicalForm;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.model.EventScores;
import org.espalier.model.InputPlaces;
import org.espalier.model.MarkScorer;
import org.espalier.model.Parameters;
import org.espalier.model.Pass;
import org.espalier.model.PrefixTree;
import org.espalier.model.RandomPairs;
import org.espalier.model.ScorerSettings;
import org.espalier.model.TableScorer;
import org.espalier.model.search.ExhaustiveSearch.Written;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the search with every string of small random machines. */
class BeamSearchTest {
    private static final long SEED = 20261119;
    private static final int ENOUGH = 1_000_000;
    private static final int MAX_OUTPUT = 2;
    private static final int MAX_MARKS = 11;

    private final TableScorer scorer = new TableScorer(RandomPairs.MARKS.size(), SEED, 1.5);
    private final SearchSettings exhaustive = new SearchSettings(ENOUGH, 0, ENOUGH, 0, MAX_OUTPUT, MAX_MARKS);

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Case(Mfst machine, int[] x, Set<Written> strings) {}

    private static List<Case> cases(int count) {
        System.out.println("search, seed " + SEED);
        RandomPairs pairs = new RandomPairs(SEED, 2, 100);
        return Stream.generate(pairs::next)
                .flatMap(BeamSearchTest::caseOf)
                .limit(count)
                .toList();
    }

    private static Stream<Case> caseOf(Lattice lattice) {
        return ExhaustiveSearch.of(lattice.machine(), lattice.input(), MAX_OUTPUT, MAX_MARKS)
                .map(strings -> new Case(lattice.machine(), lattice.input(), strings))
                .stream();
    }

    private FoundOutputs search(Case each, SearchSettings settings) {
        return new BeamSearch(Lattices.of(each.machine), scorer, settings)
                .search(List.of(each.x))
                .get(0);
    }

    private static List<Integer> list(int... string) {
        return Arrays.stream(string).boxed().toList();
    }

    @Tag("slow")
    @Test
    void unboundedBeamFindsEveryOutput() {
        int withoutForm = 0;
        for (Case each : cases(60)) {
            Map<List<Integer>, Double> expected = ExhaustiveSearch.logP(each.strings, scorer);
            List<FoundOutput> found = search(each, exhaustive).outputs();
            assertThat(found.stream().map(output -> list(output.output())))
                    .containsExactlyInAnyOrderElementsOf(expected.keySet());
            for (FoundOutput output : found) {
                assertThat(output.logP())
                        .isCloseTo(expected.getOrDefault(list(output.output()), Double.NaN), within(1e-9));
                Comparator<Written> byLogP = Comparator.comparingDouble(string -> scorer.logP(array(string.marks())));
                List<Written> strings = each.strings.stream()
                        .filter(string -> string.output().equals(list(output.output())))
                        .sorted(byLogP.reversed())
                        .toList();
                assertThat(output.strings()).hasSameSizeAs(strings);
                assertThat(list(output.marks())).isEqualTo(strings.get(0).marks());
            }
            assertThat(found)
                    .isSortedAccordingTo(
                            Comparator.comparingDouble(FoundOutput::logP).reversed());
            withoutForm += CanonicalForm.of(each.machine) instanceof CanonicalForm.Missing ? 1 : 0;
        }
        assertThat(withoutForm).isBetween(5, 55);
    }

    private static int[] array(List<Integer> string) {
        return string.stream().mapToInt(symbol -> symbol).toArray();
    }

    @Tag("slow")
    @Test
    void searchThatStopsEarlyFindsTheBestOutputs() {
        for (Case each : cases(60)) {
            Map<List<Integer>, Double> expected = ExhaustiveSearch.logP(each.strings, scorer);
            double[] best = expected.values().stream()
                    .mapToDouble(logP -> -logP)
                    .sorted()
                    .toArray();
            for (int n : new int[] {1, 3}) {
                // Compared by value: marks that do not distinguish symbols give outputs of exactly equal probability.
                double[] found = search(each, exhaustive.withNBest(n)).outputs().stream()
                        .mapToDouble(output -> -expected.getOrDefault(list(output.output()), Double.NaN))
                        .sorted()
                        .toArray();
                assertThat(found).containsExactly(Arrays.copyOf(best, Math.min(n, best.length)), within(1e-9));
            }
        }
    }

    @Test
    void narrowBeamFindsLowerBoundsAndMostlyTheBestOutput() {
        int hits = 0;
        List<Case> cases = cases(60);
        for (Case each : cases) {
            Map<List<Integer>, Double> expected = ExhaustiveSearch.logP(each.strings, scorer);
            List<FoundOutput> found =
                    search(each, exhaustive.withBeam(8).withNBest(2)).outputs();
            for (FoundOutput output : found) {
                assertThat(output.logP()).isLessThan(expected.getOrDefault(list(output.output()), Double.NaN) + 1e-9);
            }
            double best = expected.values().stream().max(Double::compare).orElseThrow();
            hits += !found.isEmpty() && expected.getOrDefault(list(found.get(0).output()), Double.NaN) > best - 1e-9
                    ? 1
                    : 0;
        }
        assertThat(hits).isGreaterThan(cases.size() * 3 / 4);
    }

    /** The rules by which prefixes are dropped lose some outputs, but never invent any, and seldom lose the best. */
    @Test
    void defaultRulesFindLowerBoundsAndMostlyTheBestOutput() {
        int hits = 0;
        List<Case> cases = cases(60);
        for (Case each : cases) {
            Map<List<Integer>, Double> expected = ExhaustiveSearch.logP(each.strings, scorer);
            SearchSettings settings = exhaustive
                    .withBeam(SearchSettings.JOINT_BEAM)
                    .withThreshold(SearchSettings.JOINT_THRESHOLD)
                    .withNBest(5);
            List<FoundOutput> found = search(each, settings).outputs();
            for (FoundOutput output : found) {
                assertThat(output.logP()).isLessThan(expected.getOrDefault(list(output.output()), Double.NaN) + 1e-9);
                assertThat(output.logMissing()).isZero();
                for (int[] string : output.strings()) {
                    assertThat(each.strings).contains(new Written(list(string), list(output.output())));
                }
            }
            double best = expected.values().stream().max(Double::compare).orElseThrow();
            hits += !found.isEmpty() && expected.getOrDefault(list(found.get(0).output()), Double.NaN) > best - 1e-9
                    ? 1
                    : 0;
        }
        assertThat(hits).isGreaterThan(cases.size() * 3 / 4);
    }

    @Test
    void higherThresholdFollowsFewerPrefixes() {
        Mfst machine = edit();
        TableScorer table = new TableScorer(machine.marks().size(), SEED, 1.5);
        List<int[]> inputs = List.of(new int[] {0, 1, 2});
        int before = Integer.MAX_VALUE;
        for (double threshold : new double[] {1e-6, 1e-2, 0.5}) {
            int[] steps = {0};
            MarkScorer counting = new CountingScorer(table, steps);
            SearchSettings settings = SearchSettings.DEFAULT
                    .withBeam(ENOUGH)
                    .withThreshold(threshold)
                    .withMaxOutput(3);
            BeamSearch search = new BeamSearch(Lattices.of(machine), counting, settings);
            search.search(inputs); // also counts the rows of the bigrams
            steps[0] = 0;
            assertThat(search.search(inputs).get(0).outputs()).isNotEmpty();
            assertThat(steps[0]).isPositive().isLessThan(before);
            before = steps[0];
        }
    }

    /** Counts the rows of walks. */
    @SuppressWarnings("ArrayRecordComponent") // counts, never compared
    private record CountingScorer(MarkScorer scorer, int[] rows) implements MarkScorer {
        @Override
        public int marks() {
            return scorer.marks();
        }

        @Override
        public Parameters parameters() {
            return scorer.parameters();
        }

        @Override
        public MarkScorer replica() {
            return this;
        }

        @Override
        public EventScores score(PrefixTree tree, Pass pass) {
            return scorer.score(tree, pass);
        }

        @Override
        public ScoringWalk walk(InputPlaces places) {
            return counted(scorer.walk(places));
        }

        private ScoringWalk counted(ScoringWalk walk) {
            rows[0] += walk.rows();
            return new ScoringWalk() {
                @Override
                public int rows() {
                    return walk.rows();
                }

                @Override
                public double[] logProbabilities() {
                    return walk.logProbabilities();
                }

                @Override
                public ScoringWalk advance(int[] from, int[] marks, IntUnaryOperator position) {
                    return counted(walk.advance(from, marks, position));
                }

                @Override
                public ScoringWalk joinedWith(List<? extends ScoringWalk> others) {
                    throw new UnsupportedOperationException("the search does not join walks");
                }
            };
        }
    }

    @Test
    void inputsOfABatchShareRowsWithoutChangingResults() {
        Mfst machine = edit();
        int[][] inputs = {{0, 1, 2}, {0, 1}, {}, {2, 2, 1, 0}, {-1}};
        SearchSettings settings =
                SearchSettings.DEFAULT.withBeam(8).withThreshold(0).withMaxOutput(4);
        TableScorer table = new TableScorer(machine.marks().size(), SEED, 1.5);
        BeamSearch search = new BeamSearch(Lattices.of(machine), table, settings);
        List<FoundOutputs> together = search.search(List.of(inputs));
        for (int k = 0; k < inputs.length; k++) {
            assertThat(search.search(List.of(inputs[k]))).containsExactly(together.get(k));
        }
        assertThat(together.get(4))
                .isEqualTo(new FoundOutputs(inputs[4], List.of(), Optional.of(SearchCaution.NO_OUTPUT)));
        assertThat(table.mostRows()).isLessThanOrEqualTo(8 * inputs.length);

        TableScorer once = new TableScorer(machine.marks().size(), SEED, 1.5);
        TableScorer often = new TableScorer(machine.marks().size(), SEED, 1.5);
        new BeamSearch(Lattices.of(machine), once, settings).search(List.of(inputs[3]));
        new BeamSearch(Lattices.of(machine), often, settings)
                .search(IntStream.range(0, 7).mapToObj(k -> inputs[3]).toList());
        assertThat(often.mostRows()).isEqualTo(once.mostRows()).isEqualTo(8);
    }

    private static Mfst edit() {
        Mfst.Builder machine = Mfst.builder(RandomPairs.LETTERS, RandomPairs.LETTERS, Alphabet.empty());
        int q = machine.state();
        machine.accept(q);
        for (String a : RandomPairs.LETTERS.symbols()) {
            machine.arc(q, q, a, "", "delete-" + a);
            machine.arc(q, q, "", a, "insert-" + a);
            machine.arc(q, q, a, a, "copy-" + a);
        }
        return machine.build();
    }

    /**
     * Reading is improbable here and writing is not. So the most probable prefixes of each length have read nothing, and there
     * are more of them than the beam holds: by p̃ alone nothing would be read before the bound on outputs forces it.
     */
    @Test
    void prefixesThatPostponeReadingDoNotFillTheBeam() {
        Mfst.Builder machine = Mfst.builder(Alphabet.of("r"), RandomPairs.LETTERS, Alphabet.of("read"));
        int q = machine.state();
        machine.accept(q).arc(q, q, "r", "", "read");
        RandomPairs.LETTERS.symbols().forEach(a -> machine.arc(q, q, "", a, "insert-" + a));
        MarkScorer rarelyReads = new Unigrams(1e-4, 0.2, 0.2, 0.2, 0.3999);
        SearchSettings narrow = SearchSettings.DEFAULT.withBeam(6).withNBest(1);
        FoundOutputs found = new BeamSearch(Lattices.of(machine.build()), rarelyReads, narrow)
                .search(List.of(new int[2]))
                .get(0);
        assertThat(found.outputs()).hasSize(1);
        assertThat(found.outputs().get(0).output()).isEmpty();
        assertThat(found.outputs().get(0).logP()).isCloseTo(Math.log(1e-8 * 0.3999), within(1e-9));
    }

    /** A scorer without history; the last probability is that of EOS. */
    private record Unigrams(List<Double> probabilities) implements MarkScorer {
        Unigrams(double... probabilities) {
            this(Arrays.stream(probabilities).boxed().toList());
        }

        @Override
        public int marks() {
            return probabilities.size() - 1;
        }

        @Override
        public Parameters parameters() {
            throw new UnsupportedOperationException("these are fixed");
        }

        @Override
        public MarkScorer replica() {
            return this;
        }

        @Override
        public EventScores score(PrefixTree tree, Pass pass) {
            throw new UnsupportedOperationException("the search uses walks only");
        }

        @Override
        public ScoringWalk walk(InputPlaces places) {
            int rows = places.rows();
            return new ScoringWalk() {
                @Override
                public int rows() {
                    return rows;
                }

                @Override
                public double[] logProbabilities() {
                    return IntStream.range(0, rows * probabilities.size())
                            .mapToDouble(k -> Math.log(probabilities.get(k % probabilities.size())))
                            .toArray();
                }

                @Override
                public ScoringWalk advance(int[] from, int[] marks, IntUnaryOperator position) {
                    return walk(from.length);
                }

                @Override
                public ScoringWalk joinedWith(List<? extends ScoringWalk> others) {
                    return walk(
                            rows + others.stream().mapToInt(ScoringWalk::rows).sum());
                }
            };
        }
    }

    /** Returns a machine that writes each symbol twice. */
    private static Mfst twice() {
        Mfst.Builder machine = Mfst.builder();
        int q = machine.state();
        return machine.accept(q).arc(q, q, "a", "a a", "twice").build();
    }

    @Test
    void boundsThatStopTheSearchAreReported() {
        Lattices lattices = Lattices.of(twice());
        TableScorer table = new TableScorer(1, SEED, 0.5);
        List<Optional<SearchCaution>> cautions = new ArrayList<>();
        for (SearchSettings settings : List.of(
                SearchSettings.DEFAULT.withNBest(1),
                SearchSettings.DEFAULT.withNBest(1).withMaxOutput(5),
                SearchSettings.DEFAULT.withNBest(1).withMaxMarks(2))) {
            cautions.add(new BeamSearch(lattices, table, settings)
                    .search(List.of(new int[3]))
                    .get(0)
                    .caution());
        }
        assertThat(cautions)
                .containsExactly(
                        Optional.empty(),
                        Optional.of(SearchCaution.OUTPUT_BOUND),
                        Optional.of(SearchCaution.MARK_BOUND));
    }

    @Test
    void positionsOfATransformerBoundTheMarks() {
        Mfst machine = edit();
        ScorerSettings transformer = ScorerSettings.DEFAULT
                .withKind(ScorerSettings.Kind.TRANSFORMER)
                .withDimension(4)
                .withHeads(2)
                .withMaxMarks(3);
        MarkScorer network = MarkScorer.create(transformer, machine, Parameters.Precision.DOUBLE, SEED);
        SearchSettings settings = SearchSettings.DEFAULT.withNBest(3).withThreshold(0);
        List<int[]> inputs = List.of(new int[2]);
        FoundOutputs found = new BeamSearch(Lattices.of(machine), network, settings)
                .search(inputs)
                .get(0);
        assertThat(found.outputs()).hasSize(3);
        assertThat(found)
                .isEqualTo(new BeamSearch(Lattices.of(machine), network, settings.withMaxMarks(3))
                        .search(inputs)
                        .get(0));
        network.parameters().close();
    }

    @Test
    void invalidSettingsAreRefused() {
        assertThat(SearchSettings.DEFAULT.maxOutput(7)).isEqualTo(31);
        assertThatThrownBy(() -> SearchSettings.DEFAULT.withBeam(-1))
                .hasMessage("beam must be 0 or more and nBest at least 1; got -1 and 5");
        assertThatThrownBy(() -> SearchSettings.DEFAULT.withMaxOutput(-1))
                .hasMessage("outputsPerInput, extraOutputs and maxMarks must be 0 or more; got 0, -1 and 0");
    }
}
