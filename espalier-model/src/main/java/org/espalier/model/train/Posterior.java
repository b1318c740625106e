package org.espalier.model.train;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.fst.base.LogSpace;
import org.espalier.model.PathSampling.Samples;
import org.espalier.model.PrefixTree;
import org.espalier.model.estimate.Draws;
import org.espalier.model.estimate.Estimates;

/**
 * Strings of each pair with weights: an approximation of the posterior over paths, times the weight of the pair, to which the
 * weights of its strings sum.
 */
final class Posterior {
    private final PrefixTree tree;
    private final double[] ofPair;
    private final List<IntList> endsByPair;
    private final double[] logQ;
    private final double[] logP;
    /** For each end of the tree, the weight of its string. */
    private final double[] weights;

    private final double logLikelihood;
    private final double ess;

    private Posterior(
            PrefixTree tree,
            double[] ofPair,
            double[] logQ,
            double[] logP,
            double[] weights,
            double logLikelihood,
            double ess) {
        this.tree = tree;
        this.ofPair = ofPair;
        this.endsByPair = endsByPair(tree);
        this.logQ = logQ;
        this.logP = logP;
        this.weights = weights;
        this.logLikelihood = logLikelihood;
        this.ess = ess;
    }

    /**
     * Weighs samples by p̃/q. The weight of a string is the sum over all draws of it.
     *
     * @param ofPair the weight of each pair
     * @param logP the log-probability of each event of the tree under the scorer
     * @param threshold the number of marks above which a string is penalized
     * @param penalty the penalty in nats per mark above the threshold
     */
    static Posterior ofSamples(Samples samples, double[] ofPair, double[] logP, int threshold, double penalty) {
        PrefixTree tree = samples.tree();
        double[] penalized = penalized(tree, logP, threshold, penalty);
        List<Draws> draws = Draws.of(samples, penalized);
        List<double[]> posteriors = draws.stream().map(Estimates::posterior).toList();
        double[] weights = new double[tree.ends()];
        int[] next = new int[tree.pairs()];
        for (int end = 0; end < weights.length; end++) {
            int pair = tree.pair(tree.endNode(end));
            weights[end] = ofPair[pair] * posteriors.get(pair)[next[pair]++];
        }
        return new Posterior(
                tree,
                ofPair,
                tree.totals(samples.logQ()),
                tree.totals(penalized),
                weights,
                weightedSum(ofPair, draws, each -> Estimates.logLikelihood(each).value()),
                weightedSum(ofPair, draws, Estimates::deduplicatedEss));
    }

    private static double weightedSum(double[] ofPair, List<Draws> draws, ToDoubleFunction<Draws> value) {
        return IntStream.range(0, ofPair.length)
                .mapToDouble(pair -> ofPair[pair] * value.applyAsDouble(draws.get(pair)))
                .sum();
    }

    /**
     * Weighs the distinct strings of a tree by p̃, however often they occur in it.
     *
     * @param ofPair the weight of each pair
     * @param logQ the log-probability of each event of the tree under the sampler
     * @param logP the log-probability of each event of the tree under the scorer
     * @param threshold the number of marks above which a string is penalized
     * @param penalty the penalty in nats per mark above the threshold
     */
    static Posterior ofStrings(
            PrefixTree tree, double[] ofPair, double[] logQ, double[] logP, int threshold, double penalty) {
        double[] penalized = tree.totals(penalized(tree, logP, threshold, penalty));
        double[] weights = penalized.clone();
        double logLikelihood = 0;
        double ess = 0;
        List<IntList> endsByPair = endsByPair(tree);
        for (int pair = 0; pair < endsByPair.size(); pair++) {
            IntList ends = endsByPair.get(pair);
            double total = LogSpace.sum(
                    ends.intStream().mapToDouble(end -> weights[end]).toArray());
            logLikelihood += ofPair[pair] * total;
            double squares = 0;
            for (int end : ends) {
                double probability = Math.exp(weights[end] - total);
                squares += probability * probability;
                weights[end] = ofPair[pair] * probability;
            }
            ess += ofPair[pair] / squares;
        }
        return new Posterior(tree, ofPair, tree.totals(logQ), penalized, weights, logLikelihood, ess);
    }

    private static double[] penalized(PrefixTree tree, double[] logP, int threshold, double penalty) {
        double[] result = logP.clone();
        for (int end = 0; end < tree.ends(); end++) {
            result[tree.eventOfEnd(end)] -= penalty * Math.max(0, tree.length(end) - threshold);
        }
        return result;
    }

    private static List<IntList> endsByPair(PrefixTree tree) {
        List<IntList> result =
                Stream.<IntList>generate(IntArrayList::new).limit(tree.pairs()).toList();
        for (int end = 0; end < tree.ends(); end++) {
            result.get(tree.pair(tree.endNode(end))).add(end);
        }
        return result;
    }

    PrefixTree tree() {
        return tree;
    }

    /** Returns the ends of the tree that belong to each pair. */
    List<IntList> endsByPair() {
        return endsByPair;
    }

    /** Returns the number of strings that were drawn for a pair, each counted as often as it was drawn. */
    int samples(int pair) {
        return endsByPair.get(pair).intStream().map(tree::endCount).sum();
    }

    /** Returns the weight of a pair. */
    double weight(int pair) {
        return ofPair[pair];
    }

    /** Returns a copy of the weights of the ends. */
    double[] weights() {
        return weights.clone();
    }

    /** Returns the log-probability of each end's string under the sampler that drew it. Callers must not change it. */
    double[] logQ() {
        return logQ;
    }

    /** Returns the penalized log p̃ of each end's string. Callers must not change it. */
    double[] logP() {
        return logP;
    }

    /** Returns the log of the sum of the weights p̃/q of all strings drawn for a pair. */
    double logWeightSum(int pair) {
        return LogSpace.sum(endsByPair
                .get(pair)
                .intStream()
                .mapToDouble(end -> logP[end] - logQ[end] + Math.log(tree.endCount(end)))
                .toArray());
    }

    /** Returns the strings of each pair, that with the largest weight first; equal weights in the order of the marks. */
    List<List<int[]>> stringsByWeight() {
        List<List<int[]>> result = new ArrayList<>();
        for (IntList ends : endsByPair) {
            result.add(ends.intStream()
                    .boxed()
                    .sorted(Comparator.<Integer>comparingDouble(end -> -weights[end])
                            .thenComparing(tree::string, Arrays::compare))
                    .map(tree::string)
                    .toList());
        }
        return result;
    }

    /** Returns, for each event, the derivative of −Σ ŵ log(string), summed over the pairs and divided by a number. */
    double[] gradient(double divisor) {
        double[] ofEnd = new double[weights.length];
        Arrays.setAll(ofEnd, end -> -weights[end] / divisor);
        return tree.eventGradient(ofEnd);
    }

    /** Returns −Σ ŵ log q(z), summed over the pairs: the inclusive KL divergence up to a constant. */
    double crossEntropy() {
        double sum = 0;
        for (int end = 0; end < weights.length; end++) {
            sum -= weights[end] * logQ[end];
        }
        return sum;
    }

    /** Returns log 1/K Σ w of samples, or log Σ p̃ of distinct strings, the weighted sum over the pairs: a bound of log p̃(x, y). */
    double logLikelihood() {
        return logLikelihood;
    }

    /** Returns the effective sample size over distinct strings, the weighted sum over the pairs. */
    double ess() {
        return ess;
    }
}
