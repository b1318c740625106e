package org.espalier.fst;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A machine whose arcs emit symbols as early as its states allow: each arc carries the symbols that all paths from its
 * target have in common, without those that its source has emitted already. Machines that differ only in where along an
 * arc or a chain the symbols stand become equal. Arcs keep their numbers.
 */
final class PushedMachine {
    final Mfst machine;
    /** The input and output string of each arc, or null for an arc that lies on no accepting path. */
    final @Nullable IntString[] in;

    final @Nullable IntString[] out;
    /** The strings that every path reads and writes first. */
    final IntString startIn;

    final IntString startOut;

    private PushedMachine(
            Mfst machine, @Nullable IntString[] in, @Nullable IntString[] out, IntString startIn, IntString startOut) {
        this.machine = machine;
        this.in = in;
        this.out = out;
        this.startIn = startIn;
        this.startOut = startOut;
    }

    /** Pushes the symbols of a machine. Complexity: linear in the arcs times the longest string that is pushed. */
    static PushedMachine of(Mfst machine) {
        BitSet useful = Simplify.useful(machine);
        if (!useful.get(machine.initial())) {
            @Nullable IntString[] none = new @Nullable IntString[machine.arcs()];
            return new PushedMachine(machine, none, none, IntString.EMPTY, IntString.EMPTY);
        }
        IntString[] input = potentials(machine, useful, Tape.INPUT);
        IntString[] output = potentials(machine, useful, Tape.OUTPUT);
        return new PushedMachine(
                machine,
                labels(machine, useful, Tape.INPUT, input),
                labels(machine, useful, Tape.OUTPUT, output),
                input[machine.initial()],
                output[machine.initial()]);
    }

    /**
     * Computes the potentials on one tape. Useless states become final states without incoming arcs, so that they
     * affect no other state.
     */
    private static IntString[] potentials(Mfst machine, BitSet useful, Tape tape) {
        int[] firstArc = new int[machine.states() + 1];
        int[] target = new int[machine.arcs()];
        IntString[] label = new IntString[machine.arcs()];
        @Nullable IntString[] end = new @Nullable IntString[machine.states()];
        int next = 0;
        for (int q = 0; q < machine.states(); q++) {
            end[q] = machine.isFinal(q) || !useful.get(q) ? IntString.EMPTY : null;
            for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
                if (useful.get(q) && useful.get(machine.target(a))) {
                    target[next] = machine.target(a);
                    label[next++] = IntString.of(machine.label(a, tape));
                }
            }
            firstArc[q + 1] = next;
        }
        return Potentials.of(firstArc, Arrays.copyOf(target, next), label, end);
    }

    private static @Nullable IntString[] labels(Mfst machine, BitSet useful, Tape tape, IntString[] potential) {
        @Nullable IntString[] result = new @Nullable IntString[machine.arcs()];
        for (int a = 0; a < result.length; a++) {
            int from = machine.source(a);
            int to = machine.target(a);
            if (useful.get(from) && useful.get(to)) {
                result[a] = IntString.of(machine.label(a, tape))
                        .concat(potential[to])
                        .drop(potential[from].length());
            }
        }
        return result;
    }
}
