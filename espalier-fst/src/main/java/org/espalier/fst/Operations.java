package org.espalier.fst;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.espalier.fst.base.LimitException;
import org.jspecify.annotations.Nullable;

/**
 * Transforms machines. A machine denotes a relation, a set of triples (x, y, ω), and each operation returns a machine
 * for exactly the relation that its comment defines. All operations but {@link #trim} return a compact machine: no arc
 * is empty on all tapes, every state is useful, and equal states are merged. Alphabets are united by the names of the
 * symbols and keep symbols that no arc uses.
 *
 * <p>Complexities are stated for operands without arcs that are empty on all tapes, which is what every operation
 * returns. The size of a machine is the number of its states, arcs and symbols on arcs.
 */
public final class Operations {
    private static final int[] NONE = {};

    private Operations() {}

    /**
     * Returns a machine that generates every triple that at least one of the machines generates.
     *
     * <p>Complexity: linear in the size of the machines, plus {@link #compact}.
     */
    public static Mfst union(Mfst... machines) {
        return union(List.of(machines));
    }

    /**
     * Returns a machine that generates every triple that at least one of the machines generates; for an empty list, no
     * triple.
     *
     * <p>Complexity: linear in the size of the machines, plus {@link #compact}.
     */
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

    /**
     * Returns a machine that generates the concatenations, on all tapes, of one triple of each machine, in this order.
     *
     * <p>Complexity: linear in the size of the machines, plus {@link #compact}.
     */
    public static Mfst concat(Mfst... machines) {
        return concat(List.of(machines));
    }

    /**
     * Returns a machine that generates the concatenations, on all tapes, of one triple of each machine, in this order;
     * for an empty list, the triple of empty strings.
     *
     * <p>Complexity: linear in the size of the machines, plus {@link #compact}.
     */
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

    /**
     * Returns a machine that generates the concatenations of zero or more triples of the machine.
     *
     * <p>Complexity: linear in the size of the machine, plus {@link #compact}.
     */
    public static Mfst star(Mfst machine) {
        Mfst.Builder result = Mfst.builder();
        int hub = result.state();
        int shift = embed(machine, result);
        emptyArc(result, hub, machine.initial() + shift);
        joinFinals(machine, result, shift, hub);
        return Simplify.compact(result.accept(hub).build());
    }

    /**
     * Returns a machine that generates the concatenations of one or more triples of the machine.
     *
     * <p>Complexity: linear in the size of the machine, plus {@link #compact}.
     */
    public static Mfst plus(Mfst machine) {
        return concat(machine, star(machine));
    }

    /**
     * Returns a machine that generates the triples of the machine and the triple of empty strings.
     *
     * <p>Complexity: linear in the size of the machine, plus {@link #compact}.
     */
    public static Mfst option(Mfst machine) {
        return union(machine, Machines.epsilon());
    }

    /**
     * Returns a machine that generates (y, x, ω) where the machine generates (x, y, ω).
     *
     * <p>Complexity: linear in the size of the machine, plus {@link #compact}.
     */
    public static Mfst invert(Mfst machine) {
        return withTapes(machine, Tape.OUTPUT, Tape.INPUT, Tape.MARKS);
    }

    /**
     * Returns a machine that generates the triples of the machine with all tapes emptied but the given ones.
     *
     * <p>Complexity: linear in the size of the machine, plus {@link #compact}.
     */
    public static Mfst project(Mfst machine, Tape first, Tape... others) {
        Set<Tape> keep = EnumSet.of(first, others);
        return withTapes(
                machine,
                keep.contains(Tape.INPUT) ? Tape.INPUT : null,
                keep.contains(Tape.OUTPUT) ? Tape.OUTPUT : null,
                keep.contains(Tape.MARKS) ? Tape.MARKS : null);
    }

    /**
     * Returns a machine that generates the triples of the machine with the strings on all tapes reversed.
     *
     * <p>Complexity: linear in the size of the machine, plus {@link #compact}.
     */
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

    /**
     * Returns a machine without the states and arcs that lie on no accepting path. The others keep their order.
     *
     * <p>Complexity: linear in the size of the machine.
     */
    public static Mfst trim(Mfst machine) {
        return Simplify.trim(machine);
    }

    /**
     * Returns a machine for the same relation with few states: empty arcs and useless states are removed, and equal
     * states are merged.
     *
     * <p>Complexity: removing empty arcs is linear in the sum of the states' ε-closures, with their arcs. Merging
     * computes O(arcs · log states) signatures, each a sort of the arcs of one state.
     */
    public static Mfst compact(Mfst machine) {
        return Simplify.compact(machine);
    }

    /**
     * Returns a machine that generates (x, z, ω·ω') where the first machine generates (x, y, ω) and the second (y, z,
     * ω'). A joint arc carries the marks of both arcs, the first machine's before the second's. There is exactly one
     * path for each pair of matching paths: where both machines can move without the other, the first moves first.
     *
     * <p>Complexity: O((n1 + m1) · (n2 + m2)) for machines of n1 and n2 states and m1 and m2 arcs, counting only
     * reachable pairs of states, plus {@link #compact}.
     *
     * @throws LimitException if the composition has more states or symbols than a fixed limit
     */
    public static Mfst compose(Mfst first, Mfst second) {
        return Simplify.compact(new Compose(first, second).run());
    }

    /**
     * Returns the {@linkplain #compose(Mfst, Mfst) composition} of two machines, with a limit on its arcs. Arcs that
     * lie on no accepting path count too: they are known only when all arcs exist.
     *
     * <p>Complexity: as without the limit; work also stops at the limit.
     *
     * @param maxArcs the largest number of arcs of the composition, also while its empty arcs are replaced
     * @throws LimitException if a limit is exceeded
     */
    public static Mfst compose(Mfst first, Mfst second, int maxArcs) {
        return Simplify.compact(new Compose(first, second, maxArcs).run(), maxArcs);
    }

    /** Copies states and arcs into a builder, matching symbols by name, and returns the offset of the copied states. */
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

    /** Returns a machine each of whose tapes is a tape of the given machine, or empty where that tape is null. */
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
