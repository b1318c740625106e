package org.espalier.fst;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.base.LimitException;
import org.jspecify.annotations.Nullable;

/**
 * Builds the lattices of a machine, one pair at a time. It keeps its arrays from pair to pair, so it belongs to one
 * thread. {@link Lattices#builder} creates one.
 *
 * <p>First, all reachable nodes of the product of machine and pair are listed in topological order: by a
 * {@link CanonicalSweep} if the machine has a canonical form, otherwise by a {@link TopologicalSort}. Then each node
 * gets a state, from the last node to the first. The targets of its arcs have states by then, so it is known whether
 * the node reaches the end (trimming) and where its arcs lead, and a hash table of the existing states finds an equal
 * one (minimization, as for minimal acyclic word graphs). Arcs lead to states that were created before, so numbering
 * from the end is topological. Products with a cycle take the slower way of {@link CyclicLatticeBuilder}.
 *
 * <p>Complexity: linear in the arcs of the untrimmed product. With a canonical form that is at most (|x|+1)·(|y|+1)
 * times the arcs of that form. Without one, the subset construction may need exponentially many nodes;
 * {@link LatticeOptions#maxStates} bounds them.
 */
public final class LatticeBuilder {
    private static final int DEAD = -1;
    private static final int MIN_SLOTS = 1 << 10;

    private final Lattices lattices;
    private final LatticeOptions options;
    private final ProductGraph product = new ProductGraph();
    private final @Nullable CanonicalSweep sweep;
    private final boolean positioned;

    /** For each node its state, or DEAD if it does not reach the end. */
    private int[] stateOf = new int[1 << 10];

    // The states created so far: state s has arcs mark/target[firstArc[s] … firstArc[s+1]-1].
    private int states;
    private int[] firstArc = new int[(1 << 10) + 1];
    private int[] position = new int[1 << 10];
    private boolean[] isFinal = new boolean[1 << 10];
    private int[] hash = new int[1 << 10];
    private int[] mark = new int[1 << 11];
    private int[] target = new int[1 << 11];

    // Open-addressed hash table of states by content: 0 if free, else state+1.
    private int[] table = new int[MIN_SLOTS];
    private int slots = MIN_SLOTS;
    private int tableSize;

    private int liveNodes;
    private int liveArcs;

    LatticeBuilder(Lattices lattices, LatticeOptions options) {
        this.lattices = lattices;
        this.options = options;
        positioned = options.minimality() != Minimality.MARKS;
        sweep = lattices.form() instanceof CanonicalForm.Found found
                ? new CanonicalSweep(found.machine(), product)
                : null;
    }

    /** Returns the machine whose lattices this builds. */
    public Lattices lattices() {
        return lattices;
    }

    public LatticeOptions options() {
        return options;
    }

    /**
     * Returns the lattice T_xy of two strings of symbols. It is empty if the machine does not generate the pair.
     *
     * <p>Complexity: see the class.
     *
     * @throws LimitException if the product has more than {@link LatticeOptions#maxStates} nodes
     * @throws AmbiguousMarksException if the marks do not name a path, which only a machine without canonical form can
     *     cause
     */
    public Lattice build(List<String> x, List<String> y) {
        Mfst machine = lattices.machine();
        int[] xs = machine.input().ids(x);
        int[] ys = machine.output().ids(y);
        if (hasUnknown(xs) || hasUnknown(ys)) {
            return empty(xs, ys, NoPathReason.of(unknown(xs, x), unknown(ys, y)));
        }
        return buildKnown(xs, ys);
    }

    /**
     * Returns the lattice T_xy of two strings of numbers in the machine's alphabets.
     *
     * <p>Complexity: see the class.
     *
     * @throws LimitException if the product has more than {@link LatticeOptions#maxStates} nodes
     * @throws AmbiguousMarksException if the marks do not name a path, which only a machine without canonical form can
     *     cause
     */
    public Lattice build(int[] x, int[] y) {
        requireSymbols(x, lattices.machine().input(), "input");
        requireSymbols(y, lattices.machine().output(), "output");
        return buildKnown(x.clone(), y.clone());
    }

    private Lattice buildKnown(int[] x, int[] y) {
        if ((x.length + 1L) * (y.length + 1L) > Integer.MAX_VALUE) {
            throw new LimitException("a pair of " + x.length + " by " + y.length
                    + " symbols has more positions than a lattice can number; split the strings");
        }
        if (sweep != null && options.maxMarks() == 0 && sweep.fits(x, y)) {
            sweep.expand(x, y, options.maxStates());
            return minimize() ? finish(x, y) : empty(x, y, sweep.noPath());
        }
        LazyGraph lazyProduct = lazyProduct(x, y);
        int root = lazyProduct.root();
        if (root >= 0 && !new TopologicalSort(lazyProduct, options.maxStates()).expand(root, product)) {
            return CyclicLatticeBuilder.build(lattices, options, lazyProduct, root, x, y);
        }
        return root >= 0 && minimize() ? finish(x, y) : empty(x, y, noPath(lazyProduct, x, y));
    }

    /** Returns how far the furthest path of a product got; if none begins, how far the start agrees with the pair. */
    private NoPathReason noPath(LazyGraph lazyProduct, int[] x, int[] y) {
        IntString startIn;
        IntString startOut;
        if (lattices.form() instanceof CanonicalForm.Found found) {
            startIn = found.machine().startIn;
            startOut = found.machine().startOut;
        } else {
            startIn = lattices.pushed().startIn;
            startOut = lattices.pushed().startOut;
        }
        NoPathReason start = NoPathReason.atStart(startIn, startOut, x, y);
        boolean begins = start.inputMatched() == startIn.length() && start.outputMatched() == startOut.length();
        int width = y.length + 1;
        return (begins ? NoPathReason.at(lazyProduct.furthest(width), width) : start).within(options.maxMarks());
    }

    private LazyGraph lazyProduct(int[] x, int[] y) {
        LazyGraph lazyProduct = lattices.form() instanceof CanonicalForm.Found found
                ? new LazyCanonicalProduct(found.machine(), x, y)
                : new LazyDeterminization(
                        new NondeterministicProduct(lattices.pushed(), x, y, options.maxStates()), y.length + 1);
        return options.maxMarks() > 0 ? new LazyUnrolling(lazyProduct, options.maxMarks()) : lazyProduct;
    }

    /**
     * Creates the states of all nodes, from the last to the first. Returns false if the first node does not reach the
     * end.
     */
    private boolean minimize() {
        reserve();
        int[] nodeMark = product.mark;
        int[] nodeTarget = product.target;
        byte mergeCandidate = options.minimality() == Minimality.LABELS ? ProductGraph.MERGE_CANDIDATE : 0;
        boolean mergesAll = options.minimality() == Minimality.MARKS;
        int last = 0;
        for (int n = product.nodes - 1; n >= 0; n--) {
            int first = last;
            int end = product.arcStart[n + 1];
            for (int a = product.arcStart[n]; a < end; a++) {
                int state = stateOf[nodeTarget[a]];
                mark[last] = nodeMark[a];
                target[last] = state;
                last += state == DEAD ? 0 : 1;
            }
            byte flags = product.flags[n];
            if (first == last && (flags & ProductGraph.FINAL) == 0) {
                stateOf[n] = DEAD;
                continue;
            }
            liveNodes++;
            liveArcs += last - first;
            firstArc[states + 1] = last;
            isFinal[states] = (flags & ProductGraph.FINAL) != 0;
            position[states] = positioned ? product.position[n] : 0;
            if (mergesAll || (flags & mergeCandidate) != 0) {
                stateOf[n] = equalStateOrNew();
                last = firstArc[states];
            } else {
                stateOf[n] = states++;
            }
        }
        return product.nodes > 0 && stateOf[0] != DEAD;
    }

    /**
     * Clears the arrays of the previous pair and makes them large enough for the product, plus one arc for the state
     * that is being compared.
     */
    private void reserve() {
        states = 0;
        liveNodes = 0;
        liveArcs = 0;
        tableSize = 0;
        Arrays.fill(table, 0, slots, 0);
        int nodes = product.nodes;
        if (nodes > stateOf.length) {
            int size = Math.max(2 * stateOf.length, nodes);
            stateOf = new int[size];
            position = new int[size];
            isFinal = new boolean[size];
            hash = new int[size];
            firstArc = new int[size + 1];
        }
        int arcs = product.arcStart[nodes] + 1;
        if (arcs > mark.length) {
            mark = new int[Math.max(2 * mark.length, arcs)];
            target = new int[mark.length];
        }
    }

    /** Returns the state equal to the newest one, which is then discarded, or the newest one if there is none. */
    private int equalStateOrNew() {
        int newest = states;
        int code = position[newest] * 31 + (isFinal[newest] ? 1 : 0);
        for (int a = firstArc[newest]; a < firstArc[newest + 1]; a++) {
            code = (code * 31 + mark[a]) * 0x9E3779B1 + target[a];
        }
        code ^= code >>> 15;
        hash[newest] = code;
        int slot = code & (slots - 1);
        for (int entry; (entry = table[slot]) != 0; slot = (slot + 1) & (slots - 1)) {
            if (hash[entry - 1] == code && equal(entry - 1, newest)) {
                return entry - 1;
            }
        }
        table[slot] = ++states;
        if (2 * ++tableSize > slots) {
            growTable();
        }
        return newest;
    }

    private boolean equal(int s, int t) {
        int degree = firstArc[s + 1] - firstArc[s];
        if (position[s] != position[t] || isFinal[s] != isFinal[t] || degree != firstArc[t + 1] - firstArc[t]) {
            return false;
        }
        for (int k = 0; k < degree; k++) {
            int a = firstArc[s] + k;
            int b = firstArc[t] + k;
            if (mark[a] != mark[b] || target[a] != target[b]) {
                return false;
            }
        }
        return true;
    }

    private void growTable() {
        int[] old = Arrays.copyOf(table, slots);
        slots *= 2;
        if (slots > table.length) {
            table = new int[slots];
        } else {
            Arrays.fill(table, 0, slots, 0);
        }
        for (int entry : old) {
            if (entry != 0) {
                int slot = hash[entry - 1] & (slots - 1);
                while (table[slot] != 0) {
                    slot = (slot + 1) & (slots - 1);
                }
                table[slot] = entry;
            }
        }
    }

    /** Copies the states into arrays of their exact size, numbered from the end. */
    private Lattice finish(int[] x, int[] y) {
        int count = states;
        int[] newFirst = new int[count + 1];
        int[] newMark = new int[firstArc[count]];
        int[] newTarget = new int[newMark.length];
        int[] newPosition = positioned ? new int[count] : null;
        long[] finals = new long[(count + 63) >> 6];
        int next = 0;
        for (int t = 0; t < count; t++) {
            int s = count - 1 - t;
            for (int a = firstArc[s]; a < firstArc[s + 1]; a++) {
                newMark[next] = mark[a];
                newTarget[next++] = count - 1 - target[a];
            }
            newFirst[t + 1] = next;
            if (newPosition != null) {
                newPosition[t] = position[s];
            }
            if (isFinal[s]) {
                finals[t >> 6] |= 1L << t;
            }
        }
        // A table that one large pair has enlarged shrinks again, so that clearing it stays cheap.
        slots = tableSize < slots / 16 ? Math.max(MIN_SLOTS, slots / 2) : slots;
        return Lattice.builder(lattices.machine(), x, y)
                .graph(newFirst, newMark, newTarget, finals)
                .position(newPosition)
                .canonical(sweep != null)
                .sizeBeforeMinimization(liveNodes, liveArcs)
                .build();
    }

    private Lattice empty(int[] x, int[] y, NoPathReason reason) {
        return Lattice.builder(lattices.machine(), x, y)
                .position(positioned ? new int[0] : null)
                .canonical(sweep != null)
                .noPath(reason)
                .build();
    }

    /**
     * Returns the exception for a product that is too large.
     *
     * @param bound the largest possible number of states, in words, or an empty string if it is unknown
     */
    static LimitException tooLarge(String bound, int maxStates) {
        return new LimitException(
                "the lattice of this pair would have " + (bound.isEmpty() ? "more" : bound + ", more")
                        + " than the limit of " + maxStates
                        + " states; shorten the pair, or raise lattice.maxStates if memory allows",
                "lattice.maxStates");
    }

    private static boolean hasUnknown(int[] string) {
        return Arrays.stream(string).anyMatch(symbol -> symbol < 0);
    }

    private static List<String> unknown(int[] string, List<String> symbols) {
        return IntStream.range(0, string.length)
                .filter(k -> string[k] < 0)
                .mapToObj(symbols::get)
                .distinct()
                .toList();
    }

    private static void requireSymbols(int[] string, Alphabet alphabet, String tape) {
        for (int symbol : string) {
            if (symbol < 0 || symbol >= alphabet.size()) {
                throw new IllegalArgumentException(
                        tape + " symbol must be in 0.." + (alphabet.size() - 1) + "; got: " + symbol);
            }
        }
    }
}
