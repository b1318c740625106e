package org.espalier.fst.language;

import java.util.Locale;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.base.LimitException;

/**
 * How many arcs a machine of a program may have; asked before the arcs are made. All definitions together may have
 * twice as many, so that the largest machine can be built from another of its size.
 */
final class ArcLimit {
    /** Labels this long take about as much memory as the rest of an arc. */
    private static final int SYMBOLS_PER_ARC = 8;

    private final ProgramSource source;
    private final int limit;
    private long kept;

    ArcLimit(ProgramSource source, int limit) {
        this.source = source;
        this.limit = limit;
    }

    /** Returns how many arcs a machine counts for: more than it has if it has more than eight symbols per arc. */
    static long arcs(Mfst machine) {
        return arcs(machine, 0, machine.arcs());
    }

    /** Returns how many arcs those of one state count for. */
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

    /** Returns the limit itself. */
    int arcs() {
        return limit;
    }

    /** Returns an operation's own error, at a place in the program. */
    LimitException at(SourcePosition at, LimitException e) {
        return source.limit(at, String.valueOf(e.getMessage()));
    }

    /** Counts the arcs of a machine that stays until the end. */
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
     * @param arcs how many arcs are about to be made, or an upper bound of that
     * @param what what makes them, as the subject of a sentence
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

    /** Returns the sum of two numbers that are not negative, or the largest number. */
    static long plus(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    /** Returns the product of two numbers that are not negative, or the largest number. */
    static long times(long a, long b) {
        return b != 0 && a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }
}
