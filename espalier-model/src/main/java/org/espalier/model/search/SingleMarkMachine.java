package org.espalier.model.search;

import org.espalier.fst.CanonicalForm;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;

/**
 * A machine whose arcs have one mark or none, with its labels at hand: the canonical form where there is one, so that a
 * mark string stands for one output, otherwise the machine itself, its arcs of several marks cut into chains.
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
        return new SingleMarkMachine(cut(
                lattices.form() instanceof CanonicalForm.Found found
                        ? found.machine().toMfst()
                        : lattices.machine()));
    }

    /** The first piece of an arc does all its reading and writing. */
    private static Mfst cut(Mfst machine) {
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
