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
        boolean[] isForced = forced(all);
        LevelOrder order = order(all, isForced);
        this.numberInGraph = order.numbers(all.states());
        this.graph = ArcGraph.unfilled(order, all.isAcyclic() ? new int[0][][] : components(all, order));
        this.chains = new Chains(all, isForced, batch.marks());
        for (int state = 0; state < order.states(); state++) {
            int given = order.given(state);
            graph.pair()[state] = all.pair()[given];
            graph.isFinal()[state] = all.isFinal()[given];
            for (int rank = 0; rank < order.degree(state); rank++) {
                int first = all.arc(given, rank);
                int arc = order.arc(state, rank);
                graph.label()[arc] = chains.chainOf(first);
                graph.target()[arc] = numberInGraph[chains.end[all.target()[first]]];
                graph.seen()[arc] = all.isInside(first) ? numberInGraph[all.seen()[first]] : graph.target()[arc];
            }
        }
    }

    /** Returns whether each state leaves no choice: it has a single arc, and no path may end there or return there. */
    private static boolean[] forced(ArcGraph all) {
        boolean[] result = new boolean[all.states()];
        for (int state = 0; state < result.length; state++) {
            result[state] = all.degree(state) == 1
                    && !all.isFinal()[state]
                    && all.components(all.order().level(state)).length == 0;
        }
        return result;
    }

    /**
     * Orders the states that stay. Without cycles, the level of a state is its longest distance to the end in chains; with cycles
     * levels keep their order.
     */
    private static LevelOrder order(ArcGraph all, boolean[] isForced) {
        int[] degree = new int[all.states()];
        int[] level = new int[all.states()];
        IntArrayList stays = new IntArrayList();
        for (int state = 0; state < all.states(); state++) {
            if (!isForced[state]) {
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
                level[state] = Math.max(level[state], isForced[state] ? ofTarget : ofTarget + 1);
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

    /** Returns the number of each state of the batch in the graph; -1 if it is left out. */
    int[] numbers() {
        return numberInGraph;
    }

    /** Returns for each state its number in the batch. */
    int[] statesOfBatch() {
        return IntStream.range(0, graph.states()).map(graph.order()::given).toArray();
    }

    Chains chains() {
        return chains;
    }

    /**
     * The different chains of a batch, numbered, each with its different marks and how often it has them. They are found with the
     * marks that must follow each state, its <em>tail</em>. Tails are lists that share their ends: a mark and the tail that follows it.
     */
    static final class Chains {
        private static final int EMPTY = 0;

        private final ArcGraph all;
        /** The first mark of each tail. */
        private final IntArrayList mark = IntArrayList.of(-1);
        /** What follows the first mark of each tail. */
        private final IntArrayList rest = IntArrayList.of(EMPTY);

        /** The number of each tail that is a chain; -1 for others. */
        private final IntArrayList number = IntArrayList.of(-1);

        private final Long2IntMap byMarkAndRest;
        /** The tail of each state of the batch. */
        private final int[] tail;
        /** The state at which the tail of each state ends. */
        private final int[] end;

        private final IntArrayList marks = new IntArrayList();
        private final DoubleArrayList counts = new DoubleArrayList();
        private final IntArrayList first = IntArrayList.of(0);
        /** The place of each mark among those of the chain that is being added; -1 if it has none. */
        private final int[] place;

        private Chains(ArcGraph all, boolean[] isForced, int marks) {
            this.all = all;
            this.byMarkAndRest = new Long2IntOpenHashMap(all.states());
            this.tail = new int[all.states()];
            this.end = new int[all.states()];
            this.place = new int[marks];
            Arrays.fill(place, -1);
            byMarkAndRest.defaultReturnValue(-1);
            for (int state = 0; state < tail.length; state++) {
                tail[state] = isForced[state] ? tailFrom(all.arc(state, 0)) : EMPTY;
                end[state] = isForced[state] ? end[all.target()[all.arc(state, 0)]] : state;
            }
        }

        /** Returns the tail of an arc's mark and of what must follow. Targets come before their sources. */
        private int tailFrom(int arc) {
            int next = tail[all.target()[arc]];
            long key = ((long) all.label()[arc] << Integer.SIZE) | next;
            int known = byMarkAndRest.putIfAbsent(key, mark.size());
            if (known >= 0) {
                return known;
            }
            mark.add(all.label()[arc]);
            rest.add(next);
            number.add(-1);
            return mark.size() - 1;
        }

        /** Returns the number of the chain that begins with an arc of the batch. */
        private int chainOf(int arc) {
            int chain = tailFrom(arc);
            if (number.getInt(chain) >= 0) {
                return number.getInt(chain);
            }
            number.set(chain, first.size() - 1);
            int begin = marks.size();
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
            for (int i = begin; i < marks.size(); i++) {
                place[marks.getInt(i)] = -1;
            }
            first.add(marks.size());
            return number.getInt(chain);
        }

        /** Returns the different marks of each chain, one chain after the other. */
        int[] marks() {
            return marks.toIntArray();
        }

        /** Returns how often its chain has each of {@link #marks}. */
        double[] counts() {
            return counts.toDoubleArray();
        }

        /** Returns the first of each chain among {@link #marks}, followed by their number. */
        int[] first() {
            return first.toIntArray();
        }
    }
}
