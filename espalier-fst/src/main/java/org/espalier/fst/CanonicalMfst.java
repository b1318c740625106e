package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The canonical form of a machine: the minimal machine with the same relation in which every arc has exactly one mark,
 * the arcs of a state have different marks, and symbols are emitted as soon as the marks so far determine them.
 *
 * <p>It depends only on the relation, so equivalent machines have the same canonical form. A final state may owe
 * symbols: it emits them as the path ends. Symbols that all paths begin with are emitted before the first mark. The
 * product of this machine with a pair is deterministic, so building a lattice needs no determinization.
 *
 * <p>States are numbered so that arcs that neither read nor write lead to higher numbers, unless these arcs form a
 * cycle.
 *
 * <p>Layout: the arcs of state s are {@code firstArc[s] … firstArc[s+1]-1}, ordered by mark. Arc a reads {@code in[a]}:
 * -1 for nothing, a symbol, or {@code -2-k} for the string {@code strings[k]}. The codes in {@code out[a]} are the
 * same, and those in {@code endIn[s]} and {@code endOut[s]} for the symbols that a final state owes ({@link #NOT_FINAL}
 * for other states).
 */
public final class CanonicalMfst {
    static final int NOTHING = -1;
    static final int NOT_FINAL = Integer.MIN_VALUE;

    final int initial;
    final int[] firstArc;
    final int[] mark;
    final int[] target;
    final int[] in;
    final int[] out;
    final int[] endIn;
    final int[] endOut;
    final IntString[] strings;
    final IntString startIn;
    final IntString startOut;
    final ArcIndex index;
    /** For each state whether it may equal another state at the same position of some lattice. */
    final boolean[] mergeCandidates;

    private final boolean silentlyAcyclic;
    private final Mfst machine;

    private CanonicalMfst(Builder b, IntString startIn, IntString startOut) {
        machine = b.machine;
        initial = b.initial;
        firstArc = b.firstArc.toIntArray();
        mark = b.mark.toIntArray();
        target = b.target.toIntArray();
        in = b.in.toIntArray();
        out = b.out.toIntArray();
        endIn = b.endIn.toIntArray();
        endOut = b.endOut.toIntArray();
        strings = b.strings.keySet().toArray(IntString[]::new);
        this.startIn = startIn;
        this.startOut = startOut;
        index = new ArcIndex(this);
        mergeCandidates = MergeCandidates.of(this);
        silentlyAcyclic = silentArcsLeadUp();
    }

    /** Returns whether all arcs that neither read nor write lead to higher states. */
    boolean isSilentlyAcyclic() {
        return silentlyAcyclic;
    }

    private boolean silentArcsLeadUp() {
        for (int s = 0; s < states(); s++) {
            for (int a = firstArc[s]; a < firstArc[s + 1]; a++) {
                if (isSilent(a) && target[a] <= s) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isSilent(int arc) {
        return in[arc] == NOTHING && out[arc] == NOTHING;
    }

    /** Returns the machine whose canonical form this is. */
    public Mfst machine() {
        return machine;
    }

    public int states() {
        return firstArc.length - 1;
    }

    public int arcs() {
        return target.length;
    }

    public boolean isFinal(int state) {
        return endIn[state] != NOT_FINAL;
    }

    /**
     * Returns the canonical form as an ordinary machine, for display. Symbols that are owed at an end or emitted before
     * the first mark get an arc without marks.
     *
     * <p>Complexity: linear in states, arcs and symbols.
     */
    public Mfst toMfst() {
        Mfst.Builder result = Mfst.builder(machine.input(), machine.output(), machine.marks());
        for (int s = 0; s < states(); s++) {
            result.state();
        }
        for (int s = 0; s < states(); s++) {
            for (int a = firstArc[s]; a < firstArc[s + 1]; a++) {
                result.arc(s, target[a], string(in[a]), string(out[a]), new int[] {mark[a]});
            }
        }
        for (int s = 0; s < endIn.length; s++) {
            if (endIn[s] == NOTHING && endOut[s] == NOTHING) {
                result.accept(s);
            } else if (isFinal(s)) {
                int end = result.state();
                result.arc(s, end, string(endIn[s]), string(endOut[s]), new int[0])
                        .accept(end);
            }
        }
        result.initial(initial);
        if (startIn.length() + startOut.length() > 0) {
            int start = result.state();
            result.arc(start, initial, startIn.toArray(), startOut.toArray(), new int[0])
                    .initial(start);
        }
        return result.build();
    }

    /** Returns the string that a code stands for. */
    private int[] string(int code) {
        return switch (code) {
            case NOTHING -> new int[0];
            default -> code >= 0 ? new int[] {code} : strings[-2 - code].toArray();
        };
    }

    /** Returns the number of symbols of a code. */
    int length(int code) {
        return code == NOTHING ? 0 : code >= 0 ? 1 : strings[-2 - code].length();
    }

    /** Returns the first symbol of a code, or -1 for the empty string. */
    int first(int code) {
        return code >= NOTHING ? code : strings[-2 - code].at(0);
    }

    /** Returns whether x and y begin with the symbols that are emitted before the first mark. */
    boolean startFits(int[] x, int[] y) {
        return startIn.isAt(x, 0) && startOut.isAt(y, 0);
    }

    /**
     * Returns whether a path that has matched i and j symbols at a final state matches all of x and y with what the
     * state owes.
     */
    boolean endsAt(int state, int[] x, int[] y, int i, int j) {
        return i + length(endIn[state]) == x.length
                && j + length(endOut[state]) == y.length
                && matches(endIn[state], x, i)
                && matches(endOut[state], y, j);
    }

    /** Returns whether a string continues with the symbols of a code at an index. */
    boolean matches(int code, int[] string, int at) {
        if (code >= NOTHING) {
            return code == NOTHING || (at < string.length && string[at] == code);
        }
        return strings[-2 - code].isAt(string, at);
    }

    @Override
    public String toString() {
        return "CanonicalMfst[" + states() + " states, " + arcs() + " arcs]";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CanonicalMfst that
                && initial == that.initial
                && Arrays.equals(firstArc, that.firstArc)
                && Arrays.equals(mark, that.mark)
                && Arrays.equals(target, that.target)
                && startIn.equals(that.startIn)
                && startOut.equals(that.startOut)
                && sameStrings(in, that, that.in)
                && sameStrings(out, that, that.out)
                && sameStrings(endIn, that, that.endIn)
                && sameStrings(endOut, that, that.endOut);
    }

    private boolean sameStrings(int[] codes, CanonicalMfst that, int[] thatCodes) {
        for (int k = 0; k < codes.length; k++) {
            boolean absent = codes[k] == NOT_FINAL;
            if (absent != (thatCodes[k] == NOT_FINAL)
                    || (!absent && !Arrays.equals(string(codes[k]), that.string(thatCodes[k])))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(mark) * 31 + Arrays.hashCode(target);
    }

    /** Collects states and arcs, state by state in the order of their numbers. */
    static final class Builder {
        private final Mfst machine;
        private final int initial;
        private final IntArrayList firstArc = IntArrayList.of(0);
        private final IntArrayList mark = new IntArrayList();
        private final IntArrayList target = new IntArrayList();
        private final IntArrayList in = new IntArrayList();
        private final IntArrayList out = new IntArrayList();
        private final IntArrayList endIn = new IntArrayList();
        private final IntArrayList endOut = new IntArrayList();
        private final Map<IntString, Integer> strings = new LinkedHashMap<>();

        /** Starts the canonical form of a machine. */
        Builder(Mfst machine, int initial) {
            this.machine = machine;
            this.initial = initial;
        }

        /** Adds an arc to the state that {@link #state} adds next. Its arcs come in increasing order of marks. */
        void arc(int arcMark, int to, IntString read, IntString written) {
            mark.add(arcMark);
            target.add(to);
            in.add(code(read));
            out.add(code(written));
        }

        /**
         * Adds a state, after its arcs.
         *
         * @param owedIn the input that is owed at the end, or null for a state that is not final
         * @param owedOut the output that is owed at the end, or null for a state that is not final
         */
        void state(@Nullable IntString owedIn, @Nullable IntString owedOut) {
            endIn.add(owedIn == null ? NOT_FINAL : code(owedIn));
            endOut.add(owedOut == null ? NOT_FINAL : code(owedOut));
            firstArc.add(mark.size());
        }

        private int code(IntString string) {
            if (string.length() < 2) {
                return string.length() == 0 ? NOTHING : string.at(0);
            }
            return -2 - strings.computeIfAbsent(string, key -> strings.size());
        }

        /** Builds the machine, given the strings that are emitted before the first mark. */
        CanonicalMfst build(IntString startIn, IntString startOut) {
            return new CanonicalMfst(this, startIn, startOut);
        }
    }
}
