package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The lattices of a batch without the states that leave no choice. An arc is a <em>chain</em>: a choice with all marks that must
 * follow it, up to the next state with a choice or the end. Most states of a lattice leave no choice (after {@code <delete>} comes
 * the letter that x has there). Deletions and insertions of two marks each leave one at a third of the states, and chains are
 * half as many as arcs; so Algorithm 1 over this graph embeds fewer rows, in half as many levels.
 *
 * <p>States on cycles stay, whether or not they leave a choice, so that components and their copies are those of the batch.
 * Which states leave a choice is a property of the minimal lattice, so equivalent machines have equal graphs.
 */
final class ChoiceGraph {
    private final ArcGraph graph;
    private final int[] numberInGraph;
    private final Chains chains;

    /** Complexity: linear in states and arcs. */
    ChoiceGraph(LatticeBatch batch) {
        ArcGraph all = batch.graph();
        LevelOrder order = order(all);
        this.numberInGraph = order.numbers(all.states());
        this.graph = ArcGraph.unfilled(order, all.isAcyclic() ? new int[0][][] : components(all, order));
        this.chains = new Chains(all);
        for (int state = 0; state < order.states(); state++) {
            int given = order.given(state);
            graph.pair()[state] = all.pair()[given];
            graph.isFinal()[state] = all.isFinal()[given];
            for (int rank = 0; rank < order.degree(state); rank++) {
                int first = all.arc(given, rank);
                int arc = order.arc(state, rank);
                graph.label()[arc] = chains.labelOf(first);
                graph.target()[arc] = numberInGraph[chains.end[all.target()[first]]];
                graph.seen()[arc] = all.isInside(first) ? numberInGraph[all.seen()[first]] : graph.target()[arc];
            }
        }
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
    private static LevelOrder order(ArcGraph all) {
        int[] degree = new int[all.states()];
        int[] level = new int[all.states()];
        IntArrayList stays = new IntArrayList();
        for (int state = 0; state < all.states(); state++) {
            boolean isForced = isForced(all, state);
            if (!isForced) {
                stays.add(state);
            }
            degree[state] = all.degree(state);
            if (!all.isAcyclic()) {
                level[state] = all.order().level(state);
                continue;
            }
            for (int rank = 0; rank < degree[state]; rank++) {
                // Targets have lower levels in the batch, so they come before.
                int ofTarget = level[all.target()[all.arc(state, rank)]];
                level[state] = Math.max(level[state], isForced ? ofTarget : ofTarget + 1);
            }
        }
        return new LevelOrder(stays.toIntArray(), level, degree);
    }

    private int[][][] components(ArcGraph all, LevelOrder order) {
        return IntStream.range(0, order.levels())
                .mapToObj(level -> all.components(all.order().level(order.given(order.firstState(level)))))
                .map(ofLevel -> Arrays.stream(ofLevel)
                        .map(component -> Arrays.stream(component)
                                .map(state -> numberInGraph[state])
                                .toArray())
                        .toArray(int[][]::new))
                .toArray(int[][][]::new);
    }

    ArcGraph graph() {
        return graph;
    }

    /** Returns the number of a state of the batch in the graph; -1 if it leaves no choice. */
    int state(int ofBatch) {
        return numberInGraph[ofBatch];
    }

    /** Returns for each state its number in the batch. */
    int[] statesOfBatch() {
        return IntStream.range(0, graph.states()).map(graph.order()::given).toArray();
    }

    Chains chains() {
        return chains;
    }

    /**
     * The chains of a batch, by number: a mark and the chain that follows it. Chain 0 is empty. Equal chains have the same number,
     * and what follows has a lower one. The labels of the graph are those chains that begin with a choice.
     */
    static final class Chains {
        static final int EMPTY = 0;

        private final ArcGraph all;
        private final IntArrayList mark = IntArrayList.of(-1);
        private final IntArrayList rest = IntArrayList.of(EMPTY);
        private final Long2IntMap byMarkAndRest = new Long2IntOpenHashMap();
        private final IntArrayList label = new IntArrayList();
        private final IntArrayList ofLabel = new IntArrayList();
        /** The chain that must follow each state of the batch. */
        private final int[] following;
        /** The state at which the chain that must follow each state ends. */
        private final int[] end;

        private Chains(ArcGraph all) {
            this.all = all;
            this.following = new int[all.states()];
            this.end = new int[all.states()];
            byMarkAndRest.defaultReturnValue(-1);
            for (int state = 0; state < following.length; state++) {
                boolean isForced = isForced(all, state);
                following[state] = isForced ? of(all.arc(state, 0)) : EMPTY;
                end[state] = isForced ? end[all.target()[all.arc(state, 0)]] : state;
            }
        }

        /** Returns the chain of an arc of the batch and of what must follow. */
        private int of(int arc) {
            int next = following[all.target()[arc]];
            long key = ((long) all.label()[arc] << Integer.SIZE) | next;
            int known = byMarkAndRest.putIfAbsent(key, mark.size());
            if (known >= 0) {
                return known;
            }
            mark.add(all.label()[arc]);
            rest.add(next);
            return mark.size() - 1;
        }

        /** Returns the label of an arc of the batch that begins a chain. */
        private int labelOf(int arc) {
            int chain = of(arc);
            while (label.size() <= chain) {
                label.add(-1);
            }
            if (label.getInt(chain) < 0) {
                label.set(chain, ofLabel.size());
                ofLabel.add(chain);
            }
            return label.getInt(chain);
        }

        /** Returns the first mark of each chain but the empty one, which is left out. */
        int[] marks() {
            return Arrays.copyOfRange(mark.elements(), 1, mark.size());
        }

        /** Returns for each chain the one that follows its first mark; the empty one follows itself. */
        int[] rests() {
            return rest.toIntArray();
        }

        /** Returns the chain of each label. */
        int[] ofLabels() {
            return ofLabel.toIntArray();
        }
    }
}
