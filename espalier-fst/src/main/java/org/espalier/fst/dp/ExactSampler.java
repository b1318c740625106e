package org.espalier.fst.dp;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;

/**
 * Draws independent paths of a lattice, each with probability proportional to its weight. The log probability of a path
 * is {@code path.logWeight() - sampler.logTotal()}. Immutable: threads may share it, each with its own generator.
 *
 * <p>Complexity: one backward pass to create it; then per path, its length times the logarithm of the out-degrees on
 * it.
 */
public final class ExactSampler {
    private final Lattice lattice;
    private final Weights logWeights;
    private final double logTotal;

    /**
     * For each arc, the probability of that arc or an earlier one at its state. The rest up to 1 is the probability of
     * ending.
     */
    private final double[] cumulative;

    public ExactSampler(Lattice lattice, Weights logWeights) {
        double[] beta = DynamicPrograms.logBackward(lattice, Semirings.LOG, logWeights);
        this.lattice = lattice;
        this.logWeights = logWeights;
        this.logTotal = DynamicPrograms.total(Semirings.LOG, beta);
        if (logTotal == Double.NEGATIVE_INFINITY) {
            throw new EspalierException(
                    lattice.isEmpty()
                            ? "an empty lattice has no path to sample; look at isEmpty() first"
                            : "no path can be sampled where all have log weight -Infinity; allow some of the arcs");
        }
        this.cumulative = accumulate(lattice, DynamicPrograms.transitions(lattice, logWeights, beta));
    }

    /** Returns the log of the sum of the weights of all paths. */
    public double logTotal() {
        return logTotal;
    }

    public LatticePath sample(RandomGenerator random) {
        IntArrayList arcs = new IntArrayList();
        int state = 0;
        while (true) {
            int end = lattice.endArc(state);
            int arc = draw(lattice.firstArc(state), end, random);
            if (arc == end) {
                return LatticePath.of(lattice, logWeights, arcs.toIntArray());
            }
            arcs.add(arc);
            state = lattice.target(arc);
        }
    }

    /**
     * Returns a random arc of these, or {@code to} for ending. It draws no random number if there is only one choice.
     */
    private int draw(int from, int to, RandomGenerator random) {
        if (from == to || cumulative[from] >= 1) {
            return from;
        }
        double point = random.nextDouble();
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cumulative[middle] > point) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static double[] accumulate(Lattice lattice, Probabilities transitions) {
        double[] cumulative = new double[lattice.arcs()];
        for (int s = 0; s < lattice.states(); s++) {
            double sum = 0;
            int lastPossible = lattice.endArc(s);
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                double probability = transitions.arc()[a];
                sum += probability;
                cumulative[a] = sum;
                lastPossible = probability > 0 ? a : lastPossible;
            }
            if (transitions.end()[s] == 0) {
                // Despite rounding of the sum, no point may lie after the last possible arc.
                Arrays.fill(cumulative, lastPossible, lattice.endArc(s), 1);
            }
        }
        return cumulative;
    }
}
