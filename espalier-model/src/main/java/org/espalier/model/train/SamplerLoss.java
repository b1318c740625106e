package org.espalier.model.train;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import org.espalier.model.PrefixTree;

/**
 * What the sampler learns from the strings of some pairs.
 *
 * @param value the loss, the weighted sum over the pairs
 * @param gradient for each end of the tree, the derivative of the loss by the log-probability of its string
 * @param gain how much the sampler is better than the proposal from which the strings were drawn: an estimate of
 *     KL(p ‖ proposal) − KL(p ‖ sampler), the weighted sum over the pairs; 0 without a proposal
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SamplerLoss(double value, double[] gradient, double gain) {
    /** Returns the cross-entropy of the posterior and the sampler: the inclusive divergence up to a constant. */
    static SamplerLoss inclusive(Posterior posterior) {
        double[] gradient = posterior.weights();
        for (int end = 0; end < gradient.length; end++) {
            gradient[end] = -gradient[end];
        }
        return new SamplerLoss(posterior.crossEntropy(), gradient, 0);
    }

    /**
     * Returns the same cross-entropy by importance weights p̃/q that are divided by an estimate of p̃(x, y) from all steps,
     * not by their own sum. Where all strings miss the posterior, their weights are small and little is learned from them.
     *
     * @param drawn strings drawn from the proposal, with its log q
     * @param logQ the log-probability of each end's string under the sampler
     * @param pairs the number of each pair in its data
     */
    static SamplerLoss dpgOff(Posterior drawn, double[] logQ, PairLikelihoods likelihoods, int... pairs) {
        PrefixTree tree = drawn.tree();
        double[] gradient = new double[tree.ends()];
        double value = 0;
        double gain = 0;
        List<IntList> ends = drawn.endsByPair();
        for (int p = 0; p < pairs.length; p++) {
            int k = drawn.samples(p);
            double logZ = likelihoods.with(pairs[p], drawn.logWeightSum(p), k);
            for (int end : ends.get(p)) {
                double logWeight = drawn.logP()[end] - drawn.logQ()[end];
                double weight = drawn.weight(p) * (tree.endCount(end) * Math.exp(logWeight - logZ) / k);
                gradient[end] = -weight;
                value -= weight * logQ[end];
                gain += weight * (logQ[end] - drawn.logQ()[end]);
            }
        }
        return new SamplerLoss(value, gradient, gain);
    }

    /**
     * Returns the exclusive divergence without its constant, E_q[log q − log p̃], and its policy gradient. The advantage of a
     * string is log p̃ − (1 + bonus) log q, minus the mean of the other strings of its pair, which changes no expectation
     * because the strings are independent. An update with strings that an earlier sampler drew weighs each with the ratio of
     * the two samplers' probabilities; as in PPO, a ratio beyond the clip has no gradient where it would move further from 1.
     *
     * @param drawn the strings, with log q at the time of drawing
     * @param logQ the log-probability of each end's string under the sampler now
     * @param clip the largest distance of a ratio from 1
     * @param bonus the weight of the sampler's entropy, beyond that in the divergence
     */
    static SamplerLoss exclusive(Posterior drawn, double[] logQ, double clip, double bonus) {
        PrefixTree tree = drawn.tree();
        double[] gradient = new double[tree.ends()];
        double value = 0;
        List<IntList> ends = drawn.endsByPair();
        for (int p = 0; p < ends.size(); p++) {
            int k = drawn.samples(p);
            double mean = 0;
            for (int end : ends.get(p)) {
                mean += tree.endCount(end) * (drawn.logP()[end] - (1 + bonus) * logQ[end]) / k;
            }
            for (int end : ends.get(p)) {
                double share = drawn.weight(p) * ((double) tree.endCount(end) / k);
                // The distance from the mean of the others is k/(k-1) times that from the mean of all.
                double advantage = (drawn.logP()[end] - (1 + bonus) * logQ[end] - mean) * k / (k - 1);
                double ratio = Math.exp(logQ[end] - drawn.logQ()[end]);
                boolean isClipped = advantage > 0 ? ratio > 1 + clip : ratio < 1 - clip;
                gradient[end] = isClipped ? 0 : -share * ratio * advantage;
                value += share * (drawn.logQ()[end] - drawn.logP()[end]);
            }
        }
        return new SamplerLoss(value, gradient, 0);
    }

    /** Returns, for each event of a tree, the derivative of the loss divided by a number. */
    double[] eventGradient(PrefixTree tree, double divisor) {
        double[] ofEnd = gradient.clone();
        for (int end = 0; end < ofEnd.length; end++) {
            ofEnd[end] /= divisor;
        }
        return tree.eventGradient(ofEnd);
    }
}
