package org.espalier.cli.explore;

import java.util.Arrays;
import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeBatch;
import org.espalier.model.SwpWeights;
import org.espalier.model.estimate.PosteriorString;
import org.espalier.model.estimate.ScoredString;

/** Computes for each arc of a lattice the probability that a mark string uses it. */
final class ArcProbabilities {
    private ArcProbabilities() {}

    /** Returns the probabilities under a list of weighted strings. */
    static double[] of(Lattice lattice, List<PosteriorString> strings) {
        double[] probability = new double[lattice.arcs()];
        for (PosteriorString string : strings) {
            // A string may use an arc of a cycle more than once.
            Arrays.stream(arcs(lattice, string.string()))
                    .distinct()
                    .forEach(arc -> probability[arc] += string.weight());
        }
        return clipped(probability);
    }

    /**
     * Returns the probabilities under a sampler whose choices depend on the state only, by a forward pass.
     *
     * @param batch a batch of one acyclic lattice
     */
    static double[] of(LatticeBatch batch, SwpWeights weights) {
        Lattice lattice = batch.lattices().get(0);
        double[] probability = new double[lattice.arcs()];
        double[] reached = new double[batch.states()];
        reached[batch.root(0)] = 1;
        // States are numbered by their distance to the end, so arcs lead to smaller numbers.
        for (int s = batch.states() - 1; s >= 0; s--) {
            for (int rank = 0; rank < batch.degree(s); rank++) {
                int arc = batch.arc(s, rank);
                int target = batch.target(arc);
                double logQ = weights.logWeight()[arc] + weights.logBeta()[target] - weights.logBeta()[s];
                double p = reached[s] * Math.exp(logQ);
                reached[target] += p;
                probability[lattice.firstArc(batch.localState(s)) + rank] = p;
            }
        }
        return clipped(probability);
    }

    /** Returns the arcs that a mark string uses. */
    static int[] arcs(Lattice lattice, ScoredString string) {
        return lattice.arcsOf(string.marks())
                .orElseThrow(() -> new EspalierException(
                        "the marks " + lattice.machine().marks().format(string.marks()) + " name no path of the pair"));
    }

    /** An arc of all strings may otherwise have the probability 1.0000000000000002. */
    private static double[] clipped(double[] probability) {
        return Arrays.stream(probability).map(p -> Math.min(1, p)).toArray();
    }
}
