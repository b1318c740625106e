package org.espalier.model.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.Pass;

/**
 * Sequential Monte Carlo: particle filters with the sampler as proposal. The K particles of a filter grow mark by mark; a
 * particle's weight is multiplied by p(ω_t | ω_&lt;t) / q(ω_t | ω_&lt;t), and stays as it is once the particle has ended.
 * When the effective sample size of all K falls under a threshold, K new ones are drawn from them by their weights.
 *
 * <p>The estimate of p̃(x, y) is unbiased whatever the threshold. Particles that are the same so far are one row of the
 * models' walks, across the repetitions of a pair too.
 *
 * @param particles K
 * @param threshold resamples when ESS &lt; threshold·K: 0 never, which is importance sampling; 1 whenever weights differ
 * @param repetitions how many independent filters a pair gets, for the standard error
 * @param seed gives, with a pair's number, the random stream of the pair
 */
public record Smc(Model model, int particles, double threshold, int repetitions, long seed) {
    public static final double DEFAULT_THRESHOLD = 0.5;

    public Smc {
        if (particles < 1 || repetitions < 1) {
            throw new EspalierException(
                    "particles and repetitions must be at least 1; got " + particles + " and " + repetitions);
        }
        if (!(threshold >= 0 && threshold <= 1)) {
            throw new EspalierException("the threshold of resampling must be from 0 to 1; got " + threshold);
        }
    }

    /**
     * Filters each pair of a batch.
     *
     * @param numbers the numbers of the pairs in their data set
     */
    public List<SmcEstimate> estimate(LatticeBatch batch, int... numbers) {
        SplittableRandom[] streams = Estimator.streams(batch, seed, numbers);
        List<ParticleFilter> filters = new ArrayList<>();
        for (int p = 0; p < batch.pairs(); p++) {
            for (int r = 0; r < repetitions; r++) {
                filters.add(new ParticleFilter(p, particles, threshold, streams[p].split()));
            }
        }
        ParticleTree strings;
        try (PointerScope scope = new PointerScope()) {
            strings = new BatchedParticleFilters(
                            batch,
                            model.sampler().encode(batch, Pass.forward()),
                            model.scorer().walk(batch.pairs()),
                            filters)
                    .run();
        }
        List<SmcEstimate> result = new ArrayList<>();
        for (int p = 0; p < batch.pairs(); p++) {
            result.add(summary(filters.subList(p * repetitions, (p + 1) * repetitions), strings));
        }
        return result;
    }

    private static SmcEstimate summary(List<ParticleFilter> filters, ParticleTree strings) {
        double[] logs =
                filters.stream().mapToDouble(ParticleFilter::logLikelihood).toArray();
        return new SmcEstimate(
                Estimate.logMean(logs),
                filters.stream().map(ParticleFilter::logLikelihood).toList(),
                strings.posterior(filters),
                filters.stream().mapToInt(ParticleFilter::resamplings).average().orElseThrow());
    }
}
