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
 * Sequential Monte Carlo: particle filters with the sampler as proposal. The K particles of a filter grow mark by mark. A
 * particle's weight is multiplied by p(ω_t | ω_&lt;t) / q(ω_t | ω_&lt;t) at each mark, and is constant after the particle has
 * ended. When the effective sample size of all K falls below a threshold, K new particles are drawn by weight.
 *
 * <p>The estimate of p̃(x, y) is unbiased for any threshold. Particles with equal prefixes share one row of the models' walks,
 * also across the repetitions of a pair.
 *
 * @param model the scorer and the sampler
 * @param particles the number K of particles per filter
 * @param threshold the filters resample when ESS &lt; threshold·K: with 0 never, which is importance sampling; with 1 whenever
 *     weights differ
 * @param repetitions the number of independent filters per pair, for the standard error
 * @param seed the random seed
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

    /** Estimates each pair of a batch, with random streams keyed by a hash of the pair's strings. */
    public List<SmcEstimate> estimate(LatticeBatch batch) {
        return estimate(batch, RandomStreams.keysOfStrings(batch));
    }

    /**
     * Estimates each pair of a batch.
     *
     * @param streamKeys one key per pair, which selects its random stream
     */
    public List<SmcEstimate> estimate(LatticeBatch batch, int... streamKeys) {
        SplittableRandom[] streams = RandomStreams.of(batch, seed, streamKeys);
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
