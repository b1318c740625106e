package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The arcs of T that each arc of a lattice stands for, and the states of T that each state stands for.
 *
 * <p>Often an arc stands for a single one. It stands for several where different paths of T share a future, such as the
 * insertions that end a pair under each of five ciphers. The whole mark string then decides, and {@link Lattice#path}
 * finds the path. Arcs of T without marks belong to no arc of the lattice.
 *
 * <p>A state of the lattice stands for the states of T that paths to it can be at: none if all paths are inside an arc
 * of T that has several marks.
 */
public final class LatticeOrigins {
    private final int[][] origins;
    private final int[][] states;

    private LatticeOrigins(int[][] origins, int[][] states) {
        this.origins = origins;
        this.states = states;
    }

    /** Returns the arcs of T, in increasing order, to whose marks the mark of a lattice arc can belong. */
    public int[] of(int latticeArc) {
        return origins[latticeArc].clone();
    }

    /** Returns the states of T, in increasing order, that paths to a state of the lattice can be at. */
    public int[] states(int latticeState) {
        return states[latticeState].clone();
    }

    static LatticeOrigins of(Lattice lattice, int[] x, int[] y) {
        IntOpenHashSet[] arcs = sets(lattice.arcs());
        IntOpenHashSet[] states = sets(lattice.states());
        if (!lattice.isEmpty()) {
            new ParallelTraversal(
                            lattice,
                            new NondeterministicProduct(PushedMachine.of(lattice.machine()), x, y, Integer.MAX_VALUE))
                    .collect(arcs, states);
        }
        return new LatticeOrigins(sorted(arcs), sorted(states));
    }

    private static IntOpenHashSet[] sets(int count) {
        IntOpenHashSet[] sets = new IntOpenHashSet[count];
        Arrays.setAll(sets, k -> new IntOpenHashSet(2));
        return sets;
    }

    private static int[][] sorted(IntOpenHashSet[] sets) {
        int[][] sorted = new int[sets.length][];
        for (int k = 0; k < sets.length; k++) {
            sorted[k] = sets[k].toIntArray();
            Arrays.sort(sorted[k]);
        }
        return sorted;
    }

    /** Traverses lattice and product in parallel. A pair (s, n) is a state and a node that the same marks lead to. */
    private static final class ParallelTraversal {
        private final Lattice lattice;
        private final NondeterministicProduct product;
        private final Long2IntOpenHashMap number = new Long2IntOpenHashMap();
        private final LongArrayList keys = new LongArrayList();
        private final IntArrayList firstArc = IntArrayList.of(0);
        private final IntArrayList target = new IntArrayList();
        private final IntArrayList latticeArc = new IntArrayList();
        private final IntArrayList origin = new IntArrayList();

        ParallelTraversal(Lattice lattice, NondeterministicProduct product) {
            this.lattice = lattice;
            this.product = product;
            number.defaultReturnValue(-1);
            pair(0, product.root());
            for (int p = 0; p < keys.size(); p++) {
                expand(state(p), node(p));
                firstArc.add(target.size());
            }
        }

        private void expand(int state, int node) {
            for (int a = product.firstArc(node); a < product.endArc(node); a++) {
                boolean silent = product.mark(a) == NondeterministicProduct.NO_MARK;
                int along = silent ? -1 : lattice.arc(state, product.mark(a));
                if (product.isLive(product.target(a)) && (silent || along >= 0)) {
                    target.add(pair(silent ? state : lattice.target(along), product.target(a)));
                    latticeArc.add(along);
                    origin.add(product.owner(node, a));
                }
            }
        }

        private int pair(int state, int node) {
            long key = (long) state << 32 | node;
            int known = number.get(key);
            if (known < 0) {
                known = keys.size();
                number.put(key, known);
                keys.add(key);
            }
            return known;
        }

        void collect(IntOpenHashSet[] arcs, IntOpenHashSet[] states) {
            BitSet live = CsrGraph.reaching(
                    p -> lattice.isFinal(state(p)) && product.isFinal(node(p)),
                    firstArc.toIntArray(),
                    target.toIntArray());
            for (int p = live.nextSetBit(0); p >= 0; p = live.nextSetBit(p + 1)) {
                int reached = product.machineState(node(p));
                if (reached >= 0) {
                    states[state(p)].add(reached);
                }
                for (int arc = firstArc.getInt(p); arc < firstArc.getInt(p + 1); arc++) {
                    if (live.get(target.getInt(arc)) && latticeArc.getInt(arc) >= 0) {
                        arcs[latticeArc.getInt(arc)].add(origin.getInt(arc));
                    }
                }
            }
        }

        private int state(int pair) {
            return (int) (keys.getLong(pair) >>> 32);
        }

        private int node(int pair) {
            return (int) keys.getLong(pair);
        }
    }
}
