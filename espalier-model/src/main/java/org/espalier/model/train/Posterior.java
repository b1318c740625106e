package org.espalier.model.train;

import java.util.Arrays;
import java.util.List;
import org.espalier.model.PathSampling.Samples;
import org.espalier.model.PrefixTree;
import org.espalier.model.estimate.Draws;
import org.espalier.model.estimate.Estimates;

/** Strings drawn for each pair with weights that sum to 1 within it: an approximation of the posterior over paths. */
final class Posterior {
    private final Samples samples;
    private final List<Draws> ofPair;
    /** For each end of the tree how much of its pair's posterior its draws stand for together. */
    private final double[] share;

    private Posterior(Samples samples, double[] logP) {
        PrefixTree tree = samples.tree();
        this.samples = samples;
        this.ofPair = Draws.of(samples, logP);
        List<double[]> shares = ofPair.stream().map(Estimates::posterior).toList();
        this.share = new double[tree.ends()];
        int[] next = new int[tree.pairs()];
        for (int end = 0; end < share.length; end++) {
            int pair = tree.pair(tree.endNode(end));
            share[end] = shares.get(pair)[next[pair]++];
        }
    }

    /**
     * @param logP for each event of the tree its log-probability under the scorer
     * @param threshold how many marks a string may have before it is penalized
     * @param penalty nats that its weight loses for each mark above
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

    /** For each event the derivative of −Σ ŵ log(string), added up over the pairs, divided by a number. */
    double[] gradient(int divisor) {
        double[] ofEnd = new double[share.length];
        Arrays.setAll(ofEnd, end -> -share[end] / divisor);
        return tree().eventGradient(ofEnd);
    }

    /** −Σ ŵ log q(z), added up over the pairs: the inclusive KL divergence but for a constant. */
    double crossEntropy() {
        double[] logQ = tree().totals(samples.logQ());
        double sum = 0;
        for (int end = 0; end < share.length; end++) {
            sum -= share[end] * logQ[end];
        }
        return sum;
    }

    /** log 1/K Σ w, added up over the pairs. */
    double logMean() {
        return ofPair.stream()
                .mapToDouble(draws -> Estimates.logLikelihood(draws).value())
                .sum();
    }

    /** Effective sample size over distinct strings, added up over the pairs. */
    double ess() {
        return ofPair.stream().mapToDouble(Estimates::deduplicatedEss).sum();
    }
}
