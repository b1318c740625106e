package org.espalier.fst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.fst.base.LimitException;
import org.espalier.fst.dp.DynamicPrograms;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sizes of lattices against closed forms. */
class TaskMachinesTest {
    @Test
    void sizeOfDeletionInsertionLatticeMatchesClosedForm() {
        Mfst machine = TaskMachines.deletionInsertion(TaskMachines.symbols("a", 12), TaskMachines.symbols("b", 30));
        Lattices lattices = Lattices.of(machine);
        LatticeBuilder builder = lattices.builder();
        for (int m = 0; m <= 12; m += 3) {
            for (int n = 0; n <= 30; n += 5) {
                Lattice lattice = builder.build(TaskMachines.symbols("a", m), TaskMachines.symbols("b", n));
                assertThat(lattice.states()).isEqualTo(3 * m * n + 2 * (m + n) + 1);
                assertThat(lattice.arcs()).isEqualTo(4 * m * n + 2 * (m + n));
                assertThat(DynamicPrograms.countPaths(lattice)).isEqualTo(TaskMachines.binomial(m + n, n));
                assertThat(lattice.isCanonical()).isTrue();
            }
        }
    }

    @Test
    void sizeOfCipherLatticeMatchesClosedForm() {
        Mfst machine = TaskMachines.cipher(5, 26, 1);
        assertThat(machine.states()).isEqualTo(6);
        assertThat(machine.arcs()).isEqualTo(395);
        CanonicalMfst canonical = ((CanonicalForm.Found) CanonicalForm.of(machine)).machine();
        assertThat(canonical.states()).isEqualTo(406);
        assertThat(canonical.arcs()).isEqualTo(795);
    }

    /** After each of 2,000 pairs of an input and a character any of 30,000 arcs may follow; these are looked at once. */
    @Test
    @Tag("slow")
    void machineThatSpellsManySymbolsHasACanonicalForm() {
        int inputs = 100;
        int first = 20;
        int second = 14;
        Mfst.Builder builder = Mfst.builder();
        int state = builder.state();
        for (int a = 0; a < inputs; a++) {
            for (int c = 0; c < first; c++) {
                builder.arc(state, state, "a" + a, "c" + c, "<substitute> a" + a + " c" + c);
                for (int d = 0; d < second; d++) {
                    builder.arc(state, state, "a" + a, "c" + c + "d" + d, "<substitute> a" + a + " c" + c + " d" + d);
                }
            }
        }
        CanonicalForm form = CanonicalForm.of(builder.accept(state).build());
        assertThat(form).isInstanceOf(CanonicalForm.Found.class);
        CanonicalMfst canonical = ((CanonicalForm.Found) form).machine();
        assertThat(canonical.states()).isEqualTo(3 + first);
        assertThat(canonical.arcs()).isEqualTo(1 + inputs + first + first * (1 + second));
    }

    @Test
    void emptyLatticeReportsHowFarItMatched() {
        Mfst copy = Operations.star(Operations.union(
                Machines.arc(List.of("a"), List.of("a"), List.of("copy", "a")),
                Machines.arc(List.of("b"), List.of("b"), List.of("copy", "b"))));
        Lattice lattice = Lattices.of(copy).build(List.of("a", "b", "b"), List.of("a", "b", "a"));
        assertThat(lattice.isEmpty()).isTrue();
        assertThat(lattice.noPath().orElseThrow().describe(List.of("a", "b", "b"), List.of("a", "b", "a")))
                .isEqualTo(
                        "no path of the machine generates this pair: the furthest matched 2 of 3 input symbols and 2 of 3"
                                + " output symbols; next input symbol: b; next output symbol: a");
        Lattice unknown = Lattices.of(copy).build(List.of("a", "q"), List.of("z"));
        assertThat(unknown.noPath().orElseThrow().describe(List.of("a", "q"), List.of("z")))
                .isEqualTo("the machine has no input symbol q and no output symbol z");
    }

    @Test
    void startThatDoesNotFitIsReportedAlikeWithABoundOnMarks() {
        Mfst.Builder builder = Mfst.builder(Alphabet.of("a"), Alphabet.of("b", "c"), Alphabet.of("m"));
        int first = builder.state();
        int last = builder.state();
        Lattices lattices =
                Lattices.of(builder.arc(first, last, "a", "b", "m").accept(last).build());
        for (int maxMarks : List.of(0, 5)) {
            Lattice lattice = lattices.builder(LatticeOptions.DEFAULT.withMaxMarks(maxMarks))
                    .build(List.of("a"), List.of("c"));
            assertThat(lattice.noPath().orElseThrow().inputMatched()).isEqualTo(1);
            assertThat(lattice.noPath().orElseThrow().outputMatched()).isZero();
        }
    }

    /** The search for two such paths gives up here, and the pair is refused all the same. */
    @Test
    void longPairOfAnAmbiguousMachineIsRefused() {
        Mfst.Builder builder = Mfst.builder();
        int state = builder.state();
        Mfst machine = builder.accept(state)
                .arc(state, state, "a", "", "e")
                .arc(state, state, "", "b", "e")
                .build();
        LatticeBuilder lattices = Lattices.of(machine).builder();
        assertThatThrownBy(() -> lattices.build(new int[80], new int[80]))
                .isInstanceOf(AmbiguousMarksException.class)
                .hasMessage("the marks do not name a path: two paths of this pair have the same marks; a check of the"
                        + " machine shows an example");
    }

    /** Each of the deletions of the second machine is an empty arc of the composition, and all that follows is copied. */
    @Test
    void copiesForEmptyArcsCountTowardsTheLimitOfAComposition() {
        Mfst.Builder hidden = Mfst.builder();
        int last = hidden.state();
        for (int k = 0; k < 20; k++) {
            int next = hidden.state();
            hidden.arc(last, next, "", "b", "");
            last = next;
        }
        Mfst.Builder noise = Mfst.builder();
        int state = noise.state();
        noise.accept(state).arc(state, state, "b", "", "");
        TaskMachines.symbols("c", 20).forEach(c -> noise.arc(state, state, "", c, "insert " + c));
        Mfst first = hidden.accept(last).build();
        Mfst second = noise.build();
        assertThat(Operations.compose(first, second, 20_000).arcs()).isPositive();
        assertThatThrownBy(() -> Operations.compose(first, second, 1000))
                .isInstanceOf(LimitException.class)
                .hasMessageStartingWith("without its empty arcs, a machine of ")
                .hasMessageEndingWith(" arcs has more than the limit of 1000 arcs; compose smaller machines");
    }

    @Test
    void exceededLimitIsNamed() {
        Lattices lattices =
                Lattices.of(TaskMachines.deletionInsertion(TaskMachines.symbols("a", 3), TaskMachines.symbols("b", 3)));
        LatticeBuilder builder = lattices.builder(LatticeOptions.DEFAULT.withMaxStates(20));
        assertThatThrownBy(() -> builder.build(TaskMachines.symbols("a", 3), TaskMachines.symbols("b", 3)))
                .isInstanceOf(LimitException.class)
                .hasMessage("the lattice of this pair would have up to 48 states (3 canonical states at each of 4 by 4"
                        + " positions), more than the limit of 20 states; shorten the pair, or raise lattice.maxStates"
                        + " if memory allows");
        Lattice after = builder.build(TaskMachines.symbols("a", 1), TaskMachines.symbols("b", 1));
        assertThat(after.states()).isEqualTo(8);
    }
}
