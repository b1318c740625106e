package org.espalier.model.train;

import java.util.Arrays;
import java.util.List;
import org.espalier.model.PathSampling.Samples;
import org.espalier.model.PrefixTree;
import org.espalier.model.estimate.Draws;
import org.espalier.model.estimate.Estimates;

/** Strings sampled for each pair, with weights that sum to 1 within a pair: an approximation of the posterior over paths. */
final class Posterior {
    private final Samples samples;
    private final List<Draws> ofPair;
    /** For each end of the tree, the weight of its string: the sum over all draws of it. */
    private final double[] weights;

    private Posterior(Samples samples, double[] logP) {
        PrefixTree tree = samples.tree();
        this.samples = samples;
        this.ofPair = Draws.of(samples, logP);
        List<double[]> weightsOfPair = ofPair.stream().map(Estimates::posterior).toList();
        this.weights = new double[tree.ends()];
        int[] next = new int[tree.pairs()];
        for (int end = 0; end < weights.length; end++) {
            int pair = tree.pair(tree.endNode(end));
            weights[end] = weightsOfPair.get(pair)[next[pair]++];
        }
    }

    /**
     * Weighs samples by p̃/q.
     *
     * @param logP the log-probability of each event of the tree under the scorer
     * @param threshold the number of marks above which a string is penalized
     * @param penalty the penalty in nats per mark above the threshold
     */
    static Posterior of(Samples samples, double[] logP, int threshold, double penalty) {
        PrefixTree tree = samples.tree();
        double[] penalized = logP.clone();
        for (int end = 0; end < tree.ends(); end++) {
            penalized[tree.eventOfEnd(end)] -= penalty * Math.max(0, tree.length(end) - threshold);
        }
        return new Posterior(samples, penalized);
    }

    PrefixTree tree() {
        return samples.tree();
    }

    /** Returns, for each event, the derivative of −Σ ŵ log(string), summed over the pairs and divided by a number. */
    double[] gradient(int divisor) {
        double[] ofEnd = new double[weights.length];
        Arrays.setAll(ofEnd, end -> -weights[end] / divisor);
        return tree().eventGradient(ofEnd);
    }

    /** Returns −Σ ŵ log q(z), summed over the pairs: the inclusive KL divergence up to a constant. */
    double crossEntropy() {
        double[] logQ = tree().totals(samples.logQ());
        double sum = 0;
        for (int end = 0; end < weights.length; end++) {
            sum -= weights[end] * logQ[end];
        }
        return sum;
    }

    /** Returns log 1/K Σ w, summed over the pairs. */
    double logMean() {
        return ofPair.stream()
                .mapToDouble(draws -> Estimates.logLikelihood(draws).value())
                .sum();
    }

    /** Returns the effective sample size over distinct strings, summed over the pairs. */
    double ess() {
        return ofPair.stream().mapToDouble(Estimates::deduplicatedEss).sum();
    }
}
