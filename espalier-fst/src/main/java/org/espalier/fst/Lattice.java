package org.espalier.fst;

import java.util.Arrays;
import java.util.Optional;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/**
 * T_xy: all the ways in which a machine T generates one pair (x, y), as a deterministic automaton over marks.
 *
 * <p>State 0 is initial. Every arc has exactly one mark; the arcs of a state have different marks, in increasing order;
 * every state lies on an accepting path. Ending at a {@linkplain #isFinal final} state is one more choice there. States
 * of an acyclic lattice are numbered topologically: an arc leads to a larger number. Weights are not held here: they
 * are arrays beside the lattice, with one entry an arc or state.
 *
 * <p>A state's position (i, j) says that the first i symbols of x and the first j of y are accounted for on every path
 * to it. What is still owed at a final state goes with its end.
 *
 * <p>Layout: the arcs of state s are {@code firstArc[s] … firstArc[s+1]-1}; position (i, j) is the number i·(|y|+1)+j.
 */
public final class Lattice {
    private final Mfst machine;
    private final int[] x;
    private final int[] y;
    private final int[] firstArc;
    private final int[] mark;
    private final int[] target;
    private final long[] finals;
    private final int @Nullable [] position;
    private final boolean acyclic;
    private final boolean canonical;
    private final int statesBefore;
    private final int arcsBefore;
    private final @Nullable NoPathReason noPath;

    private Lattice(Builder b) {
        machine = b.machine;
        x = b.x;
        y = b.y;
        firstArc = b.firstArc;
        mark = b.mark;
        target = b.target;
        finals = b.finals;
        position = b.position;
        acyclic = b.acyclic;
        canonical = b.canonical;
        statesBefore = b.statesBefore;
        arcsBefore = b.arcsBefore;
        noPath = b.noPath;
    }

    /** Starts a lattice of a pair, given as numbers, without states. */
    static Builder builder(Mfst machine, int[] x, int[] y) {
        return new Builder(machine, x, y);
    }

    /** The machine T whose paths these are. */
    public Mfst machine() {
        return machine;
    }

    public int inputLength() {
        return x.length;
    }

    public int outputLength() {
        return y.length;
    }

    /** The input x as numbers in the machine's input alphabet; -1 for a symbol the machine lacks. */
    public int[] input() {
        return x.clone();
    }

    /** The output y as numbers in the machine's output alphabet; -1 for a symbol the machine lacks. */
    public int[] output() {
        return y.clone();
    }

    public int states() {
        return firstArc.length - 1;
    }

    public int arcs() {
        return target.length;
    }

    /** Whether the machine does not generate this pair at all; then there are no states. */
    public boolean isEmpty() {
        return states() == 0;
    }

    /** Why an empty lattice is empty: how far x and y could be matched. */
    public Optional<NoPathReason> noPath() {
        return Optional.ofNullable(noPath);
    }

    public boolean isAcyclic() {
        return acyclic;
    }

    /** Whether this was built from the machine's canonical form; otherwise by subsets, for this pair alone. */
    public boolean isCanonical() {
        return canonical;
    }

    /** How many states the trimmed lattice had before minimization. */
    public int statesBeforeMinimization() {
        return statesBefore;
    }

    public int arcsBeforeMinimization() {
        return arcsBefore;
    }

    /** The first arc of a state; its arcs go up to, not including, {@link #endArc}. */
    public int firstArc(int state) {
        return firstArc[state];
    }

    public int endArc(int state) {
        return firstArc[state + 1];
    }

    public int mark(int arc) {
        return mark[arc];
    }

    public int target(int arc) {
        return target[arc];
    }

    /** The state that an arc leaves. Complexity: logarithmic in the number of states. */
    public int source(int arc) {
        int at = Arrays.binarySearch(firstArc, arc + 1);
        return at >= 0 ? lastBelow(at, arc + 1) : -at - 2;
    }

    private int lastBelow(int at, int value) {
        while (firstArc[at] >= value) {
            at--;
        }
        return at;
    }

    public boolean isFinal(int state) {
        return (finals[state >> 6] >>> state & 1) != 0;
    }

    /** The arc of a state that has this mark, or -1. */
    public int arc(int state, int markWanted) {
        int at = Arrays.binarySearch(mark, firstArc[state], firstArc[state + 1], markWanted);
        return at >= 0 ? at : -1;
    }

    /** Whether states have positions; a lattice that is minimal over marks alone has none. */
    public boolean hasPositions() {
        return position != null;
    }

    /** How many symbols of x are accounted for at a state. */
    public int inputPosition(int state) {
        return positions()[state] / (y.length + 1);
    }

    /** How many symbols of y are accounted for at a state. */
    public int outputPosition(int state) {
        return positions()[state] % (y.length + 1);
    }

    private int[] positions() {
        if (position == null) {
            throw new IllegalStateException("a lattice that is minimal over marks alone has no positions; "
                    + "build it with Minimality.LABELS");
        }
        return position;
    }

    /**
     * The level of each state: the length of its longest path to the end. States of one level do not depend on one
     * another, so a backward pass can take a level at once. Complexity: linear in the number of arcs.
     */
    public int[] levels() {
        requireAcyclic("levels");
        int[] level = new int[states()];
        for (int s = states() - 1; s >= 0; s--) {
            for (int a = firstArc[s]; a < firstArc[s + 1]; a++) {
                level[s] = Math.max(level[s], level[target[a]] + 1);
            }
        }
        return level;
    }

    /** The arcs of the path with these marks, or empty if no accepting path has them. */
    public Optional<int[]> arcsOf(int... marks) {
        int[] arcs = new int[marks.length];
        int state = 0;
        for (int t = 0; t < marks.length; t++) {
            int arc = isEmpty() ? -1 : arc(state, marks[t]);
            if (arc < 0) {
                return Optional.empty();
            }
            arcs[t] = arc;
            state = target[arc];
        }
        return !isEmpty() && isFinal(state) ? Optional.of(arcs) : Optional.empty();
    }

    /** The path z of T that generates this pair with these marks; empty if there is none. */
    public Optional<MachinePath> path(int... marks) {
        return isEmpty() ? Optional.empty() : MachinePath.find(machine, x, y, marks);
    }

    /** For each arc the arcs of T that it stands for. Complexity: that of the product of T with the pair. */
    public LatticeOrigins origins() {
        return LatticeOrigins.of(this, x, y);
    }

    /** The marks along these arcs. */
    public int[] marksOf(int... arcs) {
        return Arrays.stream(arcs).map(a -> mark[a]).toArray();
    }

    /** Refuses, with a remedy, work that a cyclic lattice does not allow. */
    public void requireAcyclic(String what) {
        if (!acyclic) {
            throw new EspalierException(what + " needs an acyclic lattice, but some marks of this one read and write "
                    + "nothing and can repeat for ever; bound the length of mark strings with maxMarks (--max-marks)");
        }
    }

    /** Bytes of the arrays that this lattice holds, for caches that are bounded in bytes. */
    public long bytes() {
        return 4L * (firstArc.length + mark.length + target.length + x.length + y.length)
                + 8L * finals.length
                + (position == null ? 0 : 4L * position.length);
    }

    @Override
    public String toString() {
        return "Lattice[" + states() + " states, " + arcs() + " arcs, |x|=" + x.length + ", |y|=" + y.length
                + (acyclic ? "" : ", cyclic") + "]";
    }

    /** The parts of a lattice. Arrays are handed over, not copied: nobody else may keep them. */
    static final class Builder {
        private static final int[] NONE = {};
        private static final int[] NO_STATES = {0};
        private static final long[] NO_FINALS = {};

        private final Mfst machine;
        private final int[] x;
        private final int[] y;
        private int[] firstArc = NO_STATES;
        private int[] mark = NONE;
        private int[] target = NONE;
        private long[] finals = NO_FINALS;
        private int @Nullable [] position;
        private boolean acyclic = true;
        private boolean canonical;
        private int statesBefore;
        private int arcsBefore;
        private @Nullable NoPathReason noPath;

        private Builder(Mfst machine, int[] x, int[] y) {
            this.machine = machine;
            this.x = x;
            this.y = y;
        }

        /**
         * @param finals one bit per state
         */
        Builder graph(int[] firstArc, int[] mark, int[] target, long[] finals) {
            this.firstArc = firstArc;
            this.mark = mark;
            this.target = target;
            this.finals = finals;
            return this;
        }

        /**
         * @param position one number per state, or null if states that differ in it have been merged
         */
        Builder position(int @Nullable [] position) {
            this.position = position;
            return this;
        }

        Builder acyclic(boolean acyclic) {
            this.acyclic = acyclic;
            return this;
        }

        Builder canonical(boolean canonical) {
            this.canonical = canonical;
            return this;
        }

        /** Says how large the trimmed lattice was before minimization. */
        Builder before(int states, int arcs) {
            statesBefore = states;
            arcsBefore = arcs;
            return this;
        }

        /** Says why a lattice without states has none. */
        Builder noPath(@Nullable NoPathReason why) {
            noPath = why;
            return this;
        }

        Lattice build() {
            return new Lattice(this);
        }
    }
}
