package org.espalier.model.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeBatch;
import org.espalier.model.LatticeSource;
import org.espalier.model.Model;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PathSampling;

/**
 * Estimates quantities of pairs by importance sampling.
 *
 * <p>The draws of a pair depend on the model, the lattice, the seed and the pair's stream key, not on other pairs of the
 * batch. Methods without keys use a hash of the pair's input and output.
 *
 * @param model the scorer and the sampler
 * @param budget the strings drawn per pair
 * @param k the K of IWAE, at most the number of samples
 * @param seed the random seed
 */
public record Estimator(Model model, SamplingBudget budget, int k, long seed) {
    public Estimator {
        if (k < 1 || budget.samples() < k) {
            throw new EspalierException("an estimator needs K of at least 1 and as many samples; got K = " + k
                    + " and samples = " + budget.samples());
        }
    }

    /** Creates an estimator that uses the sampler as it is. */
    public Estimator(Model model, int samples, int k, long seed) {
        this(model, SamplingBudget.of(samples), k, seed);
    }

    /** Estimates each pair of a batch, with random streams keyed by a hash of the pair's strings. */
    public List<Estimates> estimate(LatticeBatch batch) {
        return estimate(batch, RandomStreams.keysOfStrings(batch));
    }

    /**
     * Estimates each pair of a batch.
     *
     * @param streamKeys one key per pair, which selects its random stream
     */
    public List<Estimates> estimate(LatticeBatch batch, int... streamKeys) {
        SplittableRandom[] streams = RandomStreams.of(batch, seed, streamKeys);
        List<RefinedDraws> draws = draw(batch, streams);
        List<Estimates> result = new ArrayList<>();
        for (int p = 0; p < draws.size(); p++) {
            result.add(Estimates.of(draws.get(p), k, streams[p]));
        }
        return result;
    }

    /** Returns the strings from which {@link #estimate(LatticeBatch)} estimates each pair of a batch. */
    public List<Draws> draw(LatticeBatch batch) {
        return draw(batch, RandomStreams.keysOfStrings(batch));
    }

    /**
     * Returns the strings from which {@link #estimate(LatticeBatch, int...)} estimates each pair of a batch.
     *
     * @param streamKeys one key per pair, which selects its random stream
     */
    public List<Draws> draw(LatticeBatch batch, int... streamKeys) {
        return draw(batch, RandomStreams.of(batch, seed, streamKeys)).stream()
                .map(RefinedDraws::all)
                .toList();
    }

    /** Returns the weighted means over a data set, computed in batches of this size. The stream key of a pair is its index. */
    public RunningEstimates estimate(LatticeSource source, int batchSize) {
        RunningEstimates result = new RunningEstimates();
        for (int begin = 0; begin < source.size(); begin += batchSize) {
            int pair = begin;
            for (Estimates ofPair : estimate(source, begin, Math.min(begin + batchSize, source.size()))) {
                result.add(ofPair, source.weight(pair++));
            }
        }
        return result;
    }

    /** Estimates a range of pairs of a data set as one batch. The stream key of a pair is its index in the data set. */
    public List<Estimates> estimate(LatticeSource source, int from, int to) {
        int[] indices = IntStream.range(from, to).toArray();
        return estimate(
                LatticeBatch.of(Arrays.stream(indices).mapToObj(source::lattice).toList()), indices);
    }

    private List<RefinedDraws> draw(LatticeBatch batch, SplittableRandom[] streams) {
        try (PointerScope scope = new PointerScope()) {
            PathSampler.Encoded encoded = model.sampler().encode(batch, Pass.forward());
            if (budget.isRefined()) {
                return Refinement.draw(encoded, model.scorer(), budget, streams);
            }
            PathSampling.Samples drawn = PathSampling.sample(encoded, budget.samples(), streams);
            return Draws.of(drawn, drawn.logP(model.scorer())).stream()
                    .map(RefinedDraws::unrefined)
                    .toList();
        }
    }
}
