package org.espalier.model.estimate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LogSpace;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PathSampling;
import org.espalier.model.PrefixTree;

/**
 * Draws from a mixture of M samplers, whose q is the mean of theirs. Whichever sampler drew a string, its weight is
 * p̃(ω) / (1/M Σ q_m(ω)). A path that one sampler finds and the others miss has at most M times the weight that it would have
 * with that sampler alone, and a sampler that finds nothing does no harm. So the estimate of log p̃(x, y) is about as good as
 * that of the best sampler, without knowing which one that is.
 *
 * <p>Each sampler draws equally many strings. Compared with independent draws from the mixture this only lowers the variance,
 * so standard errors are conservative.
 *
 * @param samplers the M samplers
 * @param scorer the scorer that gives p̃
 * @param samples the number of strings that each sampler draws per pair
 * @param seed the random seed; a stream depends on the seed, the index of the sampler and the key of the pair
 */
public record MixtureEstimator(List<PathSampler> samplers, MarkScorer scorer, int samples, long seed) {
    public MixtureEstimator {
        samplers = List.copyOf(samplers);
        if (samplers.isEmpty() || samples < 1) {
            throw new EspalierException("a mixture needs at least one sampler and one sample of each; got "
                    + samplers.size() + " and " + samples);
        }
    }

    /**
     * Draws strings for each pair of a batch. {@link Estimates} computes estimates from them.
     *
     * @param streamKeys one key per pair, which selects its random streams
     */
    public List<Draws> draw(LatticeBatch batch, int... streamKeys) {
        try (PointerScope scope = new PointerScope()) {
            List<PathSampler.Encoded> encoded = samplers.stream()
                    .map(sampler -> sampler.encode(batch, Pass.forward()))
                    .toList();
            PrefixTree tree = PrefixTree.of(batch, strings(batch, encoded, streamKeys));
            double[] logQ = logMean(encoded.stream()
                    .map(each -> tree.totals(each.score(tree).logProbabilities()))
                    .toList());
            double[] logP = tree.totals(scorer.score(tree, Pass.forward()).logProbabilities());
            List<List<Draws.Draw>> ofPair = emptyLists(batch.pairs());
            for (int end = 0; end < tree.ends(); end++) {
                ofPair.get(tree.pair(tree.endNode(end)))
                        .add(new Draws.Draw(
                                new ScoredString(tree.string(end), logQ[end], logP[end]), tree.endCount(end)));
            }
            return ofPair.stream().map(Draws::new).toList();
        }
    }

    private List<List<int[]>> strings(LatticeBatch batch, List<PathSampler.Encoded> encoded, int... streamKeys) {
        SplittableRandom seeds = new SplittableRandom(seed);
        List<List<int[]>> strings = emptyLists(batch.pairs());
        for (PathSampler.Encoded each : encoded) {
            PrefixTree drawn = PathSampling.sample(each, samples, RandomStreams.of(batch, seeds.nextLong(), streamKeys))
                    .tree();
            for (int end = 0; end < drawn.ends(); end++) {
                strings.get(drawn.pair(drawn.endNode(end)))
                        .addAll(Collections.nCopies(drawn.endCount(end), drawn.string(end)));
            }
        }
        return strings;
    }

    private static <T> List<List<T>> emptyLists(int number) {
        return Stream.<List<T>>generate(ArrayList::new).limit(number).toList();
    }

    /** Returns the log of the mean over samplers of each string's probability. */
    private static double[] logMean(List<double[]> ofSampler) {
        double[] result = new double[ofSampler.get(0).length];
        for (int end = 0; end < result.length; end++) {
            int string = end;
            result[end] = LogSpace.mean(
                    ofSampler.stream().mapToDouble(logQ -> logQ[string]).toArray());
        }
        return result;
    }
}
