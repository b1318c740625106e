package org.espalier.fst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AmbiguitySearchTest {
    /** Compares with the shortest two paths with the same marks, found by comparing all pairs of paths. */
    @Tag("slow")
    @Test
    void witnessesAreShortest() {
        int witnesses = 0;
        for (long seed = 0; seed < 3_000; seed++) {
            Mfst machine = new RandomMachines(seed).acyclic();
            List<MachineOracle.Path> paths = MachineOracle.paths(machine, 10).orElseThrow();
            int shortest = Integer.MAX_VALUE;
            int shortestSamePair = Integer.MAX_VALUE;
            for (int a = 0; a < paths.size(); a++) {
                for (int b = 0; b < a; b++) {
                    MachineOracle.Triple one = paths.get(a).strings();
                    MachineOracle.Triple other = paths.get(b).strings();
                    if (one.marks().equals(other.marks())) {
                        int arcs =
                                paths.get(a).arcs().size() + paths.get(b).arcs().size();
                        shortest = Math.min(shortest, arcs);
                        shortestSamePair = one.equals(other) ? Math.min(shortestSamePair, arcs) : shortestSamePair;
                    }
                }
            }
            Optional<PathsWithSameMarks> found = new AmbiguitySearch(machine).sameMarks();
            Optional<PathsWithSameMarks> samePair = new AmbiguitySearch(machine).samePair();
            assertThat(found.map(AmbiguitySearchTest::arcs).orElse(Integer.MAX_VALUE))
                    .as("seed %d", seed)
                    .isEqualTo(shortest);
            assertThat(samePair.map(AmbiguitySearchTest::arcs).orElse(Integer.MAX_VALUE))
                    .as("seed %d", seed)
                    .isEqualTo(shortestSamePair);
            if (found.isPresent()) {
                witnesses++;
                check(machine, found.get(), seed);
            }
            samePair.ifPresent(both -> assertThat(both.samePair()).isTrue());
        }
        assertThat(witnesses).isGreaterThan(300);
    }

    private static int arcs(PathsWithSameMarks witness) {
        return witness.first().arcs().size() + witness.second().arcs().size();
    }

    private static void check(Mfst machine, PathsWithSameMarks witness, long seed) {
        MachineOracle.Triple first =
                LatticeOracleTest.strings(machine, witness.first().arcs());
        MachineOracle.Triple second =
                LatticeOracleTest.strings(machine, witness.second().arcs());
        assertThat(witness.first()).as("seed %d", seed).isNotEqualTo(witness.second());
        assertThat(first.marks()).as("seed %d", seed).isEqualTo(second.marks());
        assertThat(witness.samePair()).isEqualTo(first.equals(second));
    }

    @Test
    void twinsViolationIsDescribed() {
        Mfst.Builder machine = Mfst.builder();
        int start = machine.state();
        int left = machine.state();
        int right = machine.state();
        int end = machine.state();
        machine.arc(start, left, "", "", "m").arc(start, right, "", "", "m");
        machine.arc(left, left, "a", "", "m").arc(right, right, "b", "", "m");
        machine.arc(left, end, "", "", "n").arc(right, end, "", "", "o").accept(end);
        CanonicalForm form = CanonicalForm.of(machine.build(), 10_000);
        assertThat(form)
                .isEqualTo(new CanonicalForm.Missing(
                        CanonicalForm.Reason.NO_TWINS,
                        "the twins property fails: after marks m two paths can both repeat m while what only one of them"
                                + " has emitted goes from (_ | _) to (a | b)"));
    }

    @Test
    void marksOfTwoPairsAreReportedWithBothPairs() {
        Mfst.Builder machine = Mfst.builder();
        int q = machine.state();
        machine.arc(q, q, "a", "", "m").arc(q, q, "b", "", "m").accept(q);
        assertThat(CanonicalForm.of(machine.build()))
                .isEqualTo(new CanonicalForm.Missing(
                        CanonicalForm.Reason.NOT_FUNCTIONAL,
                        "two paths have the same marks, m: [0 -a:_/m-> 0] generates (a, _), and [0 -b:_/m-> 0] generates"
                                + " (b, _)"));
    }
}
