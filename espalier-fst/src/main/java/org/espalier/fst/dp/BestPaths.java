package org.espalier.fst.dp;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.espalier.fst.Lattice;

/**
 * Finds the n best paths by A* over prefixes, with the exact weight of the best completion as heuristic.
 *
 * <p>The cost of a choice at a state is the difference from the best choice there, computed from the same numbers that
 * the maximum was taken of. So it is never negative, even in floating point, and exactly 0 for the best choice. The
 * cost of a prefix is therefore the cost of its best completion, and the search can skip choices that cost nothing: a
 * candidate is a known path that is left at one point, and it stands for its best completion. Each path found yields
 * the candidates that leave it after the point where it left its own parent. Only as many candidates are kept as paths
 * are still needed.
 *
 * <p>Complexity: see {@link DynamicPrograms#nBest}.
 */
final class BestPaths {
    /** The choice to end. It is smaller than any arc, as a string comes before its continuations. */
    private static final int END = -1;

    private static final int NONE = -2;

    private final Lattice lattice;
    private final Weights weights;
    private final double[] best;
    private final TreeSet<Candidate> candidates = new TreeSet<>();

    BestPaths(Lattice lattice, Weights weights) {
        this.lattice = lattice;
        this.weights = weights;
        this.best = DynamicPrograms.logBackward(lattice, Semirings.MAX_PLUS, weights);
    }

    List<LatticePath> first(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("n must be >= 0; got: " + n);
        }
        List<LatticePath> paths = new ArrayList<>();
        if (n > 0 && DynamicPrograms.total(Semirings.MAX_PLUS, best) > Double.NEGATIVE_INFINITY) {
            leaveAt(0, NONE, new int[0], 0, 0, n);
        }
        for (Candidate next = candidates.pollFirst(); next != null; next = candidates.pollFirst()) {
            int[] arcs = complete(next);
            paths.add(LatticePath.of(lattice, weights, arcs));
            leave(arcs, next.depth + 1, next.cost, n - paths.size());
        }
        return List.copyOf(paths);
    }

    private int[] complete(Candidate candidate) {
        IntArrayList arcs = IntArrayList.wrap(Arrays.copyOf(candidate.path, candidate.depth + 16), candidate.depth);
        int choice = candidate.choice;
        while (choice != END) {
            arcs.add(choice);
            choice = choice(lattice.target(choice));
        }
        return arcs.toIntArray();
    }

    /**
     * Adds all candidates that leave a path at a depth or deeper, the deepest first, because they sort first among
     * equals.
     */
    private void leave(int[] path, int fromDepth, double cost, int wanted) {
        for (int depth = path.length; depth >= fromDepth; depth--) {
            int state = depth == 0 ? 0 : lattice.target(path[depth - 1]);
            leaveAt(state, depth == path.length ? END : path[depth], path, depth, cost, wanted);
        }
    }

    private void leaveAt(int state, int taken, int[] path, int depth, double cost, int wanted) {
        if (taken != END && lattice.isFinal(state)) {
            offer(new Candidate(path, depth, END, cost + shortfall(state, END)), wanted);
        }
        for (int a = lattice.firstArc(state); a < lattice.endArc(state); a++) {
            if (a != taken) {
                offer(new Candidate(path, depth, a, cost + shortfall(state, a)), wanted);
            }
        }
    }

    private void offer(Candidate candidate, int wanted) {
        if (candidate.cost == Double.POSITIVE_INFINITY) {
            return;
        }
        if (candidates.size() < wanted) {
            candidates.add(candidate);
        } else if (wanted > 0 && candidate.compareTo(candidates.last()) < 0) {
            candidates.add(candidate);
            candidates.pollLast();
        }
    }

    /** Returns the first of the best choices at a state. */
    private int choice(int state) {
        if (lattice.isFinal(state) && shortfall(state, END) == 0) {
            return END;
        }
        int arc = lattice.firstArc(state);
        while (shortfall(state, arc) > 0) {
            arc++;
        }
        return arc;
    }

    private double shortfall(int state, int choice) {
        double value = choice == END ? weights.end(state) : weights.arc(choice) + best[lattice.target(choice)];
        return best[state] - value;
    }

    /**
     * A candidate path: the first {@code depth} arcs of a path, then another choice, then the best completion. Two
     * candidates first differ at a state that they share, whose arcs are sorted by mark, so comparing arcs compares
     * marks.
     */
    @SuppressWarnings("ArrayRecordComponent") // Ordered by content; nobody asks whether two are equal.
    private record Candidate(int[] path, int depth, int choice, double cost) implements Comparable<Candidate> {
        @Override
        public int compareTo(Candidate other) {
            int byCost = Double.compare(cost, other.cost);
            if (byCost != 0) {
                return byCost;
            }
            int shared = Math.min(depth, other.depth);
            int mismatch = path == other.path ? -1 : Arrays.mismatch(path, 0, shared, other.path, 0, shared);
            int at = mismatch < 0 ? shared : mismatch;
            return Integer.compare(choiceAt(at), other.choiceAt(at));
        }

        private int choiceAt(int at) {
            return at < depth ? path[at] : choice;
        }
    }
}
