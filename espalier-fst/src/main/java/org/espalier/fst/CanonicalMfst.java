package org.espalier.fst;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The canonical form of a machine: the one minimal machine with the same relation in which every arc has exactly one
 * mark, the arcs of a state have different marks, and symbols are emitted as soon as the marks so far determine them.
 *
 * <p>It depends only on the relation, so equivalent machines have the same one. Symbols may be owed at the end: a final
 * state emits them as the path ends. Symbols that all paths begin with are emitted before the first mark. The product
 * of this machine with a pair is deterministic as it is, which is what makes lattices cheap.
 *
 * <p>States are numbered so that arcs that neither read nor write lead to higher numbers, if they form no cycle.
 *
 * <p>Layout: the arcs of state s are {@code firstArc[s] … firstArc[s+1]-1}, ordered by mark. What an arc reads is
 * {@code in[a]}: -1 for nothing, a symbol, or {@code -2-k} for the string {@code strings[k]}; so {@code out[a]}, and
 * {@code endIn[s]}, {@code endOut[s]} for what a final state owes ({@link #NOT_FINAL} elsewhere).
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
    /** For each state whether, for some pair, another state at the same position can have the same future. */
    final boolean[] rivals;

    private final boolean silentlyAcyclic;
    private final Mfst machine;

    CanonicalMfst(
            Mfst machine,
            int initial,
            int[] firstArc,
            int[] mark,
            int[] target,
            int[] in,
            int[] out,
            int[] endIn,
            int[] endOut,
            IntString[] strings,
            IntString startIn,
            IntString startOut) {
        this.machine = machine;
        this.initial = initial;
        this.firstArc = firstArc;
        this.mark = mark;
        this.target = target;
        this.in = in;
        this.out = out;
        this.endIn = endIn;
        this.endOut = endOut;
        this.strings = strings;
        this.startIn = startIn;
        this.startOut = startOut;
        index = new ArcIndex(this);
        rivals = MergeCandidates.of(this);
        silentlyAcyclic = silentArcsLeadUp();
    }

    /** Whether arcs that neither read nor write always lead to higher states. */
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

    /** The machine that this is the canonical form of. */
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
     * The canonical form as an ordinary machine, for looking at. What is owed at an end, or emitted before the first
     * mark, gets an arc without marks.
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

    /** The string that a code of the arrays {@code in}, {@code out}, {@code endIn}, {@code endOut} stands for. */
    private int[] string(int code) {
        return switch (code) {
            case NOTHING -> new int[0];
            default -> code >= 0 ? new int[] {code} : strings[-2 - code].toArray();
        };
    }

    /** How many symbols a code stands for. */
    int length(int code) {
        return code == NOTHING ? 0 : code >= 0 ? 1 : strings[-2 - code].length();
    }

    /** The first symbol of a code, or -1 for the empty string. */
    int first(int code) {
        return code >= NOTHING ? code : strings[-2 - code].at(0);
    }

    /** Whether x and y begin with what is emitted before the first mark. */
    boolean startFits(int[] x, int[] y) {
        return startIn.isAt(x, 0) && startOut.isAt(y, 0);
    }

    /** Whether a path that ends at a final state and has matched i and j symbols has matched all, with what it owes. */
    boolean endsAt(int state, int[] x, int[] y, int i, int j) {
        return i + length(endIn[state]) == x.length
                && j + length(endOut[state]) == y.length
                && matches(endIn[state], x, i)
                && matches(endOut[state], y, j);
    }

    /** Whether a string continues with a code's symbols at a place. */
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
}
