package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.model.BigramModel;
import org.espalier.model.LatticeSource;
import org.espalier.model.ListLatticeSource;
import org.espalier.model.Model;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.RandomPairs;
import org.junit.jupiter.api.Test;

class MadeUpPairsTest {
    private static final long SEED = 13;
    private static final Lattices EDITS = Lattices.of(deletingAndInserting());
    private static final LatticeSource PAIRS = new ListLatticeSource(
            List.of(
                    EDITS.build(List.of("a", "b", "c"), List.of("b", "c")),
                    EDITS.build(List.of("c"), List.of("a", "a")),
                    EDITS.build(List.of("b", "b"), List.of("c", "a", "b"))),
            Optional.of(EDITS));

    private static final Alphabet INPUT = Alphabet.of("a", "b", "c", "d", "PAST");
    private static final Alphabet OUTPUT = Alphabet.of("d", "c", "b", "a", "t");
    private static final Lattices INFLECTION = Lattices.of(deletingAndInserting(INPUT, OUTPUT));

    /** Only the first pair has a stem. */
    private static final LatticeSource STEMS = new ListLatticeSource(
            List.of(
                    INFLECTION.build(List.of("PAST", "a", "b", "c", "a"), List.of("a", "b", "c", "t")),
                    INFLECTION.build(List.of("d", "d", "PAST"), List.of("d", "d", "t")),
                    INFLECTION.build(List.of("PAST"), List.of())),
            Optional.of(INFLECTION));

    private static TrainingSettings withHallucinations(double share) {
        return TrainingSettings.builder().hallucinations(share).seed(SEED).build();
    }

    private static MadeUpPairs splices(double share) {
        try (Model model = BigramModel.of(RandomPairs.MARKS.size(), Precision.DOUBLE, SEED)) {
            return new MadeUpPairs(PAIRS, model.sampler(), withSplices(share));
        }
    }

    private static TrainingSettings withSplices(double share) {
        return TrainingSettings.builder()
                .objective(Objective.SAMPLER)
                .splices(share)
                .seed(SEED)
                .build();
    }

    @Test
    void aShareOfZeroLeavesThePairsAsTheyAre() {
        MicroBatch batch = splices(0).batch(1, 2, 0);
        assertThat(batch.pairs()).containsExactly(2, 0);
        assertThat(batch.lattices()).containsExactly(PAIRS.lattice(2), PAIRS.lattice(0));
    }

    @Test
    void aSpliceIsABeginningOfItsPairAndAnEndOfAnother() {
        MadeUpPairs splices = splices(1);
        int longer = 0;
        for (long step = 0; step < 50; step++) {
            MicroBatch batch = splices.batch(step, 0, 1, 2);
            assertThat(batch.pairs()).containsExactly(-1, -2, -3);
            assertThat(Arrays.stream(batch.pairs())).allMatch(MadeUpPairs::isMadeUp);
            for (int pair = 0; pair < 3; pair++) {
                Lattice spliced = batch.lattices().get(pair);
                assertThat(spliced.isEmpty()).isFalse();
                int first = pair;
                assertThat(IntStream.range(0, 3)
                                .anyMatch(second -> isSplice(spliced.input(), PAIRS.input(first), PAIRS.input(second))
                                        && isSplice(spliced.output(), PAIRS.output(first), PAIRS.output(second))))
                        .isTrue();
                longer += spliced.input().length > PAIRS.input(pair).length ? 1 : 0;
            }
        }
        assertThat(longer).isPositive();
    }

    @Test
    void aSpliceHasTheWeightOfThePairItBeginsWith() {
        List<Lattice> lattices =
                IntStream.range(0, PAIRS.size()).mapToObj(PAIRS::lattice).toList();
        LatticeSource weighted = new ListLatticeSource(lattices, List.of(0.5, 2.0, 3.0), Optional.of(EDITS));
        try (Model model = BigramModel.of(RandomPairs.MARKS.size(), Precision.DOUBLE, SEED)) {
            MadeUpPairs splices = new MadeUpPairs(weighted, model.sampler(), withSplices(0.5));
            assertThat(splices.batch(3, 2, 0, 1).weights()).containsExactly(3, 0.5, 2);
            assertThat(splices.weight(2, 0)).isEqualTo(3.5);
        }
    }

    @Test
    void onlyTheFirstStepsHaveSplices() {
        try (Model model = BigramModel.of(RandomPairs.MARKS.size(), Precision.DOUBLE, SEED)) {
            MadeUpPairs splices = new MadeUpPairs(
                    PAIRS,
                    model.sampler(),
                    withSplices(1).toBuilder().spliceSteps(5).build());
            for (long step = 0; step < 10; step++) {
                assertThat(MadeUpPairs.isMadeUp(splices.batch(step, 0).pairs()[0]))
                        .isEqualTo(step < 5);
            }
        }
    }

    @Test
    void hallucinationsGoOnAfterTheLastStepWithSplices() {
        TrainingSettings both =
                withSplices(0.5).toBuilder().hallucinations(0.5).spliceSteps(1).build();
        try (Model model = BigramModel.of(RandomPairs.MARKS.size(), Precision.DOUBLE, SEED)) {
            MadeUpPairs madeUp = new MadeUpPairs(STEMS, model.sampler(), both);
            long changed = IntStream.range(1, 2001)
                    .filter(step -> MadeUpPairs.isMadeUp(madeUp.batch(step, 0).pairs()[0]))
                    .count();
            assertThat(changed).isBetween(900L, 1100L);
        }
    }

    private static boolean isSplice(int[] found, int[] first, int[] second) {
        return IntStream.rangeClosed(0, first.length)
                .anyMatch(until -> IntStream.rangeClosed(0, second.length)
                        .anyMatch(from -> Arrays.equals(
                                found,
                                IntStream.concat(
                                                Arrays.stream(first, 0, until),
                                                Arrays.stream(second, from, second.length))
                                        .toArray())));
    }

    @Test
    void aMadeUpPairDependsOnSeedStepAndPairOnly() {
        try (Model model = BigramModel.of(RandomPairs.MARKS.size(), Precision.DOUBLE, SEED)) {
            for (TrainingSettings settings : List.of(withSplices(0.5), withHallucinations(0.5))) {
                MadeUpPairs madeUp = new MadeUpPairs(STEMS, model.sampler(), settings);
                for (long step = 0; step < 20; step++) {
                    MicroBatch all = madeUp.batch(step, 2, 1, 0);
                    MicroBatch one = madeUp.batch(step, 0);
                    assertThat(one.pairs()[0]).isEqualTo(all.pairs()[2]);
                    assertThat(one.lattices().get(0).input())
                            .isEqualTo(all.lattices().get(2).input());
                    assertThat(one.lattices().get(0).output())
                            .isEqualTo(all.lattices().get(2).output());
                }
                long changed = IntStream.range(0, 2000)
                        .filter(step ->
                                MadeUpPairs.isMadeUp(madeUp.batch(step, 0).pairs()[0]))
                        .count();
                assertThat(changed).isBetween(900L, 1100L);
            }
        }
    }

    @Test
    void bothKindsHaveTheirShares() {
        TrainingSettings both =
                withSplices(0.25).toBuilder().hallucinations(0.5).build();
        try (Model model = BigramModel.of(RandomPairs.MARKS.size(), Precision.DOUBLE, SEED)) {
            MadeUpPairs madeUp = new MadeUpPairs(STEMS, model.sampler(), both);
            int spliced = 0;
            int hallucinated = 0;
            for (long step = 0; step < 2000; step++) {
                MicroBatch batch = madeUp.batch(step, 0, 1);
                hallucinated += MadeUpPairs.isMadeUp(batch.pairs()[0]) ? 1 : 0;
                // It has no stem, so only splices change it.
                spliced += MadeUpPairs.isMadeUp(batch.pairs()[1]) ? 1 : 0;
            }
            assertThat(spliced).isBetween(430, 570);
            assertThat(hallucinated).isBetween(1400, 1600);
        }
    }

    @Test
    void aPairStaysAsItIsWhereTheMachineGeneratesNoSplice() {
        // Only equal strings are generated, and both tapes are cut on their own.
        Lattices copies = Lattices.of(copying());
        LatticeSource equal = new ListLatticeSource(
                List.of(copies.build(List.of("a", "b", "c", "a"), List.of("a", "b", "c", "a"))), Optional.of(copies));
        try (Model model = BigramModel.of(RandomPairs.MARKS.size(), Precision.DOUBLE, SEED)) {
            MadeUpPairs splices = new MadeUpPairs(equal, model.sampler(), withSplices(1));
            int unchanged = 0;
            for (long step = 0; step < 200; step++) {
                MicroBatch batch = splices.batch(step, 0);
                assertThat(batch.lattices().get(0).isEmpty()).isFalse();
                if (!MadeUpPairs.isMadeUp(batch.pairs()[0])) {
                    assertThat(batch.lattices().get(0)).isSameAs(equal.lattice(0));
                    unchanged++;
                }
            }
            assertThat(unchanged).isBetween(1, 199);
        }
    }

    @Test
    void aHallucinationHasAnotherStem() {
        Set<String> stems = new HashSet<>();
        try (Model model = BigramModel.of(RandomPairs.MARKS.size(), Precision.DOUBLE, SEED)) {
            MadeUpPairs madeUp = new MadeUpPairs(STEMS, model.sampler(), withHallucinations(1));
            for (long step = 0; step < 300; step++) {
                MicroBatch batch = madeUp.batch(step, 0, 1, 2);
                // A common string of two symbols is no stem.
                assertThat(batch.pairs()).containsExactly(-1, 1, 2);
                List<String> x = INPUT.symbolsOf(batch.lattices().get(0).input());
                List<String> y = OUTPUT.symbolsOf(batch.lattices().get(0).output());
                assertThat(x.get(0)).isEqualTo("PAST");
                assertThat(x.get(4)).isEqualTo("a");
                assertThat(y.get(3)).isEqualTo("t");
                assertThat(y.subList(0, 3)).isEqualTo(x.subList(1, 4)).isSubsetOf("a", "b", "c", "d");
                stems.add(String.join("", y.subList(0, 3)));
            }
        }
        // 4³ = 64 are possible.
        assertThat(stems).hasSizeGreaterThan(40);
    }

    private static Mfst deletingAndInserting(Alphabet input, Alphabet output) {
        Mfst.Builder machine = Mfst.builder(input, output, RandomPairs.MARKS);
        int q = machine.state();
        machine.accept(q);
        input.symbols().forEach(letter -> machine.arc(q, q, letter, "", "delete"));
        output.symbols().forEach(letter -> machine.arc(q, q, "", letter, "insert"));
        return machine.build();
    }

    private static Mfst deletingAndInserting() {
        return deletingAndInserting(RandomPairs.LETTERS, RandomPairs.LETTERS);
    }

    private static Mfst copying() {
        Mfst.Builder machine = Mfst.builder(RandomPairs.LETTERS, RandomPairs.LETTERS, RandomPairs.MARKS);
        int q = machine.state();
        machine.accept(q);
        RandomPairs.LETTERS.symbols().forEach(letter -> machine.arc(q, q, letter, letter, "copy"));
        return machine.build();
    }

    @Test
    void splicesAreForAFrozenScorer() {
        assertThatThrownBy(() -> TrainingSettings.builder().splices(0.5).build())
                .hasMessage(
                        "splices is 0.5, but the scorer must not learn from spliced pairs: set objective to sampler,"
                                + " or splices to 0");
        assertThatThrownBy(() -> TrainingSettings.builder()
                        .objective(Objective.SAMPLER)
                        .divergence(Divergence.DPG_OFF)
                        .splices(0.5)
                        .build())
                .hasMessageStartingWith("splices is 0.5, but the divergence dpg_off averages estimates");
        assertThatThrownBy(() -> TrainingSettings.builder().spliceSteps(10).build())
                .hasMessage("spliceSteps is 10, but splices is 0: set the share of pairs that are spliced");
    }

    @Test
    void hallucinationsAreRefusedWhereTheyCannotBeMade() {
        assertThatThrownBy(() -> withHallucinations(0.5).toBuilder()
                        .divergence(Divergence.DPG_OFF)
                        .build())
                .hasMessageStartingWith("hallucinations is 0.5, but the divergence dpg_off averages estimates");
        LatticeSource unknown = new ListLatticeSource(List.of(STEMS.lattice(0)));
        try (Model model = BigramModel.of(RandomPairs.MARKS.size(), Precision.DOUBLE, SEED)) {
            assertThatThrownBy(() -> new MadeUpPairs(unknown, model.sampler(), withHallucinations(0.5)))
                    .hasMessage("hallucinations need the machine of the training pairs, and these have none in common;"
                            + " set hallucinations to 0");
        }
    }

    @Test
    void sharesAreOfTheSamePairs() {
        assertThatThrownBy(() -> TrainingSettings.builder()
                        .objective(Objective.SAMPLER)
                        .splices(0.5)
                        .hallucinations(0.75)
                        .build())
                .hasMessage(
                        "splices and hallucinations are shares of the same pairs; got 0.5 and 0.75: lower one, so that they add up to at most 1");
    }
}
