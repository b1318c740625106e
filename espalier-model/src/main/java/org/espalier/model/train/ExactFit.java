package org.espalier.model.train;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.model.EventScores;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PrefixTree;
import org.espalier.model.SamplerSettings;
import org.espalier.model.Vocabulary;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.PosteriorString;

/**
 * Trains a new sampler on the exact posteriors of a few pairs, and on nothing else. What remains of KL(p ‖ q) on these very pairs
 * is not due to sampling, and hardly to generalization: the sampler cannot represent the posterior, or gradient descent does not
 * find how.
 *
 * @param steps the number of steps, each with all pairs
 * @param learningRate the learning rate at first; it falls linearly to 0
 */
public record ExactFit(int steps, double learningRate, long seed) {
    /** Strings that are less probable than this, relative to the most probable one of their pair, are left out. */
    private static final double MIN_RATIO = 1e-3;

    private static final double MAX_NORM = 5;

    /**
     * Returns KL(p ‖ q) after training, mean over the pairs, where p is the posterior without its least probable strings.
     *
     * @param posteriors the strings of each pair, from {@link Exact#paths}
     */
    public double inclusiveKl(
            SamplerSettings settings,
            Vocabulary vocabulary,
            MarkScorer scorer,
            LatticeBatch batch,
            List<List<PosteriorString>> posteriors) {
        List<List<int[]>> strings = new ArrayList<>();
        List<Map<IntArrayList, Double>> weights = new ArrayList<>();
        for (List<PosteriorString> ofPair : posteriors) {
            double least = MIN_RATIO
                    * ofPair.stream().mapToDouble(PosteriorString::weight).max().orElseThrow();
            List<PosteriorString> kept =
                    ofPair.stream().filter(string -> string.weight() >= least).toList();
            double total = kept.stream().mapToDouble(PosteriorString::weight).sum();
            strings.add(kept.stream().map(string -> string.string().marks()).toList());
            weights.add(kept.stream()
                    .collect(Collectors.toMap(
                            string -> IntArrayList.wrap(string.string().marks()), string -> string.weight() / total)));
        }
        PrefixTree tree = PrefixTree.of(batch, strings);
        double[] target = IntStream.range(0, tree.ends())
                .mapToDouble(end -> Objects.requireNonNull(
                        weights.get(tree.pair(tree.endNode(end))).get(IntArrayList.wrap(tree.string(end)))))
                .toArray();
        PathSampler sampler = PathSampler.create(settings, vocabulary, scorer, seed);
        try (Adam adam = new Adam(sampler.parameters().tensors(), learningRate, MAX_NORM)) {
            for (int step = 0; step < steps; step++) {
                try (PointerScope scope = new PointerScope()) {
                    sampler.parameters().zeroGradients();
                    EventScores scores =
                            sampler.encode(batch, Pass.differentiable()).score(tree);
                    scores.backward(tree.eventGradient(Arrays.stream(target)
                            .map(weight -> -weight / batch.pairs())
                            .toArray()));
                    adam.step(1 - (double) step / steps);
                }
            }
            return divergence(sampler, batch, tree, target);
        } finally {
            sampler.parameters().close();
        }
    }

    private static double divergence(PathSampler sampler, LatticeBatch batch, PrefixTree tree, double[] target) {
        try (PointerScope scope = new PointerScope()) {
            double[] logQ = tree.totals(
                    sampler.encode(batch, Pass.forward()).score(tree).logProbabilities());
            double sum = 0;
            for (int end = 0; end < target.length; end++) {
                sum += target[end] * (Math.log(target[end]) - logQ[end]);
            }
            return sum / batch.pairs();
        }
    }
}
