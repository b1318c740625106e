package org.espalier.fst;

import java.util.Arrays;
import java.util.Optional;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/**
 * The lattice T_xy of a pair: all paths on which a machine T generates (x, y), as a deterministic automaton over marks.
 *
 * <p>State 0 is initial. Every arc has exactly one mark. The arcs of a state have different marks, in increasing order.
 * Every state lies on an accepting path. Ending at a {@linkplain #isFinal final} state is one more choice there. States
 * of an acyclic lattice are numbered topologically: an arc leads to a larger number. A lattice holds no weights: they
 * are arrays beside it, with one entry per arc or state.
 *
 * <p>A state's position (i, j) means that the first i symbols of x and the first j symbols of y are accounted for on
 * every path to it. The symbols that are missing at a final state belong to the end there.
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
    private final int statesBeforeMinimization;
    private final int arcsBeforeMinimization;
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
        statesBeforeMinimization = b.statesBeforeMinimization;
        arcsBeforeMinimization = b.arcsBeforeMinimization;
        noPath = b.noPath;
    }

    /** Returns a builder for the lattice of a pair, given as symbol numbers, that has no states yet. */
    static Builder builder(Mfst machine, int[] x, int[] y) {
        return new Builder(machine, x, y);
    }

    /** Returns the machine T whose paths this lattice holds. */
    public Mfst machine() {
        return machine;
    }

    public int inputLength() {
        return x.length;
    }

    public int outputLength() {
        return y.length;
    }

    /** Returns the input x as numbers in the machine's input alphabet, with -1 for a symbol that the machine lacks. */
    public int[] input() {
        return x.clone();
    }

    /**
     * Returns the output y as numbers in the machine's output alphabet, with -1 for a symbol that the machine lacks.
     */
    public int[] output() {
        return y.clone();
    }

    public int states() {
        return firstArc.length - 1;
    }

    public int arcs() {
        return target.length;
    }

    /** Returns whether the machine does not generate this pair. An empty lattice has no states. */
    public boolean isEmpty() {
        return states() == 0;
    }

    /** Returns how far x and y could be matched if this lattice is empty. */
    public Optional<NoPathReason> noPath() {
        return Optional.ofNullable(noPath);
    }

    public boolean isAcyclic() {
        return acyclic;
    }

    /**
     * Returns whether this lattice was built from the machine's canonical form, and not by a subset construction for
     * this pair.
     */
    public boolean isCanonical() {
        return canonical;
    }

    /** Returns the number of states of the trimmed lattice before minimization. */
    public int statesBeforeMinimization() {
        return statesBeforeMinimization;
    }

    /** Returns the number of arcs of the trimmed lattice before minimization. */
    public int arcsBeforeMinimization() {
        return arcsBeforeMinimization;
    }

    /** Returns the first arc of a state. Its arcs end before {@link #endArc}. */
    public int firstArc(int state) {
        return firstArc[state];
    }

    /** Returns the arc after the last arc of a state. */
    public int endArc(int state) {
        return firstArc[state + 1];
    }

    public int mark(int arc) {
        return mark[arc];
    }

    public int target(int arc) {
        return target[arc];
    }

    /**
     * Returns the state that an arc leaves.
     *
     * <p>Complexity: logarithmic in the number of states.
     */
    public int source(int arc) {
        int at = Arrays.binarySearch(firstArc, arc + 1);
        return at >= 0 ? lastBelow(at, arc + 1) : -at - 2;
    }

    /** Skips states without arcs, whose rows start at the same arc. */
    private int lastBelow(int at, int value) {
        while (firstArc[at] >= value) {
            at--;
        }
        return at;
    }

    public boolean isFinal(int state) {
        return (finals[state >> 6] >>> state & 1) != 0;
    }

    /**
     * Returns the arc of a state that has this mark, or -1.
     *
     * <p>Complexity: logarithmic in the arcs of the state.
     */
    public int arc(int state, int markWanted) {
        int at = Arrays.binarySearch(mark, firstArc[state], firstArc[state + 1], markWanted);
        return at >= 0 ? at : -1;
    }

    /** Returns whether states have positions. A lattice that is minimal over marks alone has none. */
    public boolean hasPositions() {
        return position != null;
    }

    /** Returns the number of symbols of x that are accounted for at a state. */
    public int inputPosition(int state) {
        return positions()[state] / (y.length + 1);
    }

    /** Returns the number of symbols of y that are accounted for at a state. */
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
     * Returns the strongly connected component of each state: two states share a component if each can be reached from the
     * other. Components are numbered so that an arc between two of them leads to the smaller number.
     *
     * <p>Complexity: linear in the number of states and arcs.
     */
    public int[] components() {
        return StronglyConnectedComponents.of(firstArc, target);
    }

    /**
     * Returns the level of each state: the length of its longest path to the end, where only arcs between different {@linkplain
     * #components components} count. States of one level depend on each other only within a component, so a backward pass can
     * process a level in one batch. In an acyclic lattice every state is a component.
     *
     * <p>Complexity: linear in the number of states and arcs.
     */
    public int[] levels() {
        return acyclic ? acyclicLevels() : levelsOfComponents();
    }

    private int[] acyclicLevels() {
        int[] level = new int[states()];
        for (int s = states() - 1; s >= 0; s--) {
            for (int a = firstArc[s]; a < firstArc[s + 1]; a++) {
                level[s] = Math.max(level[s], level[target[a]] + 1);
            }
        }
        return level;
    }

    private int[] levelsOfComponents() {
        int[] component = components();
        int[] level = new int[states()];
        int[] statesByComponent = CsrGraph.arcsInto(component, new int[states() + 1]);
        for (int s : statesByComponent) {
            for (int a = firstArc[s]; a < firstArc[s + 1]; a++) {
                int next = component[target[a]];
                if (next != component[s]) {
                    level[component[s]] = Math.max(level[component[s]], level[next] + 1);
                }
            }
        }
        return Arrays.stream(component).map(c -> level[c]).toArray();
    }

    /**
     * Returns the arcs of the path with these marks, or empty if no accepting path has them.
     *
     * <p>Complexity: one search by {@link #arc} per mark.
     */
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

    /**
     * Returns the path z of T that generates this pair with these marks, or empty if there is none.
     *
     * <p>Complexity: linear in T, plus the number of marks times the arcs of the states of T that the prefixes lead to.
     */
    public Optional<MachinePath> path(int... marks) {
        return isEmpty() ? Optional.empty() : MachinePath.find(machine, x, y, marks);
    }

    /**
     * Returns, for each arc, the arcs of T that it stands for.
     *
     * <p>Complexity: linear in the arcs of the product of T with the pair and this lattice.
     */
    public LatticeOrigins origins() {
        return LatticeOrigins.of(this, x, y);
    }

    /** Returns the marks of these arcs. */
    public int[] marksOf(int... arcs) {
        return Arrays.stream(arcs).map(a -> mark[a]).toArray();
    }

    /**
     * Checks that this lattice is acyclic.
     *
     * @param operation the operation that needs it, for the message
     * @throws EspalierException if this lattice has a cycle
     */
    public void requireAcyclic(String operation) {
        if (!acyclic) {
            throw new EspalierException(
                            operation + " needs an acyclic lattice, but some marks of this one read and write "
                                    + "nothing and can repeat forever; bound the length of mark strings with maxMarks")
                    .withSettings("maxMarks");
        }
    }

    /** Returns the size in bytes of the arrays of this lattice, for caches with a limit in bytes. */
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

    /** Collects the parts of a lattice. The arrays are not copied: callers must not keep them. */
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
        private int statesBeforeMinimization;
        private int arcsBeforeMinimization;
        private @Nullable NoPathReason noPath;

        private Builder(Mfst machine, int[] x, int[] y) {
            this.machine = machine;
            this.x = x;
            this.y = y;
        }

        /**
         * Sets the states and arcs.
         *
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
         * Sets the positions.
         *
         * @param position one number per state, or null if states of different positions have been merged
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

        /** Sets the size of the trimmed lattice before minimization. */
        Builder sizeBeforeMinimization(int states, int arcs) {
            statesBeforeMinimization = states;
            arcsBeforeMinimization = arcs;
            return this;
        }

        /** Sets the reason why the lattice has no states. */
        Builder noPath(@Nullable NoPathReason reason) {
            noPath = reason;
            return this;
        }

        Lattice build() {
            return new Lattice(this);
        }
    }
}
