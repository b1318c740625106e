package org.espalier.fst;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.fst.base.LimitException;

/**
 * Composes two machines, starting from the pair of their initial states.
 *
 * <p>A state is (q1, q2, f). Between two symbols that both machines share, the first may move without output and the
 * second without input. The filter f allows only one interleaving of such moves, those of the first before those of the
 * second: f becomes 1 when the second moves without the first, and then the first may not move without the second until
 * the next shared symbol.
 *
 * <p>An arc whose shared label is longer than one symbol is first cut into a chain, with its other labels on the first
 * piece, so that one step matches at most one symbol.
 */
final class Compose {
    static final int MAX_STATES = 5_000_000;
    /**
     * The limit on symbols. Marks are concatenated, so labels double when a machine is composed with itself, even if
     * the number of arcs does not.
     */
    static final int MAX_SYMBOLS = 40_000_000;
    /** The number of symbols per arc that take about as much memory as the rest of the arc. */
    static final int SYMBOLS_PER_ARC = 8;

    private static final int[] NONE = {};
    private static final int NO_ARC = -1;

    private final Mfst first;
    private final Mfst second;
    private final Mfst.Builder result;
    private final int maxArcs;
    private final long maxSymbols;
    private final int[] firstMarks;
    private final int[] secondMarks;
    private final Long2IntOpenHashMap number = new Long2IntOpenHashMap();
    private final LongArrayList todo = new LongArrayList();
    /** For each output symbol of the first machine, its number in the input alphabet of the second, or -1. */
    private final int[] joined;

    Compose(Mfst first, Mfst second) {
        this(first, second, Integer.MAX_VALUE);
    }

    Compose(Mfst first, Mfst second, int maxArcs) {
        this.maxArcs = maxArcs;
        maxSymbols = Math.min(MAX_SYMBOLS, (long) SYMBOLS_PER_ARC * maxArcs);
        this.first = unitLabels(first, Tape.OUTPUT);
        this.second = unitLabels(second, Tape.INPUT);
        result = Mfst.builder(first.input(), second.output(), Alphabet.empty());
        firstMarks = result.marks().addAll(first.marks().symbols());
        secondMarks = result.marks().addAll(second.marks().symbols());
        joined = second.input().ids(first.output().symbols());
        number.defaultReturnValue(-1);
    }

    Mfst run() {
        result.initial(state(first.initial(), second.initial(), 0));
        for (int from = 0; from < todo.size(); from++) {
            long key = todo.getLong(from);
            int filter = (int) (key & 1);
            long pair = key >>> 1;
            expand(from, (int) (pair / second.states()), (int) (pair % second.states()), filter);
        }
        return result.build();
    }

    private void expand(int from, int q1, int q2, int filter) {
        if (first.isFinal(q1) && second.isFinal(q2)) {
            result.accept(from);
        }
        for (int a = first.firstArc(q1); a < first.endArc(q1); a++) {
            if (first.length(a, Tape.OUTPUT) > 0) {
                match(from, a, q2, joined[first.symbol(a, Tape.OUTPUT, 0)]);
            } else if (filter == 0) {
                arc(from, state(first.target(a), q2, 0), a, NO_ARC);
            }
        }
        for (int b = second.firstArc(q2); b < second.endArc(q2); b++) {
            if (second.length(b, Tape.INPUT) == 0) {
                arc(from, state(q1, second.target(b), 1), NO_ARC, b);
            }
        }
    }

    private void match(int from, int a, int q2, int symbol) {
        if (symbol < 0) {
            return;
        }
        for (int b = second.firstArc(q2); b < second.endArc(q2); b++) {
            if (second.length(b, Tape.INPUT) > 0 && second.symbol(b, Tape.INPUT, 0) == symbol) {
                arc(from, state(first.target(a), second.target(b), 0), a, b);
            }
        }
    }

    /** Adds the arc that joins two arcs, or a copy of one arc if the other is {@link #NO_ARC}. */
    private void arc(int from, int to, int a, int b) {
        if (result.arcs() == maxArcs) {
            throw new LimitException("the composition of a machine of " + first.arcs() + " arcs with one of "
                    + second.arcs() + " has more than the limit of " + maxArcs + " arcs; compose smaller machines");
        }
        int marksOfFirst = length(first, a, Tape.MARKS);
        long marks = (long) marksOfFirst + length(second, b, Tape.MARKS);
        if (marks + length(first, a, Tape.INPUT) + length(second, b, Tape.OUTPUT) + result.symbols() > maxSymbols) {
            throw new LimitException("the arcs of a composition carry more than the limit of " + maxSymbols
                    + " symbols together, marks included; compose machines with fewer marks");
        }
        int[] joint = new int[(int) marks];
        for (int k = 0; k < marksOfFirst; k++) {
            joint[k] = firstMarks[first.symbol(a, Tape.MARKS, k)];
        }
        for (int k = marksOfFirst; k < joint.length; k++) {
            joint[k] = secondMarks[second.symbol(b, Tape.MARKS, k - marksOfFirst)];
        }
        result.arc(
                from,
                to,
                a == NO_ARC ? NONE : first.label(a, Tape.INPUT),
                b == NO_ARC ? NONE : second.label(b, Tape.OUTPUT),
                joint);
    }

    private static int length(Mfst machine, int arc, Tape tape) {
        return arc == NO_ARC ? 0 : machine.length(arc, tape);
    }

    private int state(int q1, int q2, int filter) {
        long key = ((long) q1 * second.states() + q2) << 1 | filter;
        int known = number.get(key);
        if (known >= 0) {
            return known;
        }
        if (number.size() == MAX_STATES) {
            throw new LimitException("the composition of a machine of " + first.states() + " states with one of "
                    + second.states() + " has more than the limit of " + MAX_STATES
                    + " states; compose smaller machines");
        }
        int made = result.state();
        number.put(key, made);
        todo.add(key);
        return made;
    }

    /** Cuts arcs so that each has at most one symbol on a tape. The other labels stay on the first piece. */
    private static Mfst unitLabels(Mfst machine, Tape tape) {
        if (IntStream.range(0, machine.arcs()).allMatch(a -> machine.length(a, tape) <= 1)) {
            return machine;
        }
        Mfst.Builder result =
                Mfst.builder(machine.input(), machine.output(), machine.marks()).statesOf(machine);
        for (int a = 0; a < machine.arcs(); a++) {
            int[] label = machine.label(a, tape);
            int from = machine.source(a);
            for (int k = 0; k + 1 < label.length; k++) {
                int to = result.state();
                piece(machine, a, tape, k, k + 1, from, to, result);
                from = to;
            }
            piece(machine, a, tape, Math.max(0, label.length - 1), label.length, from, machine.target(a), result);
        }
        return result.build();
    }

    /** Adds one piece of an arc, with symbols {@code start … end-1} of the label that is cut. */
    private static void piece(
            Mfst machine, int arc, Tape tape, int start, int end, int from, int to, Mfst.Builder result) {
        int[] cut = Arrays.copyOfRange(machine.label(arc, tape), start, end);
        boolean isFirst = start == 0;
        result.arc(
                from,
                to,
                tape == Tape.INPUT ? cut : isFirst ? machine.label(arc, Tape.INPUT) : NONE,
                tape == Tape.OUTPUT ? cut : isFirst ? machine.label(arc, Tape.OUTPUT) : NONE,
                isFirst ? machine.label(arc, Tape.MARKS) : NONE);
    }
}
