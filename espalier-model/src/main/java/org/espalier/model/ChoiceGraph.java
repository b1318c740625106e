package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The lattices of a batch without the states that leave no choice. Its arcs are chains: a choice together with all marks that
 * must follow it, up to the next state with a choice or the end. The label of an arc is the chain's marks. Most states of a
 * lattice leave no choice (after {@code <delete>} comes the letter that x has there), so Algorithm 1 over this graph embeds and
 * multiplies several times fewer rows, in fewer levels.
 *
 * <p>States on cycles stay, whether or not they leave a choice, so that components and their copies are those of the batch.
 * Which states leave a choice is a property of the minimal lattice, so equivalent machines have equal graphs.
 */
final class ChoiceGraph {
    private final LatticeBatch batch;
    private final ArcGraph graph;
    private final int[] numberOf;
    private final IntArrayList marksOfLabels = new IntArrayList();
    private final IntArrayList firstMarkOfLabel = IntArrayList.of(0);

    /** Complexity: linear in states and arcs, and in the marks of all different chains. */
    ChoiceGraph(LatticeBatch batch) {
        this.batch = batch;
        ArcGraph all = batch.graph();
        int[] stays =
                IntStream.range(0, all.states()).filter(s -> !isForced(all, s)).toArray();
        LevelOrder order = order(all, stays);
        this.numberOf = order.numbers(all.states());

        Chains chains = new Chains(all);
        int[] pair = new int[order.states()];
        boolean[] isFinal = new boolean[order.states()];
        int[] label = new int[order.arcs()];
        int[] target = new int[order.arcs()];
        int[] seen = all.isAcyclic() ? target : new int[order.arcs()];
        Long2IntMap labels = new Long2IntOpenHashMap();
        labels.defaultReturnValue(-1);
        for (int state = 0; state < order.states(); state++) {
            int given = order.given(state);
            pair[state] = all.pair()[given];
            isFinal[state] = all.isFinal()[given];
            for (int rank = 0; rank < order.degree(state); rank++) {
                int first = all.arc(given, rank);
                int arc = order.arc(state, rank);
                label[arc] = label(chains, chains.of(first), labels);
                target[arc] = numberOf[chains.end(all.target()[first])];
                seen[arc] = all.isInside(first) ? numberOf[all.seen()[first]] : target[arc];
            }
        }
        int[][][] components = all.isAcyclic() ? new int[0][][] : components(all, order);
        this.graph = new ArcGraph(order, pair, isFinal, label, target, seen, components);
    }

    /** Returns whether a state leaves no choice: it has a single arc, and no path may end there or return there. */
    private static boolean isForced(ArcGraph all, int state) {
        return all.degree(state) == 1
                && !all.isFinal()[state]
                && all.components(all.order().level(state)).length == 0;
    }

    /**
     * Orders the states that stay. Without cycles, the level of a state is its longest distance to the end in chains; with cycles
     * levels keep their order.
     */
    private static LevelOrder order(ArcGraph all, int[] stays) {
        int[] degree = new int[all.states()];
        int[] level = new int[all.states()];
        for (int state = 0; state < all.states(); state++) {
            degree[state] = all.degree(state);
            if (!all.isAcyclic()) {
                level[state] = all.order().level(state);
                continue;
            }
            int step = isForced(all, state) ? 0 : 1;
            for (int rank = 0; rank < degree[state]; rank++) {
                // Targets have lower levels in the batch, so they come before.
                level[state] = Math.max(level[state], step + level[all.target()[all.arc(state, rank)]]);
            }
        }
        return new LevelOrder(stays, level, degree);
    }

    private int[][][] components(ArcGraph all, LevelOrder order) {
        return IntStream.range(0, order.levels())
                .mapToObj(level -> all.components(all.order().level(order.given(order.firstState(level)))))
                .map(ofLevel -> Arrays.stream(ofLevel)
                        .map(component ->
                                Arrays.stream(component).map(s -> numberOf[s]).toArray())
                        .toArray(int[][]::new))
                .toArray(int[][][]::new);
    }

    /** The chains that begin with each arc. Equal chains have the same number. */
    private static final class Chains {
        private static final int EMPTY = 0;

        private final ArcGraph all;
        private final IntArrayList mark = IntArrayList.of(-1);
        private final IntArrayList rest = IntArrayList.of(-1);
        private final Long2IntMap byMarkAndRest = new Long2IntOpenHashMap();
        private final int[] fromState;
        private final int[] end;

        Chains(ArcGraph all) {
            this.all = all;
            this.fromState = new int[all.states()];
            this.end = new int[all.states()];
            byMarkAndRest.defaultReturnValue(-1);
            for (int state = 0; state < fromState.length; state++) {
                boolean forced = isForced(all, state);
                fromState[state] = forced ? of(all.arc(state, 0)) : EMPTY;
                end[state] = forced ? end[all.target()[all.arc(state, 0)]] : state;
            }
        }

        /** Returns the state at which the chain that must follow a state ends. */
        int end(int state) {
            return end[state];
        }

        /** Returns the chain of an arc and of what must follow. */
        int of(int arc) {
            int after = fromState[all.target()[arc]];
            long key = ((long) all.label()[arc] << Integer.SIZE) | after;
            int known = byMarkAndRest.putIfAbsent(key, mark.size());
            if (known >= 0) {
                return known;
            }
            mark.add(all.label()[arc]);
            rest.add(after);
            return mark.size() - 1;
        }
    }

    /** Returns the label of a chain, whose marks are noted when it is new. */
    private int label(Chains chains, int chain, Long2IntMap labels) {
        int known = labels.putIfAbsent(chain, labels.size());
        if (known >= 0) {
            return known;
        }
        for (int at = chain; at != Chains.EMPTY; at = chains.rest.getInt(at)) {
            marksOfLabels.add(chains.mark.getInt(at));
        }
        firstMarkOfLabel.add(marksOfLabels.size());
        return labels.size() - 1;
    }

    ArcGraph graph() {
        return graph;
    }

    /** Returns the state of the batch that a state of the graph is. */
    int[] statesOfBatch() {
        return IntStream.range(0, graph.states()).map(graph.order()::given).toArray();
    }

    /** Returns the number of a state of the batch with a choice. */
    int state(int ofBatch) {
        return numberOf[ofBatch];
    }

    /** Returns the marks of all labels, one after the other. */
    int[] marksOfLabels() {
        return marksOfLabels.toIntArray();
    }

    /** Returns the first of each label among {@link #marksOfLabels}, followed by their number. */
    int[] firstMarkOfLabel() {
        return firstMarkOfLabel.toIntArray();
    }

    int marks() {
        return batch.marks();
    }
}
