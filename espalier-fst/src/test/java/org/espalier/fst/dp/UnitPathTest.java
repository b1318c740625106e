package org.espalier.fst.dp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.junit.jupiter.api.Test;

class UnitPathTest {
    private static final long SEED = 23;

    private static Mfst edits() {
        Alphabet letters = Alphabet.of("a", "b");
        Mfst.Builder machine = Mfst.builder(letters, letters, Alphabet.of("delete", "insert", "replace", "two"));
        int q = machine.state();
        machine.accept(q);
        for (String a : letters.symbols()) {
            machine.arc(q, q, a, "", "delete").arc(q, q, "", a, "insert");
            for (String b : letters.symbols()) {
                machine.arc(q, q, a, b, "replace");
            }
        }
        return machine.arc(q, q, List.of("a", "b"), List.of("b"), List.of("two"))
                .build();
    }

    /** After m the machine may still write b or c, so that a final state owes the output. */
    @Test
    void unitsMayEndWithWhatAFinalStateOwes() {
        Mfst.Builder machine = Mfst.builder();
        int first = machine.state();
        int last = machine.state();
        machine.arc(first, last, "a", "b", "m")
                .arc(first, last, "a", "c", "m n")
                .accept(last);
        Lattice lattice = Lattices.of(machine.build()).build(List.of("a"), List.of("b"));
        assertThat(UnitPath.shortest(lattice, new int[] {1}, new int[] {1}))
                .hasValueSatisfying(marks -> assertThat(marks).hasSize(1));
    }

    /** Compares with an enumeration of all paths. */
    @Test
    void itIsAShortestOfAllPathsThatPassTheEnds() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        Lattices lattices = Lattices.of(edits());
        int found = 0;
        for (int round = 0; round < 200; round++) {
            Lattice lattice = lattices.build(string(random), string(random));
            int units = 1 + random.nextInt(3);
            int[] i = ends(random, units, lattice.inputLength());
            int[] j = ends(random, units, lattice.outputLength());
            List<int[]> agreeing = new ArrayList<>();
            PathEnumeration.of(lattice, 100_000).forEachRemaining(arcs -> {
                if (passes(lattice, arcs, i, j)) {
                    agreeing.add(lattice.marksOf(arcs));
                }
            });
            Optional<int[]> shortest = UnitPath.shortest(lattice, i, j);
            assertThat(shortest.isPresent()).isEqualTo(!agreeing.isEmpty());
            if (shortest.isPresent()) {
                found++;
                assertThat(shortest.get().length)
                        .isEqualTo(agreeing.stream()
                                .min(Comparator.comparingInt(marks -> marks.length))
                                .orElseThrow()
                                .length);
                assertThat(agreeing).anyMatch(marks -> Arrays.equals(marks, shortest.get()));
            }
        }
        assertThat(found).isBetween(20, 200);
    }

    private static boolean passes(Lattice lattice, int[] arcs, int[] i, int[] j) {
        int unit = 0;
        int state = 0;
        for (int at = 0; at <= arcs.length; at++) {
            while (unit < i.length
                    && lattice.inputPosition(state) == i[unit]
                    && lattice.outputPosition(state) == j[unit]) {
                unit++;
            }
            if (at < arcs.length) {
                state = lattice.target(arcs[at]);
            }
        }
        return unit == i.length;
    }

    private static List<String> string(Random random) {
        return random.ints(random.nextInt(4), 0, 2)
                .mapToObj(k -> k == 0 ? "a" : "b")
                .toList();
    }

    /** Returns random ends, the last of which is the whole length. */
    private static int[] ends(Random random, int units, int length) {
        int[] ends = random.ints(units, 0, length + 1).sorted().toArray();
        ends[units - 1] = length;
        return ends;
    }
}
