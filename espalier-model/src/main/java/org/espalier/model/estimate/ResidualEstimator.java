package org.espalier.model.estimate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.base.LogSpace;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PathSampling;
import org.espalier.model.PrefixTree;

/**
 * Estimates log p̃(x, y) of pairs some of whose mark strings are known with their probabilities: the sum over the known strings is
 * exact, and only the rest is estimated by importance sampling. The scorer sees no string but those that were drawn and are
 * not known.
 *
 * <p>With U the mass of q on unknown strings, the rest is U times the mean of p̃/q over the draws that are unknown. If all draws are
 * known, it is estimated as if q were the posterior. The draws of a pair depend on the model, the pair and the seed, not on
 * other pairs of the batch.
 *
 * @param model the scorer and the sampler
 * @param seed the random seed
 */
public record ResidualEstimator(Model model, long seed) {
    /**
     * Known mark strings of a pair.
     *
     * @param strings the strings, all different and at least one
     * @param logP log Σ p̃ over them
     */
    public record Known(List<int[]> strings, double logP) {
        public Known {
            strings = List.copyOf(strings);
        }
    }

    /** Returns, for each pair, the log mass of q on its known strings. */
    public double[] logQ(LatticeBatch batch, List<Known> known) {
        try (PointerScope scope = new PointerScope()) {
            return logQ(model.sampler().encode(batch, Pass.forward()), known);
        }
    }

    private static double[] logQ(PathSampler.Encoded encoded, List<Known> known) {
        PrefixTree tree = PrefixTree.of(
                encoded.batch(), known.stream().map(Known::strings).toList());
        double[] ofStrings = tree.totals(encoded.score(tree).logProbabilities());
        double[] result = new double[known.size()];
        Arrays.fill(result, LogSpace.ZERO);
        for (int end = 0; end < ofStrings.length; end++) {
            int pair = tree.pair(tree.endNode(end));
            result[pair] = LogSpace.add(result[pair], ofStrings[end]);
        }
        // Above 0 only by rounding.
        return Arrays.stream(result).map(log -> Math.min(0, log)).toArray();
    }

    /**
     * Estimates log p̃(x, y) of each pair.
     *
     * @param draws the number of strings that are drawn for each pair
     */
    public List<Estimate> estimate(LatticeBatch batch, List<Known> known, int... draws) {
        try (PointerScope scope = new PointerScope()) {
            PathSampler.Encoded encoded = model.sampler().encode(batch, Pass.forward());
            double[] logQ = logQ(encoded, known);
            PathSampling.Samples drawn = PathSampling.sample(
                    encoded, draws, RandomStreams.of(batch, seed, RandomStreams.keysOfStrings(batch)));
            List<Map<IntArrayList, Draw>> unknown = unknown(drawn, known);
            PrefixTree tree = PrefixTree.of(
                    batch,
                    unknown.stream()
                            .map(ofPair -> ofPair.keySet().stream()
                                    .map(IntArrayList::toIntArray)
                                    .toList())
                            .toList());
            List<List<Draw>> weighted = new ArrayList<>();
            known.forEach(each -> weighted.add(new ArrayList<>()));
            if (tree.ends() > 0) {
                double[] logP =
                        tree.totals(model.scorer().score(tree, Pass.forward()).logProbabilities());
                for (int end = 0; end < logP.length; end++) {
                    int pair = tree.pair(tree.endNode(end));
                    Draw draw = Objects.requireNonNull(unknown.get(pair).get(IntArrayList.wrap(tree.string(end))));
                    weighted.get(pair).add(new Draw(logP[end] - draw.log, draw.count));
                }
            }
            return IntStream.range(0, known.size())
                    .mapToObj(p -> complete(known.get(p).logP, logQ[p], weighted.get(p)))
                    .toList();
        }
    }

    /** A string that was drawn: its log q, or later its log weight, and the number of times it was drawn. */
    private record Draw(double log, int count) {}

    /** Returns the strings of each pair that were drawn and are not known. */
    private static List<Map<IntArrayList, Draw>> unknown(PathSampling.Samples drawn, List<Known> known) {
        PrefixTree tree = drawn.tree();
        double[] logQ = tree.totals(drawn.logQ());
        List<Map<IntArrayList, Draw>> result = new ArrayList<>();
        known.forEach(each -> result.add(new HashMap<>()));
        for (int end = 0; end < tree.ends(); end++) {
            int pair = tree.pair(tree.endNode(end));
            int[] string = tree.string(end);
            if (known.get(pair).strings.stream().noneMatch(each -> Arrays.equals(each, string))) {
                result.get(pair).put(IntArrayList.wrap(string), new Draw(logQ[end], tree.endCount(end)));
            }
        }
        return result;
    }

    /**
     * Adds the estimated rest to what is known.
     *
     * @param logQ the log mass of q on the known strings
     * @param unknown the log weights of the unknown strings that were drawn
     */
    private static Estimate complete(double logKnown, double logQ, List<Draw> unknown) {
        double logU = LogSpace.subtract(0, logQ);
        if (logU == LogSpace.ZERO) {
            return new Estimate(logKnown, 0);
        }
        int draws = unknown.stream().mapToInt(Draw::count).sum();
        Estimate mean = draws == 0
                ? new Estimate(logKnown - logQ, 1)
                : Estimate.logMean(
                        unknown.stream().mapToDouble(Draw::log).toArray(),
                        unknown.stream().mapToInt(Draw::count).toArray());
        double logRest = logU + mean.value();
        double logAll = LogSpace.add(logKnown, logRest);
        // A single observation says nothing about its spread; it may be off by as much as it is.
        double relative = draws < 2 ? 1 : mean.standardError();
        return new Estimate(logAll, relative * Math.exp(logRest - logAll));
    }
}
