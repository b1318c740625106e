package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.BitSet;
import java.util.Optional;
import org.espalier.fst.base.LimitException;

/**
 * The product x ∘ T ∘ y without further processing: nondeterministic, and with arcs without marks. A node is (c, i, j)
 * for a configuration c of T. An arc of T with several marks is a chain here. Its first piece knows the arc and does
 * all its reading and writing.
 *
 * <p>Complexity: linear in the reachable nodes and their arcs.
 */
final class NondeterministicProduct {
    static final int NO_MARK = -1;

    private final PushedMachine pushed;
    private final Mfst machine;
    private final Configurations configurations;
    private final int[] x;
    private final int[] y;
    private final int width;
    private final int maxNodes;

    private final Long2IntOpenHashMap number = new Long2IntOpenHashMap();
    private final LongArrayList keys = new LongArrayList();
    private final IntArrayList firstArc = IntArrayList.of(0);
    private final IntArrayList mark = new IntArrayList();
    private final IntArrayList target = new IntArrayList();
    private final IntArrayList origin = new IntArrayList();
    private final BitSet live;
    private final int root;

    NondeterministicProduct(PushedMachine pushed, int[] x, int[] y, int maxNodes) {
        this.pushed = pushed;
        this.machine = pushed.machine;
        this.x = x;
        this.y = y;
        this.maxNodes = maxNodes;
        width = y.length + 1;
        configurations = new Configurations(machine);
        number.defaultReturnValue(-1);
        root = step(machine.initial(), pushed.startIn, pushed.startOut, 0, 0);
        for (int n = 0; n < keys.size(); n++) {
            expand(n);
            firstArc.add(target.size());
        }
        live = CsrGraph.reaching(this::isFinal, firstArc.toIntArray(), target.toIntArray());
    }

    /** Returns the initial node, or -1 if no path generates the pair. */
    int root() {
        return root >= 0 && live.get(root) ? root : -1;
    }

    int nodes() {
        return keys.size();
    }

    /** Returns whether a node can reach the end. */
    boolean isLive(int node) {
        return live.get(node);
    }

    int firstArc(int node) {
        return firstArc.getInt(node);
    }

    int endArc(int node) {
        return firstArc.getInt(node + 1);
    }

    /** Returns the mark of an arc, or {@link #NO_MARK}. */
    int mark(int arc) {
        return mark.getInt(arc);
    }

    int target(int arc) {
        return target.getInt(arc);
    }

    /** Returns the arc of T whose first piece an arc is, or -1 for a later piece. */
    int origin(int arc) {
        return origin.getInt(arc);
    }

    /** Returns the arc of T that an arc of a node is a piece of. */
    int owner(int node, int arc) {
        return origin(arc) >= 0 ? origin(arc) : configurations.arc(configuration(node));
    }

    /** Returns the state of T of a node, or -1 inside an arc. */
    int machineState(int node) {
        int c = configuration(node);
        return configurations.isState(c) ? c : -1;
    }

    private int configuration(int node) {
        return (int) (keys.getLong(node) / positions());
    }

    int inputPosition(int node) {
        return (int) (keys.getLong(node) % positions()) / width;
    }

    int outputPosition(int node) {
        return (int) (keys.getLong(node) % positions()) % width;
    }

    boolean isFinal(int node) {
        int c = configuration(node);
        return configurations.isState(c)
                && machine.isFinal(c)
                && inputPosition(node) == x.length
                && outputPosition(node) == y.length;
    }

    /** Returns two different paths with the same marks, unless finding them takes too much work. */
    Optional<PathsWithSameMarks> sameMarks() {
        Mfst.Builder copy = Mfst.builder(Alphabet.empty(), Alphabet.empty(), machine.marks());
        for (int n = 0; n < nodes(); n++) {
            copy.state();
            if (isFinal(n)) {
                copy.accept(n);
            }
        }
        IntArrayList kept = new IntArrayList();
        for (int n = 0; n < nodes(); n++) {
            for (int a = firstArc(n); a < endArc(n); a++) {
                if (live.get(n) && live.get(target(a))) {
                    int[] marks = mark(a) == NO_MARK ? new int[0] : new int[] {mark(a)};
                    copy.arc(n, target(a), new int[0], new int[0], marks);
                    kept.add(origin(a));
                }
            }
        }
        return new AmbiguitySearch(copy.initial(root).build())
                .sameMarks()
                .map(found -> new PathsWithSameMarks(path(found.first(), kept), path(found.second(), kept)));
    }

    private MachinePath path(MachinePath inProduct, IntArrayList origins) {
        return new MachinePath(
                machine,
                inProduct.arcs().stream()
                        .map(origins::getInt)
                        .filter(a -> a >= 0)
                        .toList());
    }

    private void expand(int node) {
        int c = configuration(node);
        int i = inputPosition(node);
        int j = outputPosition(node);
        if (!configurations.isState(c)) {
            int arc = configurations.arc(c);
            int before = configurations.marksBefore(c);
            int to = node(configurations.after(arc, before + 1), i, j);
            add(machine.symbol(arc, Tape.MARKS, before), to, -1);
            return;
        }
        for (int a = machine.firstArc(c); a < machine.endArc(c); a++) {
            IntString in = pushed.in[a];
            IntString out = pushed.out[a];
            if (in != null && out != null) {
                boolean marked = machine.length(a, Tape.MARKS) > 0;
                int to = step(marked ? configurations.after(a, 1) : machine.target(a), in, out, i, j);
                if (to >= 0) {
                    add(marked ? machine.symbol(a, Tape.MARKS, 0) : NO_MARK, to, a);
                }
            }
        }
    }

    private void add(int m, int to, int arc) {
        mark.add(m);
        target.add(to);
        origin.add(arc);
    }

    /** Returns the node after two strings are emitted at (i, j), or -1 if x or y does not continue with them. */
    private int step(int configuration, IntString in, IntString out, int i, int j) {
        return in.isAt(x, i) && out.isAt(y, j) ? node(configuration, i + in.length(), j + out.length()) : -1;
    }

    private int node(int configuration, int i, int j) {
        long key = configuration * positions() + (long) i * width + j;
        int known = number.get(key);
        if (known >= 0) {
            return known;
        }
        if (keys.size() == maxNodes) {
            throw new LimitException(
                    "the product of the machine with this pair has up to "
                            + configurations.count() * positions() + " nodes, more than the limit of " + maxNodes
                            + "; shorten the pair, or raise lattice.maxStates if memory allows",
                    "lattice.maxStates");
        }
        number.put(key, keys.size());
        keys.add(key);
        return keys.size() - 1;
    }

    private long positions() {
        return (x.length + 1L) * width;
    }
}
