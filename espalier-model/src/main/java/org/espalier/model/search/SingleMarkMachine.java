package org.espalier.model.search;

import org.espalier.fst.CanonicalForm;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;

/**
 * A machine whose arcs have at most one mark, with its labels unpacked. It is the canonical form if there is one, in which a
 * mark string determines the output; otherwise the machine itself, with each arc of several marks split into a chain.
 */
final class SingleMarkMachine {
    static final int NO_MARK = -1;

    private static final int[] NONE = {};

    final Mfst machine;
    final int[] mark;
    final int[][] in;
    final int[][] out;

    private SingleMarkMachine(Mfst machine) {
        this.machine = machine;
        int arcs = machine.arcs();
        mark = new int[arcs];
        in = new int[arcs][];
        out = new int[arcs][];
        for (int a = 0; a < arcs; a++) {
            mark[a] = machine.length(a, Tape.MARKS) == 0 ? NO_MARK : machine.symbol(a, Tape.MARKS, 0);
            in[a] = machine.label(a, Tape.INPUT);
            out[a] = machine.label(a, Tape.OUTPUT);
        }
    }

    static SingleMarkMachine of(Lattices lattices) {
        return new SingleMarkMachine(split(
                lattices.form() instanceof CanonicalForm.Found found
                        ? found.machine().toMfst()
                        : lattices.machine()));
    }

    /** Splits arcs with several marks. The first arc of a chain reads and writes all symbols. */
    private static Mfst split(Mfst machine) {
        Mfst.Builder result =
                Mfst.builder(machine.input(), machine.output(), machine.marks()).statesOf(machine);
        for (int a = 0; a < machine.arcs(); a++) {
            int[] marks = machine.label(a, Tape.MARKS);
            int from = machine.source(a);
            for (int k = 0; k < Math.max(1, marks.length); k++) {
                int to = k + 1 < marks.length ? result.state() : machine.target(a);
                result.arc(
                        from,
                        to,
                        k == 0 ? machine.label(a, Tape.INPUT) : NONE,
                        k == 0 ? machine.label(a, Tape.OUTPUT) : NONE,
                        marks.length == 0 ? NONE : new int[] {marks[k]});
                from = to;
            }
        }
        return result.build();
    }
}
