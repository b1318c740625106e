package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/**
 * The lattices of many pairs as one graph, numbered so that what a network processes together is contiguous: states and arcs
 * by level ({@link LevelOrder}). The level of a state is its longest distance to the end of an accepting path. Immutable.
 *
 * <p>Cycles. Only arcs between strongly connected components count for levels. Each state on a cycle has copies with lower
 * levels, for Algorithm 1: an arc that stays within the component leads to a state of the same copy, but {@linkplain
 * ArcGraph#seen sees} the embedding of the next copy. No path from a root leads to a copy. {@link LatticeCycles} and {@link
 * SwpCycles} have the details.
 *
 * <p>The choices at a state are its arcs, in increasing order of marks, followed by EOS if the state is final.
 */
public final class LatticeBatch {
    private final List<Lattice> lattices;
    private final int marks;
    private final int[] localState;
    private final int[] root;
    private final ArcGraph graph;
    /** Computed when it is first asked for; threads that compute it at once find the same. */
    private @Nullable ChoiceGraph choiceGraph;

    private LatticeBatch(List<Lattice> lattices, int[] starts) {
        this.lattices = lattices;
        this.marks = lattices.get(0).machine().marks().size();
        boolean acyclic = lattices.stream().allMatch(Lattice::isAcyclic);

        LatticeCycles[] cycles = lattices.stream().map(LatticeCycles::new).toArray(LatticeCycles[]::new);
        int[] firstGiven = new int[lattices.size() + 1];
        for (int p = 0; p < lattices.size(); p++) {
            firstGiven[p + 1] = index(
                    firstGiven[p] + (long) cycles[p].copies() * lattices.get(p).states());
        }
        int[] level = new int[firstGiven[lattices.size()]];
        int[] degreeGiven = new int[level.length];
        IntArrayList present = new IntArrayList();
        for (int p = 0; p < lattices.size(); p++) {
            Lattice lattice = lattices.get(p);
            boolean[] reached = reached(lattice, starts[p]);
            int given = firstGiven[p];
            for (int copy = 0; copy < cycles[p].copies(); copy++) {
                for (int s = 0; s < lattice.states(); s++, given++) {
                    level[given] = acyclic ? cycles[p].level(s) : cycles[p].spacedLevel(s, copy);
                    degreeGiven[given] = LatticeCycles.hasArcs(copy) ? lattice.endArc(s) - lattice.firstArc(s) : 0;
                    if (reached[s] && cycles[p].hasCopy(s, copy)) {
                        present.add(given);
                    }
                }
            }
        }

        LevelOrder order = new LevelOrder(present.toIntArray(), level, degreeGiven);
        int[] numberOf = order.numbers(level.length);
        this.localState = new int[order.states()];
        this.root = new int[lattices.size()];
        this.graph =
                ArcGraph.unfilled(order, acyclic ? new int[0][][] : components(order, cycles, firstGiven, numberOf));
        for (int p = 0; p < lattices.size(); p++) {
            root[p] = numberOf[firstGiven[p] + starts[p]];
            for (int copy = 0; copy < cycles[p].copies(); copy++) {
                place(p, cycles[p], copy, firstGiven[p], numberOf);
            }
        }
    }

    /**
     * Returns a size or index as an int, as arrays and tensors of indices need it.
     *
     * @throws EspalierException if it is too large
     */
    static int index(long number) {
        if (number > Integer.MAX_VALUE) {
            throw new EspalierException("a batch needs an array of " + number + " numbers, but an array has at most "
                    + Integer.MAX_VALUE
                    + "; use smaller batches (training.batch) or draw fewer strings (training.samples)");
        }
        return (int) number;
    }

    /** Returns which states can be reached from a state. Every state can be reached from state 0. */
    private static boolean[] reached(Lattice lattice, int start) {
        boolean[] reached = new boolean[lattice.states()];
        if (start == 0) {
            Arrays.fill(reached, true);
            return reached;
        }
        reached[start] = true;
        IntArrayList todo = IntArrayList.of(start);
        while (!todo.isEmpty()) {
            int s = todo.popInt();
            for (int arc = lattice.firstArc(s); arc < lattice.endArc(s); arc++) {
                int target = lattice.target(arc);
                if (!reached[target]) {
                    reached[target] = true;
                    todo.add(target);
                }
            }
        }
        return reached;
    }

    /**
     * Returns a batch with one pair per given state: the part of its lattice that is reachable from that state. Complexity:
     * linear in the states and arcs of the lattices, counted once per given state.
     */
    LatticeBatch reachableFrom(int... states) {
        List<Lattice> own = new ArrayList<>();
        int[] starts = new int[states.length];
        for (int i = 0; i < states.length; i++) {
            own.add(lattices.get(graph.pair()[states[i]]));
            starts[i] = localState[states[i]];
        }
        return new LatticeBatch(own, starts);
    }

    /**
     * Joins lattices over the same marks into a batch. Complexity: linear in states and arcs.
     *
     * @throws EspalierException if the list is empty, or a lattice has no path
     */
    public static LatticeBatch of(List<Lattice> lattices) {
        if (lattices.isEmpty()) {
            throw new EspalierException("a batch must have at least one lattice");
        }
        for (Lattice lattice : lattices) {
            if (lattice.isEmpty()) {
                throw new EspalierException("a lattice without paths cannot be part of a batch; skip such pairs");
            }
            if (!lattice.machine().marks().equals(lattices.get(0).machine().marks())) {
                throw new EspalierException("the lattices of a batch must share one alphabet of marks");
            }
        }
        return new LatticeBatch(List.copyOf(lattices), new int[lattices.size()]);
    }

    /** Copies the states and arcs of a lattice to their numbers in the batch, once for each copy of its states. */
    private void place(int pair, LatticeCycles cycles, int copy, int first, int[] numberOf) {
        Lattice lattice = lattices.get(pair);
        int own = first + copy * lattice.states();
        for (int local = 0; local < lattice.states(); local++) {
            int s = numberOf[own + local];
            if (s < 0) {
                continue;
            }
            localState[s] = local;
            graph.pair()[s] = pair;
            graph.isFinal()[s] = lattice.isFinal(local) || !LatticeCycles.hasArcs(copy);
            for (int rank = 0; rank < degree(s); rank++) {
                int arc = lattice.firstArc(local) + rank;
                int target = lattice.target(arc);
                boolean inside = cycles.isInside(local, target);
                int a = arc(s, rank);
                graph.label()[a] = lattice.mark(arc);
                graph.target()[a] = numberOf[(inside ? own : first) + target];
                graph.seen()[a] = numberOf[(inside ? own + lattice.states() : first) + target];
            }
        }
    }

    /** Returns for each level the states of each strongly connected component with cycles, in the order of their lattice. */
    private int[][][] components(LevelOrder order, LatticeCycles[] cycles, int[] firstGiven, int[] numberOf) {
        List<List<int[]>> result = new ArrayList<>();
        for (int level = 0; level < order.levels(); level++) {
            result.add(new ArrayList<>());
        }
        for (int p = 0; p < cycles.length; p++) {
            int states = lattices.get(p).states();
            for (int copy = 0; copy < cycles[p].copies() && LatticeCycles.hasArcs(copy); copy++) {
                SortedMap<Integer, IntArrayList> byComponent = new TreeMap<>();
                for (int local = 0; local < states; local++) {
                    int s = numberOf[firstGiven[p] + copy * states + local];
                    if (s >= 0 && cycles[p].isOnCycle(local)) {
                        byComponent
                                .computeIfAbsent(cycles[p].component(local), c -> new IntArrayList())
                                .add(s);
                    }
                }
                byComponent
                        .values()
                        .forEach(component ->
                                result.get(order.level(component.getInt(0))).add(component.toIntArray()));
            }
        }
        return result.stream().map(level -> level.toArray(int[][]::new)).toArray(int[][][]::new);
    }

    /** Returns the lattices, one per pair. */
    public List<Lattice> lattices() {
        return lattices;
    }

    public int pairs() {
        return lattices.size();
    }

    /** Returns |Ω|, which is also the symbol that stands for EOS wherever a mark or EOS may occur. */
    public int marks() {
        return marks;
    }

    /** Refuses a model of another machine, which would mistake a mark for EOS. */
    static void requireMarks(long ofModel, int ofBatch) {
        if (ofModel != ofBatch) {
            throw new EspalierException("the model has " + ofModel + " marks, but the machine of these lattices has "
                    + ofBatch + "; use the machine that the model was trained with");
        }
    }

    /** Returns the states and arcs without their lattices. The label of an arc is its mark. */
    ArcGraph graph() {
        return graph;
    }

    /** Returns the states that leave a choice, with chains as arcs. */
    ChoiceGraph choiceGraph() {
        ChoiceGraph known = choiceGraph;
        if (known == null) {
            known = new ChoiceGraph(this);
            choiceGraph = known;
        }
        return known;
    }

    public boolean isAcyclic() {
        return graph.isAcyclic();
    }

    /** Returns the number of states, including the copies of states on cycles. */
    public int states() {
        return graph.states();
    }

    public int arcs() {
        return graph.arcs();
    }

    /** Returns the initial state of a pair's lattice. */
    public int root(int pair) {
        return root[pair];
    }

    /** Returns the initial states of the lattices of some pairs. */
    int[] roots(int... pairs) {
        return Arrays.stream(pairs).map(this::root).toArray();
    }

    /** Returns the pair that a state belongs to. */
    public int pair(int state) {
        return graph.pair()[state];
    }

    /** Returns the number of a state in its own lattice. */
    public int localState(int state) {
        return localState[state];
    }

    public boolean isFinal(int state) {
        return graph.isFinal()[state];
    }

    /** Returns the number of arcs that leave a state. */
    public int degree(int state) {
        return graph.degree(state);
    }

    /** Returns the number of choices at a state: its arcs, and EOS if it is final. */
    public int choices(int state) {
        return graph.choices(state);
    }

    /** Returns the first choice of each of some states in a list of the choices of all of them, followed by the length of the list. */
    int[] firstChoices(int... states) {
        int[] first = new int[states.length + 1];
        for (int row = 0; row < states.length; row++) {
            first[row + 1] = first[row] + choices(states[row]);
        }
        return first;
    }

    /** Returns the symbol of a choice: a mark, or {@link #marks()} for EOS. */
    public int symbol(int state, int choice) {
        return choice == degree(state) ? marks : mark(arc(state, choice));
    }

    /** Returns the choice at a state that has a symbol, or -1. Complexity: linear in the choices. */
    public int choice(int state, int symbol) {
        for (int choice = 0; choice < choices(state); choice++) {
            if (symbol(state, choice) == symbol) {
                return choice;
            }
        }
        return -1;
    }

    /** Returns the arc of a state with a rank: its position among the state's arcs. */
    public int arc(int state, int rank) {
        return graph.arc(state, rank);
    }

    public int mark(int arc) {
        return graph.label()[arc];
    }

    public int target(int arc) {
        return graph.target()[arc];
    }

    /** Returns the position in the input: how many symbols of it every path to this state has read. */
    public int inputPosition(int state) {
        return lattices.get(graph.pair()[state]).inputPosition(localState[state]);
    }

    /** Returns the position in the output: how many symbols of it every path to this state has written. */
    public int outputPosition(int state) {
        return lattices.get(graph.pair()[state]).outputPosition(localState[state]);
    }
}
