package org.espalier.fst.dp;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;

/**
 * Draws paths of a lattice independently, each with the probability that its weight gives it, whose log is
 * {@code path.logWeight() - sampler.logTotal()}. Immutable: threads may share it, each with its own generator.
 *
 * <p>Complexity: a backward pass once; then for each path, its length times the logarithm of the out-degrees on it.
 */
public final class ExactSampler {
    private final Lattice lattice;
    private final Weights logWeights;
    private final double logTotal;

    /** For each arc the probability, at its state, of that arc or one before it; what is left of 1 is for ending. */
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

    /** Returns the log of the summed weights of all paths. */
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

    /** One of these arcs, or {@code to} for ending. Spends no randomness where there is no choice. */
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
                // However the sum was rounded, no point may fall behind the last possible arc.
                Arrays.fill(cumulative, lastPossible, lattice.endArc(s), 1);
            }
        }
        return cumulative;
    }
}
