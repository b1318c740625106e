package org.espalier.fst;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.base.LimitException;
import org.jspecify.annotations.Nullable;

/**
 * Builds lattices, one after another, on arrays that it keeps: it belongs to one thread. {@link Lattices#builder} makes
 * one.
 *
 * <p>All nodes of the product of machine and pair that can be reached are laid open in a topological order, with a
 * canonical form by a {@link CanonicalSweep}, otherwise {@link TopologicalSort}. Then each gets a state, from the last to the
 * first: what it leads to has its states by then, so it is known whether it reaches the end (trimming) and where its
 * arcs lead, and a table of the states made so far tells whether an equal one exists (minimization, as minimal acyclic
 * word graphs are made). Arcs lead to states made before, so counting from the end gives topological numbers.
 * Complexity: linear in the arcs of the untrimmed product. Lattices with a cycle take the slower way of
 * {@link CyclicLatticeBuilder}.
 */
public final class LatticeBuilder {
    private static final int DEAD = -1;
    private static final int MIN_SLOTS = 1 << 10;

    private final Lattices lattices;
    private final LatticeOptions options;
    private final ProductGraph product = new ProductGraph();
    private final @Nullable CanonicalSweep sweep;
    private final boolean positioned;

    /** The state made for each node, or DEAD if it does not reach the end. */
    private int[] stateOf = new int[1 << 10];

    // The states made so far: state s has arcs mark/target[firstArc[s] … firstArc[s+1]-1].
    private int states;
    private int[] firstArc = new int[(1 << 10) + 1];
    private int[] position = new int[1 << 10];
    private boolean[] isFinal = new boolean[1 << 10];
    private int[] hash = new int[1 << 10];
    private int[] mark = new int[1 << 11];
    private int[] target = new int[1 << 11];

    // Open-addressed table of states by content: 0 for free, else state+1.
    private int[] table = new int[MIN_SLOTS];
    private int slots = MIN_SLOTS;
    private int tabled;

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

    /** T_xy for two strings of symbols. */
    public Lattice build(List<String> x, List<String> y) {
        Mfst machine = lattices.machine();
        int[] xs = machine.input().ids(x);
        int[] ys = machine.output().ids(y);
        if (hasUnknown(xs) || hasUnknown(ys)) {
            return empty(xs, ys, NoPathReason.of(unknown(xs, x), unknown(ys, y)));
        }
        return buildKnown(xs, ys);
    }

    /** T_xy for numbers in the machine's alphabets. */
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
        if (sweep != null && options.maxMarks() == 0 && sweep.suits(x, y)) {
            sweep.layOpen(x, y, options.maxStates());
            return minimal() ? finish(x, y) : empty(x, y, sweep.noPath());
        }
        LazyGraph expansion = expansion(x, y);
        int root = expansion.root();
        if (root >= 0 && !new TopologicalSort(expansion, options.maxStates()).layOpen(root, product)) {
            return CyclicLatticeBuilder.build(lattices, options, expansion, root, x, y);
        }
        int width = y.length + 1;
        return root >= 0 && minimal()
                ? finish(x, y)
                : empty(x, y, NoPathReason.at(expansion.furthest(width), width).within(options.maxMarks()));
    }

    private LazyGraph expansion(int[] x, int[] y) {
        LazyGraph expansion = lattices.form() instanceof CanonicalForm.Found found
                ? new LazyCanonicalProduct(found.machine(), x, y)
                : new LazyDeterminization(
                        new NondeterministicProduct(lattices.pushed(), x, y, options.maxStates()), y.length + 1);
        return options.maxMarks() > 0 ? new LazyUnrolling(expansion, options.maxMarks()) : expansion;
    }

    /** Makes the states of all nodes, from the last to the first; false if the first does not reach the end. */
    private boolean minimal() {
        reserve();
        int[] nodeMark = product.mark;
        int[] nodeTarget = product.target;
        byte rivals = options.minimality() == Minimality.LABELS ? ProductGraph.RIVALS : 0;
        boolean seeksAll = options.minimality() == Minimality.MARKS;
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
            if (seeksAll || (flags & rivals) != 0) {
                stateOf[n] = equalStateOrNew();
                last = firstArc[states];
            } else {
                stateOf[n] = states++;
            }
        }
        return product.nodes > 0 && stateOf[0] != DEAD;
    }

    /** Empties what is kept from the last pair and makes it large enough for the product, plus one arc to try. */
    private void reserve() {
        states = 0;
        liveNodes = 0;
        liveArcs = 0;
        tabled = 0;
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

    /** The state equal to the one being made, which is then forgotten, or that one. */
    private int equalStateOrNew() {
        int made = states;
        int code = position[made] * 31 + (isFinal[made] ? 1 : 0);
        for (int a = firstArc[made]; a < firstArc[made + 1]; a++) {
            code = (code * 31 + mark[a]) * 0x9E3779B1 + target[a];
        }
        code ^= code >>> 15;
        hash[made] = code;
        int slot = code & (slots - 1);
        for (int entry; (entry = table[slot]) != 0; slot = (slot + 1) & (slots - 1)) {
            if (hash[entry - 1] == code && equal(entry - 1, made)) {
                return entry - 1;
            }
        }
        table[slot] = ++states;
        if (2 * ++tabled > slots) {
            growTable();
        }
        return made;
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

    /** Copies what was made into arrays of the right size, numbered from the end. */
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
        // Of a table that one large pair has blown up, only as much is used as the pairs now need.
        slots = tabled < slots / 16 ? Math.max(MIN_SLOTS, slots / 2) : slots;
        return Lattice.builder(lattices.machine(), x, y)
                .graph(newFirst, newMark, newTarget, finals)
                .position(newPosition)
                .canonical(sweep != null)
                .before(liveNodes, liveArcs)
                .build();
    }

    private Lattice empty(int[] x, int[] y, NoPathReason why) {
        return Lattice.builder(lattices.machine(), x, y)
                .position(positioned ? new int[0] : null)
                .canonical(sweep != null)
                .noPath(why)
                .build();
    }

    /**
     * @param bound how many states there are at the most, in words, or nothing if that is not known
     */
    static LimitException tooLarge(String bound, int maxStates) {
        return new LimitException(
                "the lattice of this pair would have " + (bound.isEmpty() ? "more" : bound + ", more")
                        + " than the limit of " + maxStates
                        + " states; shorten the pair, or raise maxStates (--max-states, or lattice.maxStates of a run) if memory allows");
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
