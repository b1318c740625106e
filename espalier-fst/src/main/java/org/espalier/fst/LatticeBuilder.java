package org.espalier.fst;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Builds lattices, one after another, on arrays that it keeps: it belongs to one thread. {@link Lattices#builder} makes
 * one.
 *
 * <p>One depth-first walk does everything. When a node is left, all it leads to has been left, so it is known whether
 * it reaches the end (trimming) and which states its arcs lead to, and a table of the states made so far tells whether
 * an equal one exists (minimization, as minimal acyclic word graphs are made). States are made in an order in which
 * arcs lead to older ones, so counting from the end gives topological numbers. A walk that meets a cycle is given up
 * for the slower way of {@link CyclicLattice}. Complexity: linear in the arcs of the untrimmed product.
 */
public final class LatticeBuilder {
    private static final int UNSEEN = -1;
    private static final int OPEN = -2;
    private static final int DEAD = -3;
    private static final int MIN_SLOTS = 1 << 10;

    private final Lattices lattices;
    private final LatticeOptions options;
    private final @Nullable CanonicalExpansion canonical;
    private final boolean merges;
    private final boolean positioned;

    /** The state made for each node, or UNSEEN, OPEN (on the stack) or DEAD (does not reach the end). */
    private int[] stateOf = new int[1 << 10];

    private int nodesKnown;

    // The stack: frame f stands for a node whose arcs are arcMark/arcNode[frameArc[f] … frameArc[f+1]-1]; frameNext is
    // the arc to follow next. Arcs of nodes that were left are dropped, so these arrays stay short.
    private int[] frameNode = new int[1 << 8];
    private int[] frameArc = new int[(1 << 8) + 1];
    private int[] frameNext = new int[1 << 8];
    private int frames;
    private int[] arcMark = new int[1 << 9];
    private int[] arcNode = new int[1 << 9];

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

    private int liveNodes;
    private int liveArcs;

    LatticeBuilder(Lattices lattices, LatticeOptions options) {
        this.lattices = lattices;
        this.options = options;
        merges = options.minimality() != Minimality.NONE;
        positioned = options.minimality() != Minimality.MARKS;
        canonical =
                lattices.form() instanceof CanonicalForm.Found found ? new CanonicalExpansion(found.machine()) : null;
    }

    /** T_xy for two strings of symbols. */
    public Lattice build(List<String> x, List<String> y) {
        Mfst machine = lattices.machine();
        int[] xs = machine.input().ids(x);
        int[] ys = machine.output().ids(y);
        if (hasUnknown(xs) || hasUnknown(ys)) {
            return empty(xs, ys, new NoPath(0, 0, unknown(xs, x), unknown(ys, y)));
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
        Expansion expansion = expansion(x, y);
        int root = expansion.root();
        if (root >= 0 && !walk(expansion, root)) {
            return CyclicLattice.build(lattices, options, expansion, root, x, y);
        }
        if (root < 0 || stateOf[root] == DEAD) {
            int width = y.length + 1;
            int furthest = expansion.furthest(width);
            return empty(x, y, new NoPath(furthest / width, furthest % width, List.of(), List.of()));
        }
        return finish(x, y);
    }

    private Expansion expansion(int[] x, int[] y) {
        Expansion expansion;
        if (canonical == null) {
            expansion = new SubsetExpansion(new RawProduct(lattices.pushed(), x, y, options.maxStates()), y.length + 1);
        } else {
            canonical.reset(x, y);
            expansion = canonical;
        }
        return options.maxMarks() > 0 ? new UnrolledExpansion(expansion, options.maxMarks()) : expansion;
    }

    /** Walks everything that can be reached; false if a cycle was met. */
    private boolean walk(Expansion expansion, int root) {
        states = 0;
        frames = 0;
        nodesKnown = 0;
        liveNodes = 0;
        liveArcs = 0;
        Arrays.fill(table, 0, slots, 0);
        enter(expansion, root);
        while (frames > 0) {
            int frame = frames - 1;
            if (frameNext[frame] == frameArc[frames]) {
                leave(expansion, frameNode[frame]);
                continue;
            }
            int next = arcNode[frameNext[frame]++];
            if (stateOf[next] == UNSEEN) {
                enter(expansion, next);
            } else if (stateOf[next] == OPEN) {
                return false;
            }
        }
        return true;
    }

    /** Puts a node and its arcs on the stack. */
    private void enter(Expansion expansion, int node) {
        expansion.expand(node);
        if (expansion.nodes() > options.maxStates()) {
            throw tooLarge(expansion, options.maxStates());
        }
        knowNodes(expansion.nodes());
        stateOf[node] = OPEN;
        if (frames == frameNode.length) {
            frameNode = Arrays.copyOf(frameNode, 2 * frames);
            frameNext = Arrays.copyOf(frameNext, 2 * frames);
            frameArc = Arrays.copyOf(frameArc, 2 * frames + 1);
        }
        int start = frameArc[frames];
        int end = start + expansion.outCount;
        if (end > arcMark.length) {
            arcMark = Arrays.copyOf(arcMark, Math.max(2 * arcMark.length, end));
            arcNode = Arrays.copyOf(arcNode, arcMark.length);
        }
        for (int k = 0; k < expansion.outCount; k++) {
            arcMark[start + k] = expansion.outMark[k];
            arcNode[start + k] = expansion.outNode[k];
        }
        frameNode[frames] = node;
        frameNext[frames] = start;
        frameArc[++frames] = end;
    }

    private void knowNodes(int nodes) {
        if (nodes > stateOf.length) {
            stateOf = Arrays.copyOf(stateOf, Math.max(2 * stateOf.length, nodes));
        }
        while (nodesKnown < nodes) {
            stateOf[nodesKnown++] = UNSEEN;
        }
    }

    /** Takes the top node off the stack and gives it a state, if it reaches the end. */
    private void leave(Expansion expansion, int node) {
        int start = frameArc[--frames];
        int end = frameArc[frames + 1];
        growStates(end - start);
        int first = firstArc[states];
        int last = first;
        for (int k = start; k < end; k++) {
            int state = stateOf[arcNode[k]];
            if (state != DEAD) {
                mark[last] = arcMark[k];
                target[last++] = state;
            }
        }
        boolean ends = expansion.isFinal(node);
        if (!ends && first == last) {
            stateOf[node] = DEAD;
            return;
        }
        liveNodes++;
        liveArcs += last - first;
        firstArc[states + 1] = last;
        isFinal[states] = ends;
        position[states] = positioned ? expansion.position(node) : 0;
        stateOf[node] = merges ? equalStateOrNew() : states++;
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
        if (2 * states > slots) {
            growTable();
        }
        return made;
    }

    private boolean equal(int s, int t) {
        return position[s] == position[t]
                && isFinal[s] == isFinal[t]
                && Arrays.equals(mark, firstArc[s], firstArc[s + 1], mark, firstArc[t], firstArc[t + 1])
                && Arrays.equals(target, firstArc[s], firstArc[s + 1], target, firstArc[t], firstArc[t + 1]);
    }

    private void growTable() {
        slots *= 2;
        if (slots > table.length) {
            table = new int[slots];
        } else {
            Arrays.fill(table, 0, slots, 0);
        }
        for (int s = 0; s < states; s++) {
            int slot = hash[s] & (slots - 1);
            while (table[slot] != 0) {
                slot = (slot + 1) & (slots - 1);
            }
            table[slot] = s + 1;
        }
    }

    private void growStates(int arcs) {
        if (states == position.length) {
            position = Arrays.copyOf(position, 2 * states);
            isFinal = Arrays.copyOf(isFinal, 2 * states);
            hash = Arrays.copyOf(hash, 2 * states);
            firstArc = Arrays.copyOf(firstArc, 2 * states + 1);
        }
        if (firstArc[states] + arcs > mark.length) {
            mark = Arrays.copyOf(mark, Math.max(2 * mark.length, firstArc[states] + arcs));
            target = Arrays.copyOf(target, mark.length);
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
        slots = count < slots / 16 ? Math.max(MIN_SLOTS, slots / 2) : slots;
        return new Lattice(
                lattices.machine(),
                x,
                y,
                newFirst,
                newMark,
                newTarget,
                finals,
                newPosition,
                true,
                canonical != null,
                liveNodes,
                liveArcs,
                null);
    }

    private Lattice empty(int[] x, int[] y, NoPath why) {
        int[] none = {};
        return new Lattice(
                lattices.machine(),
                x,
                y,
                new int[1],
                none,
                none,
                new long[0],
                positioned ? none : null,
                true,
                canonical != null,
                0,
                0,
                why);
    }

    static LimitException tooLarge(Expansion expansion, int maxStates) {
        String bound = expansion.bound();
        return new LimitException("the lattice of this pair would have " + (bound.isEmpty() ? "more" : bound + ", more")
                + " than the limit of " + maxStates
                + " states; shorten the pair, or raise maxStates (--max-states) if memory allows");
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
