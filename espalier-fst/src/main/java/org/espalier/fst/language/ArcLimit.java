package org.espalier.fst.language;

import java.util.Locale;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.base.LimitException;

/**
 * The limit on the arcs of a program's machines, checked before the arcs are created. All definitions together may have
 * twice as many arcs, so that the largest machine can be built from another of its size.
 */
final class ArcLimit {
    /** The number of symbols per arc that take about as much memory as the rest of the arc. */
    private static final int SYMBOLS_PER_ARC = 8;

    private final ProgramSource source;
    private final int limit;
    private long kept;

    ArcLimit(ProgramSource source, int limit) {
        this.source = source;
        this.limit = limit;
    }

    /**
     * Returns the number of arcs that a machine counts as: more than it has if it has more than eight symbols per arc.
     */
    static long arcs(Mfst machine) {
        return arcs(machine, 0, machine.arcs());
    }

    /** Returns the number of arcs that the arcs of one state count as. */
    static long arcsFrom(Mfst machine, int state) {
        return arcs(machine, machine.firstArc(state), machine.endArc(state));
    }

    private static long arcs(Mfst machine, int first, int end) {
        long symbols = 0;
        for (int a = first; a < end; a++) {
            for (Tape tape : Tape.values()) {
                symbols += machine.length(a, tape);
            }
        }
        return Math.max(end - first, symbols / SYMBOLS_PER_ARC);
    }

    /** Returns the limit. */
    int arcs() {
        return limit;
    }

    /** Returns the error of an operation with a place in the program. */
    LimitException at(SourcePosition at, LimitException e) {
        return source.limit(at, String.valueOf(e.getMessage()));
    }

    /** Counts the arcs of a machine that is kept until the end. */
    void keep(SourcePosition at, long arcs) {
        kept = plus(kept, arcs);
        if (kept > times(2, limit)) {
            throw source.limit(
                    at,
                    "the definitions up to here have " + number(kept) + " arcs together, more than twice"
                            + limitAndRemedy());
        }
    }

    /**
     * Checks that arcs may be created.
     *
     * @param arcs the number of arcs to create, or an upper bound
     * @param what the construct that creates them, as the subject of a sentence
     */
    void require(SourcePosition at, long arcs, String what) {
        if (arcs > limit) {
            throw source.limit(
                    at,
                    what + " would make up to " + (arcs == Long.MAX_VALUE ? "countless" : number(arcs))
                            + " arcs, more than" + limitAndRemedy());
        }
    }

    private String limitAndRemedy() {
        return " the limit maxArcs of " + number(limit) + "; use fewer symbols, or raise the limit";
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns the sum of two non-negative numbers, or the largest long if it overflows. */
    static long plus(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    /** Returns the product of two non-negative numbers, or the largest long if it overflows. */
    static long times(long a, long b) {
        return b != 0 && a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }
}
