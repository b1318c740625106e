package org.espalier.fst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MachineCheckTest {
    private static List<String> lines(Mfst machine) {
        return MachineCheck.of(machine).stream()
                .map(finding -> finding.severity() + " " + finding.message())
                .toList();
    }

    @Test
    void faultlessMachineHasOnlyTheCanonicalFormFinding() {
        assertThat(lines(TaskMachines.deletionInsertion(List.of("a", "b"), List.of("c"))))
                .containsExactly(
                        "NOTE has a canonical form of 3 states and 5 arcs, so lattices are built the fast way");
    }

    @Test
    void uselessStatesAndUnusedSymbolsAreWarnings() {
        Mfst.Builder machine = Mfst.builder(Alphabet.of("a", "b", "c"), Alphabet.of("d"), Alphabet.of("m"));
        int start = machine.state();
        int end = machine.state();
        int dead = machine.state();
        machine.state();
        machine.arc(start, end, "a", "", "m").arc(start, dead, "b", "", "m").accept(end);
        assertThat(lines(machine.build()))
                .containsExactly(
                        "WARNING 2 of 4 states lie on no accepting path: 2 3; state 2 reaches no final state",
                        "WARNING 2 of 3 input symbols are on no useful arc: b c",
                        "WARNING 1 of 1 output symbol is on no useful arc: d",
                        "NOTE has a canonical form of 2 states and 1 arc, so lattices are built the fast way");
    }

    @Test
    void twoPathsWithTheSameMarksAndPairAreAnError() {
        Mfst.Builder machine = Mfst.builder();
        int start = machine.state();
        int useless = machine.state();
        int end = machine.state();
        machine.arc(start, useless, "z", "", "m").arc(start, end, "a b", "", "m n");
        int middle = machine.state();
        machine.arc(start, middle, "a", "", "m").arc(middle, end, "b", "", "n").accept(end);
        assertThat(lines(machine.build()).get(0))
                .isEqualTo(
                        "ERROR marks do not name a path: two paths have the same marks, m n: [0 -a b:_/m n-> 2] generates"
                                + " (a b, _), and [0 -a:_/m-> 3, 3 -b:_/n-> 2] generates it too");
    }

    @Test
    void cycleThatReadsAndWritesNothingIsAWarning() {
        Mfst.Builder machine = Mfst.builder();
        int start = machine.state();
        int middle = machine.state();
        int end = machine.state();
        machine.arc(start, middle, "a", "", "m")
                .arc(middle, middle, "", "", "again")
                .arc(middle, end, "", "b", "n");
        machine.accept(end);
        assertThat(lines(machine.build()).get(0))
                .isEqualTo(
                        "WARNING the marks again read and write nothing and can repeat at state 1, so the lattice of (a, b)"
                                + " is cyclic; exact values and the sampler transformer need an acyclic one: bound the length of mark strings with maxMarks");
    }

    @Test
    void machineThatGeneratesNothingIsAnError() {
        assertThat(lines(Machines.nothing()))
                .containsExactly(
                        "ERROR no path leads from the initial state 0 to a final one, so the machine generates no pair at all");
    }

    @Test
    void marksThatNameSeveralPairsAreAWarning() {
        Mfst.Builder machine = Mfst.builder();
        int q = machine.state();
        machine.arc(q, q, "a", "", "m").arc(q, q, "b", "", "m").accept(q);
        assertThat(lines(machine.build()).get(0))
                .isEqualTo(
                        "WARNING marks name more than one pair, so scores of mark strings may add up to more than 1: two"
                                + " paths have the same marks, m: [0 -a:_/m-> 0] generates (a, _), and [0 -b:_/m-> 0] generates (b, _)");
    }

    /** The search for a shortest witness is bounded, but the finding is reported without one. */
    @Tag("slow")
    @Test
    void ambiguityIsAnErrorEvenWithoutWitness() {
        Mfst.Builder machine = Mfst.builder();
        int start = machine.state();
        int end = machine.state();
        for (int word = 0; word <= 1_500; word++) {
            int middle = machine.state();
            machine.arc(start, middle, "a", "", "m").arc(middle, end, "b", "", "word" + word % 1_500);
        }
        machine.accept(end);
        assertThat(lines(machine.build()))
                .containsExactly(
                        "ERROR marks do not name a path: two paths have the same marks, but the search for the shortest was"
                                + " given up",
                        "WARNING has no canonical form, so each lattice is determinized by itself, which is slower: two paths"
                                + " have the same marks");
    }

    @Tag("slow")
    @Test
    void undecidedAmbiguityIsAWarning() {
        Mfst.Builder machine = Mfst.builder();
        int start = machine.state();
        int end = machine.state();
        for (int word = 0; word < 1_500; word++) {
            int middle = machine.state();
            machine.arc(start, middle, "a", "", "m").arc(middle, end, "b", "", "word" + word);
        }
        machine.accept(end);
        Mfst built = machine.build();
        assertThat(MachineCheck.of(built, CanonicalForm.of(built, 0)).get(0).message())
                .isEqualTo("whether marks name a path was not decided: the search for two paths with the same marks was"
                        + " given up; simplify the machine");
    }

    /** Cycles are found exactly where brute force finds one on an accepting path. */
    @Tag("slow")
    @Test
    void cyclesAgreeWithBruteForce() {
        int cyclic = 0;
        for (long seed = 0; seed < 1_500; seed++) {
            Mfst machine = new RandomMachines(seed).wellMarked();
            boolean found = MachineCheck.of(machine).stream().anyMatch(f -> f.kind() == Finding.Kind.CYCLES);
            boolean expected = false;
            for (int q = 0; q < machine.states(); q++) {
                expected |= Simplify.useful(machine).get(q) && returnsSilently(machine, q, q, machine.states());
            }
            assertThat(found).as("seed %d", seed).isEqualTo(expected);
            cyclic += found ? 1 : 0;
        }
        assertThat(cyclic).isGreaterThan(50);
    }

    private static boolean returnsSilently(Mfst machine, int from, int to, int arcsLeft) {
        for (int a = machine.firstArc(from); a < machine.endArc(from) && arcsLeft > 0; a++) {
            boolean silent = machine.length(a, Tape.INPUT) + machine.length(a, Tape.OUTPUT) == 0;
            if (silent && (machine.target(a) == to || returnsSilently(machine, machine.target(a), to, arcsLeft - 1))) {
                return true;
            }
        }
        return false;
    }
}
