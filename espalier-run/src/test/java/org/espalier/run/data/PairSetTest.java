package org.espalier.run.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.model.LatticeCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the lattices of a file with lattices that are built one by one. */
class PairSetTest {
    private static final int PAIRS = 700;
    private static final long SEED = 20261116;

    private final List<String> warnings = new ArrayList<>();
    private final PairSet.Rules rules =
            new PairSet.Rules(Lattices.of(edit()), LatticeOptions.DEFAULT, lattice -> Optional.empty());
    private final PairFile file = new PairFile("words.tsv", pairs());

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

    /** Every tenth pair has a symbol that the machine does not know. */
    private static List<Pair> pairs() {
        Random random = new Random(SEED);
        List<Pair> pairs = new ArrayList<>();
        for (int k = 1; k <= PAIRS; k++) {
            pairs.add(new Pair(string(random), k % 10 == 0 ? List.of("c") : string(random), 0.5 + k % 4, k));
        }
        return pairs;
    }

    private static List<String> string(Random random) {
        return random.ints(random.nextInt(6), 0, 2)
                .mapToObj(letter -> letter == 0 ? "a" : "b")
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 5_000, 100_000_000})
    void latticesAndWarningsDoNotDependOnTheBoundOfTheCache(long bytes) {
        PairSet set = PairSet.of(file, rules, bytes, warnings::add);
        assertThat(set.pairs()).hasSize(PAIRS - PAIRS / 10).isSortedAccordingTo((a, b) -> a.line() - b.line());
        assertThat(set.skipped()).isEqualTo(PAIRS / 10);
        assertThat(warnings).hasSize(22);
        assertThat(warnings.get(0)).startsWith("words.tsv:10: ");
        assertThat(warnings.get(19)).startsWith("words.tsv:200: ");
        assertThat(warnings.get(21)).isEqualTo("words.tsv: 70 of 700 lines are skipped");
        assertThat(set.lattices().statistics().bytes()).isBetween(0L, bytes);
        for (int k = 0; k < set.pairs().size(); k++) {
            Pair pair = set.pairs().get(k);
            Lattice expected = PairSet.lattice(pair.x(), pair.y(), rules);
            assertThat(set.lattices().lattice(k).toString()).isEqualTo(expected.toString());
            assertThat(set.lattices().lattice(k).output()).isEqualTo(expected.output());
            assertThat(set.lattices().weight(k)).isEqualTo(0.5 + pair.line() % 4);
        }
    }

    @Test
    void latticesThatFitAreNotBuiltAgain() {
        PairSet set = PairSet.of(file, rules, 100_000_000, warnings::add);
        int pairs = set.pairs().size();
        assertThat(set.lattices().statistics().lattices()).isEqualTo(pairs);
        for (int k = 0; k < pairs; k++) {
            set.lattices().lattice(k);
        }
        LatticeCache.Statistics statistics = set.lattices().statistics();
        assertThat(statistics.hits()).isEqualTo(pairs);
        assertThat(statistics.misses()).isZero();
    }

    @Test
    void someLatticesAreKeptIfNotAllFit() {
        LatticeCache.Statistics statistics =
                PairSet.of(file, rules, 5_000, warnings::add).lattices().statistics();
        assertThat(statistics.lattices()).isBetween(1, PAIRS / 2);
        assertThat(statistics.bytes()).isLessThanOrEqualTo(5_000);
    }
}
