package org.espalier.model;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
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

    /** Complexity: linear in states and arcs, and in the lengths of all different chains. */
    ChoiceGraph(LatticeBatch batch) {
        ArcGraph all = batch.graph();
        LevelOrder order = order(all);
        this.numberInGraph = order.numbers(all.states());
        this.graph = ArcGraph.unfilled(order, all.isAcyclic() ? new int[0][][] : components(all, order));
        this.chains = new Chains(all, batch.marks());
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
     * The chains of a batch, by number: a mark and the chain that follows it. Chain 0 is empty. Equal chains have the same number.
     * The labels of the graph are those that begin with a choice, each with its different marks and how often it has them.
     */
    static final class Chains {
        private static final int EMPTY = 0;

        private final ArcGraph all;
        private final IntArrayList mark = IntArrayList.of(-1);
        private final IntArrayList rest = IntArrayList.of(EMPTY);
        private final Long2IntMap byMarkAndRest = new Long2IntOpenHashMap();
        /** The chain that must follow each state of the batch. */
        private final int[] following;
        /** The state at which the chain that must follow each state ends. */
        private final int[] end;

        private final Long2IntMap labels = new Long2IntOpenHashMap();
        private final IntArrayList marks = new IntArrayList();
        private final DoubleArrayList counts = new DoubleArrayList();
        private final IntArrayList firstOfLabels = IntArrayList.of(0);
        /** The place of each mark among those of the label that is being made; -1 if it has none. */
        private final int[] place;

        private Chains(ArcGraph all, int marks) {
            this.all = all;
            this.following = new int[all.states()];
            this.end = new int[all.states()];
            this.place = new int[marks];
            Arrays.fill(place, -1);
            byMarkAndRest.defaultReturnValue(-1);
            labels.defaultReturnValue(-1);
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
            int known = labels.putIfAbsent(chain, labels.size());
            if (known >= 0) {
                return known;
            }
            int first = marks.size();
            for (int at = chain; at != EMPTY; at = rest.getInt(at)) {
                int next = mark.getInt(at);
                if (place[next] < 0) {
                    place[next] = marks.size();
                    marks.add(next);
                    counts.add(1);
                } else {
                    counts.set(place[next], counts.getDouble(place[next]) + 1);
                }
            }
            for (int i = first; i < marks.size(); i++) {
                place[marks.getInt(i)] = -1;
            }
            firstOfLabels.add(marks.size());
            return labels.size() - 1;
        }

        /** Returns the different marks of each label, one label after the other. */
        int[] marks() {
            return marks.toIntArray();
        }

        /** Returns how often its label has each of {@link #marks}. */
        double[] counts() {
            return counts.toDoubleArray();
        }

        /** Returns the first of each label among {@link #marks}, followed by their number. */
        int[] firstOfLabels() {
            return firstOfLabels.toIntArray();
        }
    }
}
