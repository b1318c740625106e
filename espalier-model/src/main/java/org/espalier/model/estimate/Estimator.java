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
 * Estimates of pairs by sampling.
 *
 * @param samples how many strings are drawn for a pair
 * @param k the K of IWAE, at most that many
 * @param seed gives, with a pair's number, the random stream of the pair
 */
public record Estimator(Model model, int samples, int k, long seed) {
    public Estimator {
        if (k < 1 || samples < k) {
            throw new EspalierException("an estimator needs K of at least 1 and as many samples; got K = " + k
                    + " and samples = " + samples);
        }
    }

    /**
     * The estimates of each pair of a batch.
     *
     * @param numbers the numbers of the pairs in their data set
     */
    public List<Estimates> estimate(LatticeBatch batch, int... numbers) {
        SplittableRandom[] streams = streams(batch, seed, numbers);
        List<Draws> draws = draw(batch, streams);
        List<Estimates> result = new ArrayList<>();
        for (int p = 0; p < draws.size(); p++) {
            result.add(Estimates.of(draws.get(p), k, streams[p]));
        }
        return result;
    }

    /** The strings drawn for each pair of a batch: those that {@link #estimate} would speak of. */
    public List<Draws> draw(LatticeBatch batch, int... numbers) {
        return draw(batch, streams(batch, seed, numbers));
    }

    /** The means over a data set, so many pairs at a time. */
    public RunningEstimates estimate(LatticeSource source, int batchSize) {
        RunningEstimates result = new RunningEstimates();
        for (int begin = 0; begin < source.size(); begin += batchSize) {
            estimate(source, begin, Math.min(begin + batchSize, source.size())).forEach(result::add);
        }
        return result;
    }

    /** The estimates of some pairs of a data set that follow each other, all at once. */
    public List<Estimates> estimate(LatticeSource source, int from, int to) {
        int[] numbers = IntStream.range(from, to).toArray();
        return estimate(
                LatticeBatch.of(Arrays.stream(numbers).mapToObj(source::lattice).toList()), numbers);
    }

    private List<Draws> draw(LatticeBatch batch, SplittableRandom[] streams) {
        try (PointerScope scope = new PointerScope()) {
            PathSampler.Encoded encoded = model.sampler().encode(batch, Pass.forward());
            PathSampling.Samples drawn = PathSampling.sample(encoded, samples, streams);
            double[] logP = model.scorer().score(drawn.tree(), Pass.forward()).logProbabilities();
            return Draws.of(drawn, logP);
        }
    }

    static SplittableRandom[] streams(LatticeBatch batch, long seed, int... numbers) {
        if (numbers.length != batch.pairs()) {
            throw new EspalierException(
                    "a batch of " + batch.pairs() + " pairs needs as many numbers of pairs; got " + numbers.length);
        }
        return RandomStreams.of(seed, numbers);
    }
}
