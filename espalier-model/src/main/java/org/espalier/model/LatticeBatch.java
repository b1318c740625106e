package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;

/**
 * The lattices of many pairs as one graph, numbered so that what a network processes together is contiguous. Immutable.
 *
 * <p>Layout. The level of a state is its longest distance to the end of an accepting path. States are numbered by level, and
 * within a level by decreasing number of arcs. Arcs are numbered by the level of their source. A level's arcs consist of
 * columns: the first arcs of all its states, in the order of the states, then the second arcs of those that have two, and so
 * on. So arc r of state s is {@code column(level, r) + s - firstState(level)}, and the sum over the arcs of each state of a
 * level is a sum of a few contiguous blocks.
 *
 * <p>Cycles. Only arcs between strongly connected components count for levels. Each state on a cycle has copies with lower
 * levels, for Algorithm 1: an arc that stays within the component leads to a state of the same copy, but {@linkplain
 * #seenTargets sees} the embedding of the next copy. No path from a root leads to a copy. {@link LatticeCycles} and {@link
 * SwpCycles} have the details.
 *
 * <p>The choices at a state are its arcs, in increasing order of marks, followed by EOS if the state is final.
 */
public final class LatticeBatch {
    private static final int[][] NO_COMPONENTS = {};

    private final List<Lattice> lattices;
    private final int marks;
    private final boolean acyclic;
    private final int[] pairOfState;
    private final int[] localState;
    private final int[] degree;
    private final boolean[] isFinal;
    private final int[] levelOfState;
    private final int[] firstStateOfLevel;
    private final int[][] columns;
    private final int[] arcMark;
    private final int[] arcTarget;
    private final int[] arcSeen;
    private final int[] root;
    private final int[][][] components;

    private LatticeBatch(List<Lattice> lattices, int[] starts) {
        this.lattices = lattices;
        this.marks = lattices.get(0).machine().marks().size();
        this.acyclic = lattices.stream().allMatch(Lattice::isAcyclic);

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
        if (!acyclic) {
            closeGaps(level, present);
        }

        int[] order = order(present.toIntArray(), level, degreeGiven);
        int states = order.length;
        int levels = level[order[states - 1]] + 1;
        int[] numberOf = new int[level.length];
        Arrays.fill(numberOf, -1);
        this.pairOfState = new int[states];
        this.localState = new int[states];
        this.degree = new int[states];
        this.isFinal = new boolean[states];
        this.levelOfState = new int[states];
        this.firstStateOfLevel = new int[levels + 1];
        for (int s = 0; s < states; s++) {
            int given = order[s];
            numberOf[given] = s;
            degree[s] = degreeGiven[given];
            levelOfState[s] = level[given];
            firstStateOfLevel[level[given] + 1]++;
        }
        for (int l = 0; l < levels; l++) {
            firstStateOfLevel[l + 1] += firstStateOfLevel[l];
        }
        this.columns = columns(levels);
        int arcs = columns[levels][0];
        this.arcMark = new int[arcs];
        this.arcTarget = new int[arcs];
        this.arcSeen = acyclic ? arcTarget : new int[arcs];
        this.root = new int[lattices.size()];
        for (int p = 0; p < lattices.size(); p++) {
            root[p] = numberOf[firstGiven[p] + starts[p]];
            for (int copy = 0; copy < cycles[p].copies(); copy++) {
                place(p, cycles[p], copy, firstGiven[p], numberOf);
            }
        }
        this.components = acyclic ? new int[0][][] : components(cycles, firstGiven, numberOf);
    }

    /** Renumbers the levels of states so that none is empty. */
    private static void closeGaps(int[] level, IntArrayList states) {
        int[] number = new int[Arrays.stream(level).max().orElse(0) + 2];
        for (int s : states) {
            number[level[s] + 1] = 1;
        }
        Arrays.parallelPrefix(number, Integer::sum);
        Arrays.setAll(level, s -> number[level[s]]);
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
            own.add(lattices.get(pairOfState[states[i]]));
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

    /** Sorts states by level, then by decreasing degree, then as given: two stable counting sorts, minor key first. */
    private static int[] order(int[] given, int[] level, int[] degree) {
        int largest = Arrays.stream(degree).max().orElse(0);
        int[] decreasing = new int[degree.length];
        Arrays.setAll(decreasing, s -> largest - degree[s]);
        return sorted(sorted(given, decreasing), level);
    }

    private static int[] sorted(int[] items, int[] key) {
        int[] next = new int[Arrays.stream(key).max().orElse(0) + 2];
        for (int item : items) {
            next[key[item] + 1]++;
        }
        Arrays.parallelPrefix(next, Integer::sum);
        int[] result = new int[items.length];
        for (int item : items) {
            result[next[key[item]]++] = item;
        }
        return result;
    }

    /** Returns for each level the first arc of each column and the end of the last; then the number of arcs. */
    private int[][] columns(int levels) {
        int[][] result = new int[levels + 1][];
        int arc = 0;
        for (int l = 0; l < levels; l++) {
            int begin = firstStateOfLevel[l];
            int end = firstStateOfLevel[l + 1];
            result[l] = new int[degree[begin] + 1];
            int rows = end - begin;
            for (int rank = 0; rank < degree[begin]; rank++) {
                while (degree[begin + rows - 1] <= rank) {
                    rows--;
                }
                result[l][rank] = arc;
                arc = index((long) arc + rows);
            }
            result[l][degree[begin]] = arc;
        }
        result[levels] = new int[] {arc};
        return result;
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
            pairOfState[s] = pair;
            localState[s] = local;
            isFinal[s] = lattice.isFinal(local) || !LatticeCycles.hasArcs(copy);
            for (int rank = 0; rank < degree[s]; rank++) {
                int arc = lattice.firstArc(local) + rank;
                int target = lattice.target(arc);
                boolean inside = cycles.isInside(local, target);
                int a = arc(s, rank);
                arcMark[a] = lattice.mark(arc);
                arcTarget[a] = numberOf[(inside ? own : first) + target];
                arcSeen[a] = numberOf[(inside ? own + lattice.states() : first) + target];
            }
        }
    }

    /** Returns for each level the states of each strongly connected component with cycles, in the order of their lattice. */
    private int[][][] components(LatticeCycles[] cycles, int[] firstGiven, int[] numberOf) {
        List<List<int[]>> result = new ArrayList<>();
        for (int level = 0; level < levels(); level++) {
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
                                result.get(level(component.getInt(0))).add(component.toIntArray()));
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

    public boolean isAcyclic() {
        return acyclic;
    }

    /** Returns the number of states, including the copies of states on cycles. */
    public int states() {
        return degree.length;
    }

    public int arcs() {
        return arcMark.length;
    }

    public int levels() {
        return firstStateOfLevel.length - 1;
    }

    /** Returns the first state of a level; for {@code level == levels()}, the number of states. */
    public int firstState(int level) {
        return firstStateOfLevel[level];
    }

    public int level(int state) {
        return levelOfState[state];
    }

    /** Returns the number of columns of a level: the largest number of arcs of a state of the level. */
    public int ranks(int level) {
        return columns[level].length - 1;
    }

    /** Returns the first arc of a column of a level; for {@code rank == ranks(level)}, the end of the level's arcs. */
    public int column(int level, int rank) {
        return columns[level][rank];
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
        return pairOfState[state];
    }

    /** Returns the number of a state in its own lattice. */
    public int localState(int state) {
        return localState[state];
    }

    public boolean isFinal(int state) {
        return isFinal[state];
    }

    /** Returns the number of arcs that leave a state. */
    public int degree(int state) {
        return degree[state];
    }

    /** Returns the number of choices at a state: its arcs, and EOS if it is final. */
    public int choices(int state) {
        return isFinal[state] ? degree[state] + 1 : degree[state];
    }

    /** Returns the symbol of a choice: a mark, or {@link #marks()} for EOS. */
    public int symbol(int state, int choice) {
        return choice == degree[state] ? marks : arcMark[arc(state, choice)];
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
        int level = levelOfState[state];
        return columns[level][rank] + state - firstStateOfLevel[level];
    }

    public int mark(int arc) {
        return arcMark[arc];
    }

    public int target(int arc) {
        return arcTarget[arc];
    }

    /** Returns the position in the input: how many symbols of it every path to this state has read. */
    public int inputPosition(int state) {
        return lattices.get(pairOfState[state]).inputPosition(localState[state]);
    }

    /** Returns the position in the output: how many symbols of it every path to this state has written. */
    public int outputPosition(int state) {
        return lattices.get(pairOfState[state]).outputPosition(localState[state]);
    }

    /** Returns the mark of each arc. The array must not be modified. */
    int[] arcMarks() {
        return arcMark;
    }

    /** Returns for each arc the state whose embedding it sees: its target, or a copy. The array must not be modified. */
    int[] seenTargets() {
        return arcSeen;
    }

    /** Returns whether an arc stays within a strongly connected component. */
    boolean isInside(int arc) {
        return arcSeen[arc] != arcTarget[arc];
    }

    /**
     * Returns the strongly connected components of a level whose states lie on cycles, each with its states; none if they lie
     * on no cycle. The arrays must not be modified.
     */
    int[][] components(int level) {
        return acyclic ? NO_COMPONENTS : components[level];
    }

    /** Returns the source of each arc, in a new array. Complexity: linear in arcs. */
    int[] arcSources() {
        int[] result = new int[arcs()];
        for (int state = 0; state < states(); state++) {
            for (int rank = 0; rank < degree[state]; rank++) {
                result[arc(state, rank)] = state;
            }
        }
        return result;
    }
}
