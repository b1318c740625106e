package org.espalier.fst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.List;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LegalMarksTest {
    private static final int MAX_MARKS = 4;
    private static final int EOS = RandomMachines.MARKS.size();

    private int prefixes;
    private int withSeveral;
    private int atEnds;

    /** The oracle reads prefixes through the machine x ∘ T itself, of which only useful states are kept. */
    @Tag("slow")
    @Test
    void legalMarksAreThoseOfTheComposedMachine() {
        long firstSeed = 20261118;
        for (long seed = firstSeed; seed < firstSeed + 4000; seed++) {
            RandomMachines random = new RandomMachines(seed);
            Mfst machine = random.wellMarked();
            Lattices lattices = Lattices.of(machine);
            if (lattices.form() instanceof CanonicalForm.Found found) {
                int[] x = random.string(4, RandomMachines.INPUT.size());
                MarkReader composed = MarkReader.of(Lattices.of(Operations.compose(acceptor(x), machine)));
                LegalMarks marks = LegalMarks.of(lattices);
                if (composed.empty().isOnAPath()) {
                    check(
                            seed,
                            found.machine(),
                            marks,
                            marks.of(x),
                            marks.initial(),
                            marks.initialPosition(),
                            composed.empty(),
                            0);
                }
            }
        }
        System.out.printf(
                "seeds from %d: %d prefixes, %d with several marks, %d that may end%n",
                firstSeed, prefixes, withSeveral, atEnds);
        assertThat(Math.min(withSeveral, atEnds)).isGreaterThan(500);
    }

    private void check(
            long seed,
            CanonicalMfst machine,
            LegalMarks marks,
            LegalMarks.OfInput ofInput,
            int state,
            int position,
            MarkReader.ReadPrefix prefix,
            int length) {
        IntSet expected = new IntAVLTreeSet();
        for (int mark = 0; mark < EOS; mark++) {
            if (prefix.then(mark).isOnAPath()) {
                expected.add(mark);
            }
        }
        if (prefix.pair().isPresent()) {
            expected.add(EOS);
            atEnds++;
        }
        IntSet found = new IntAVLTreeSet();
        ofInput.forEach(state, position, found::add);
        assertThat(found).as("seed %d, after %d marks", seed, length).isEqualTo(expected);
        prefixes++;
        withSeveral += found.size() > 1 ? 1 : 0;
        for (int mark : found.toIntArray()) {
            if (mark < EOS && length < MAX_MARKS) {
                int next = marks.next(state, mark);
                int arc = Arrays.binarySearch(machine.mark, machine.firstArc[state], machine.firstArc[state + 1], mark);
                int read = position + machine.length(machine.in[arc]);
                check(seed, machine, marks, ofInput, next, read, prefix.then(mark), length + 1);
            }
        }
    }

    /** Returns a machine without marks that reads and writes x. */
    private static Mfst acceptor(int[] x) {
        Mfst.Builder result = Mfst.builder(RandomMachines.INPUT, RandomMachines.INPUT, RandomMachines.MARKS);
        int state = result.state();
        for (int symbol : x) {
            int next = result.state();
            result.arc(state, next, new int[] {symbol}, new int[] {symbol}, new int[0]);
            state = next;
        }
        return result.accept(state).build();
    }

    @Test
    void inputThatNoPathReadsAllowsNothing() {
        Mfst machine = Machines.arc(List.of("a"), List.of("b"), List.of("m"));
        LegalMarks marks = LegalMarks.of(Lattices.of(machine));
        IntSet found = new IntAVLTreeSet();
        marks.of().forEach(marks.initial(), marks.initialPosition(), found::add);
        marks.of(0, 0).forEach(marks.initial(), marks.initialPosition(), found::add);
        marks.of(7).forEach(marks.initial(), marks.initialPosition(), found::add);
        assertThat(found).isEmpty();
        assertThatThrownBy(() -> marks.next(marks.next(marks.initial(), 0), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no path of the machine continues with mark 0");
    }

    @Test
    void machineWithoutCanonicalFormIsRefused() {
        Mfst.Builder machine = Mfst.builder(RandomMachines.INPUT, RandomMachines.OUTPUT, RandomMachines.MARKS);
        int state = machine.state();
        machine.arc(state, state, "a", "", "m").arc(state, state, "b", "", "m").accept(state);
        assertThatThrownBy(() -> LegalMarks.of(Lattices.of(machine.build())))
                .isInstanceOf(EspalierException.class)
                .hasMessageStartingWith(
                        "the marks that an input allows are known only for a machine with a canonical form: ");
    }
}
