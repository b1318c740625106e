package org.espalier.fst;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.espalier.fst.base.LimitException;
import org.jspecify.annotations.Nullable;

/**
 * Transforms machines. Each result denotes exactly the relation that its definition says, as a set of triples (x, y, ω),
 * and all but {@link #trim} make it compact: no arc is empty on all tapes, every state is useful, equal states are one.
 * Alphabets are united by the symbols' names, and keep symbols that no arc uses.
 */
public final class Operations {
    private static final int[] NONE = {};

    private Operations() {}

    /** What any of the machines generates. */
    public static Mfst union(Mfst... machines) {
        return union(List.of(machines));
    }

    /** What any of the machines generates; of no machines, nothing. */
    public static Mfst union(List<Mfst> machines) {
        Mfst.Builder result = Mfst.builder();
        int start = result.state();
        for (Mfst machine : machines) {
            int shift = embed(machine, result);
            emptyArc(result, start, machine.initial() + shift);
            acceptAll(machine, result, shift);
        }
        return Simplify.compact(result.build());
    }

    /** A string of the first machine, then one of the second, and so on, on all tapes. */
    public static Mfst concat(Mfst... machines) {
        return concat(List.of(machines));
    }

    /** A string of the first machine, then one of the second, and so on; of no machines, the empty strings. */
    public static Mfst concat(List<Mfst> machines) {
        Mfst.Builder result = Mfst.builder();
        int end = result.state();
        for (Mfst machine : machines) {
            int shift = embed(machine, result);
            emptyArc(result, end, machine.initial() + shift);
            end = result.state();
            joinFinals(machine, result, shift, end);
        }
        return Simplify.compact(result.accept(end).build());
    }

    /** Any number of strings of the machine, one after another. */
    public static Mfst star(Mfst machine) {
        Mfst.Builder result = Mfst.builder();
        int hub = result.state();
        int shift = embed(machine, result);
        emptyArc(result, hub, machine.initial() + shift);
        joinFinals(machine, result, shift, hub);
        return Simplify.compact(result.accept(hub).build());
    }

    /** One or more strings of the machine, one after another. */
    public static Mfst plus(Mfst machine) {
        return concat(machine, star(machine));
    }

    /** A string of the machine or nothing. */
    public static Mfst option(Mfst machine) {
        return union(machine, Machines.epsilon());
    }

    /** Exchanges input and output; marks stay. */
    public static Mfst invert(Mfst machine) {
        return withTapes(machine, Tape.OUTPUT, Tape.INPUT, Tape.MARKS);
    }

    /** Keeps some tapes and empties the others. */
    public static Mfst project(Mfst machine, Tape first, Tape... others) {
        Set<Tape> keep = EnumSet.of(first, others);
        return withTapes(
                machine,
                keep.contains(Tape.INPUT) ? Tape.INPUT : null,
                keep.contains(Tape.OUTPUT) ? Tape.OUTPUT : null,
                keep.contains(Tape.MARKS) ? Tape.MARKS : null);
    }

    /** The mirror image of every string on every tape. */
    public static Mfst reverse(Mfst machine) {
        Mfst.Builder result = Mfst.builder(machine.input(), machine.output(), machine.marks());
        for (int q = 0; q < machine.states(); q++) {
            result.state();
        }
        for (int a = 0; a < machine.arcs(); a++) {
            result.arc(
                    machine.target(a),
                    machine.source(a),
                    reversed(machine.label(a, Tape.INPUT)),
                    reversed(machine.label(a, Tape.OUTPUT)),
                    reversed(machine.label(a, Tape.MARKS)));
        }
        int start = result.state();
        for (int q = 0; q < machine.states(); q++) {
            if (machine.isFinal(q)) {
                emptyArc(result, start, q);
            }
        }
        return Simplify.compact(result.initial(start).accept(machine.initial()).build());
    }

    /** Without states and arcs that lie on no accepting path; what stays keeps its order. */
    public static Mfst trim(Mfst machine) {
        return Simplify.trim(machine);
    }

    /** The same relation on few states: no empty arcs, no useless states, equal states merged. */
    public static Mfst compact(Mfst machine) {
        return Simplify.compact(machine);
    }

    /**
     * Joins the output of the first machine with the input of the second. A joint arc carries the marks of both, the
     * first machine's before the second's. There is exactly one path for each pair of matching paths: where both
     * machines could move alone, the first moves first.
     */
    public static Mfst compose(Mfst first, Mfst second) {
        return Simplify.compact(new Compose(first, second).run());
    }

    /**
     * The same, but gives up with a {@link LimitException} where more arcs than this would be made. Arcs that lie on no
     * accepting path count too: they are only known once all are made.
     */
    public static Mfst compose(Mfst first, Mfst second, int maxArcs) {
        return Simplify.compact(new Compose(first, second, maxArcs).run());
    }

    /** Copies states and arcs, with symbols matched by name, and returns how far states were shifted. */
    private static int embed(Mfst machine, Mfst.Builder result) {
        int[] input = result.input().addAll(machine.input().symbols());
        int[] output = result.output().addAll(machine.output().symbols());
        int[] marks = result.marks().addAll(machine.marks().symbols());
        int shift = result.states();
        for (int q = 0; q < machine.states(); q++) {
            result.state();
        }
        for (int a = 0; a < machine.arcs(); a++) {
            result.arc(
                    machine.source(a) + shift,
                    machine.target(a) + shift,
                    map(machine.label(a, Tape.INPUT), input),
                    map(machine.label(a, Tape.OUTPUT), output),
                    map(machine.label(a, Tape.MARKS), marks));
        }
        return shift;
    }

    private static void acceptAll(Mfst machine, Mfst.Builder result, int shift) {
        for (int q = 0; q < machine.states(); q++) {
            if (machine.isFinal(q)) {
                result.accept(q + shift);
            }
        }
    }

    private static void joinFinals(Mfst machine, Mfst.Builder result, int shift, int to) {
        for (int q = 0; q < machine.states(); q++) {
            if (machine.isFinal(q)) {
                emptyArc(result, q + shift, to);
            }
        }
    }

    /** The machine with each tape taken from a tape of another, or emptied where that is null. */
    private static Mfst withTapes(Mfst machine, @Nullable Tape input, @Nullable Tape output, @Nullable Tape marks) {
        Mfst.Builder result = Mfst.builder(
                        alphabet(machine, input), alphabet(machine, output), alphabet(machine, marks))
                .statesOf(machine);
        for (int a = 0; a < machine.arcs(); a++) {
            result.arc(
                    machine.source(a),
                    machine.target(a),
                    label(machine, a, input),
                    label(machine, a, output),
                    label(machine, a, marks));
        }
        return Simplify.compact(result.build());
    }

    private static Alphabet alphabet(Mfst machine, @Nullable Tape tape) {
        return tape == null ? Alphabet.empty() : machine.alphabet(tape);
    }

    private static int[] label(Mfst machine, int arc, @Nullable Tape tape) {
        return tape == null ? NONE : machine.label(arc, tape);
    }

    private static void emptyArc(Mfst.Builder result, int from, int to) {
        result.arc(from, to, NONE, NONE, NONE);
    }

    static int[] map(int[] string, int[] number) {
        int[] mapped = new int[string.length];
        for (int k = 0; k < string.length; k++) {
            mapped[k] = number[string[k]];
        }
        return mapped;
    }

    private static int[] reversed(int[] string) {
        int[] result = new int[string.length];
        for (int k = 0; k < string.length; k++) {
            result[k] = string[string.length - 1 - k];
        }
        return result;
    }
}
