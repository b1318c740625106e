package org.espalier.model.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.Arrays;
import org.espalier.fst.base.LimitException;

/**
 * x ∘ T: the machine restricted to an input, with free outputs. Node (q, i) is state q after i symbols are read. Each node
 * has the least number of symbols that must still be written, so that the search follows only what can end within its bound.
 *
 * <p>Layout: the arcs of node n are {@code firstArc[n] … firstArc[n+1]-1}. What the search asks for at every step is an array.
 */
final class InputGraph {
    private static final int MAX_ARCS = 20_000_000;
    private static final int NEVER = Integer.MAX_VALUE;

    private final int inputLength;
    private final int[] firstArc;
    private final int[] target;
    private final int[] mark;
    private final int[][] output;
    private final int[] inputPosition;
    private final boolean[] isFinal;
    private final int[] leastOutput;
    private final boolean unmarkedArcs;

    /** Builds the graph. Complexity: O(n log n) for n = arcs of the machine times symbols of the input. */
    InputGraph(SingleMarkMachine machine, int... x) {
        this.inputLength = x.length;
        Expansion expansion = new Expansion(machine, x);
        this.firstArc = expansion.firstArc.toIntArray();
        this.target = expansion.target.toIntArray();
        int[] origin = expansion.origin.toIntArray();
        this.mark = Arrays.stream(origin).map(a -> machine.mark[a]).toArray();
        this.output = Arrays.stream(origin).mapToObj(a -> machine.out[a]).toArray(int[][]::new);
        this.unmarkedArcs = Arrays.stream(mark).anyMatch(m -> m == SingleMarkMachine.NO_MARK);
        int nodes = expansion.keys.size();
        this.inputPosition = new int[nodes];
        this.isFinal = new boolean[nodes];
        for (int node = 0; node < nodes; node++) {
            inputPosition[node] = expansion.position(node);
            isFinal[node] = inputPosition[node] == x.length && machine.machine.isFinal(expansion.state(node));
        }
        this.leastOutput = leastOutput();
    }

    /** The reachable nodes in the order in which they are found, with their arcs; {@code origin} is the arc of the machine. */
    private static final class Expansion {
        private final SingleMarkMachine machine;
        private final int[] x;
        private final Long2IntOpenHashMap number = new Long2IntOpenHashMap();
        private final LongArrayList keys = new LongArrayList();
        private final IntArrayList firstArc = IntArrayList.of(0);
        private final IntArrayList origin = new IntArrayList();
        private final IntArrayList target = new IntArrayList();

        Expansion(SingleMarkMachine machine, int... x) {
            this.machine = machine;
            this.x = x;
            number.defaultReturnValue(-1);
            node(machine.machine.initial(), 0);
            for (int n = 0; n < keys.size(); n++) {
                expand(n);
                firstArc.add(target.size());
            }
        }

        int position(int node) {
            return (int) (keys.getLong(node) % (x.length + 1));
        }

        int state(int node) {
            return (int) (keys.getLong(node) / (x.length + 1));
        }

        private void expand(int node) {
            int i = position(node);
            int state = state(node);
            for (int a = machine.machine.firstArc(state); a < machine.machine.endArc(state); a++) {
                int end = i + machine.in[a].length;
                if (end <= x.length && Arrays.equals(machine.in[a], 0, end - i, x, i, end)) {
                    origin.add(a);
                    target.add(node(machine.machine.target(a), end));
                }
            }
            if (target.size() > MAX_ARCS) {
                throw new LimitException("the machine restricted to an input of " + x.length + " symbols has more than "
                        + MAX_ARCS + " arcs; shorten the input");
            }
        }

        private int node(int state, int i) {
            long key = state * (x.length + 1L) + i;
            int known = number.putIfAbsent(key, keys.size());
            if (known >= 0) {
                return known;
            }
            keys.add(key);
            return keys.size() - 1;
        }
    }

    int inputLength() {
        return inputLength;
    }

    int arcs() {
        return target.length;
    }

    int root() {
        return 0;
    }

    int firstArc(int node) {
        return firstArc[node];
    }

    int endArc(int node) {
        return firstArc[node + 1];
    }

    int target(int arc) {
        return target[arc];
    }

    /** Returns the mark of an arc, or {@link SingleMarkMachine#NO_MARK}. */
    int mark(int arc) {
        return mark[arc];
    }

    /** Returns the symbols that an arc writes. Callers must not change the array. */
    int[] output(int arc) {
        return output[arc];
    }

    boolean hasUnmarkedArcs() {
        return unmarkedArcs;
    }

    int inputPosition(int node) {
        return inputPosition[node];
    }

    boolean isFinal(int node) {
        return isFinal[node];
    }

    /** Returns whether the end can be reached from a node at all. */
    boolean isLive(int node) {
        return leastOutput[node] != NEVER;
    }

    /** Returns whether the end can be reached from a node with at most this many more output symbols. */
    boolean endsWithin(int node, int symbols) {
        return leastOutput[node] <= symbols;
    }

    /** Computes shortest paths backwards from the ends, by Dijkstra's algorithm; a queue entry is a distance and a node. */
    private int[] leastOutput() {
        int nodes = isFinal.length;
        int[] firstInto = new int[nodes + 1];
        for (int to : target) {
            firstInto[to + 1]++;
        }
        Arrays.parallelPrefix(firstInto, Integer::sum);
        int[] into = new int[target.length];
        int[] source = new int[target.length];
        int[] next = firstInto.clone();
        int[] least = new int[nodes];
        Arrays.fill(least, NEVER);
        LongHeapPriorityQueue queue = new LongHeapPriorityQueue();
        for (int n = 0; n < nodes; n++) {
            for (int a = firstArc(n); a < endArc(n); a++) {
                source[a] = n;
                into[next[target(a)]++] = a;
            }
            if (isFinal(n)) {
                least[n] = 0;
                queue.enqueue(n);
            }
        }
        while (!queue.isEmpty()) {
            long entry = queue.dequeueLong();
            int node = (int) entry;
            if (least[node] < (int) (entry >>> Integer.SIZE)) {
                continue;
            }
            for (int k = firstInto[node]; k < firstInto[node + 1]; k++) {
                int distance = least[node] + output(into[k]).length;
                if (distance < least[source[into[k]]]) {
                    least[source[into[k]]] = distance;
                    queue.enqueue((long) distance << Integer.SIZE | source[into[k]]);
                }
            }
        }
        return least;
    }
}
