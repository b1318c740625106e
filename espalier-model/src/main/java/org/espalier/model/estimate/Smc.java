package org.espalier.model.estimate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PathSampling;

/**
 * Sequential Monte Carlo: particle filters over the prefixes of mark strings. A filter holds at most K different prefixes and
 * extends each by all its choices. If there are more than K then, it resamples them by p̃(prefix)·ψ(state), where ψ estimates
 * the sum of p̃ over what may follow. Prefixes are compared at equal progress in x and y: those that have accounted for more
 * symbols wait for the others.
 *
 * <p>ψ is made from strings drawn from the sampler, which do not count otherwise. So the estimate of p̃(x, y) is unbiased for
 * any sampler; a bad ψ only makes it noisy. It is exact where a pair has no more than K prefixes at any time. Particles with equal
 * prefixes share one row of the models' walks, also across the repetitions of a pair.
 *
 * @param model the scorer and the sampler
 * @param draws the number of strings per pair from which ψ is made
 * @param particles the number K of particles per filter
 * @param repetitions the number of filters per pair, independent given ψ, for the standard error
 * @param seed the random seed
 */
public record Smc(Model model, int draws, int particles, int repetitions, long seed) {
    public Smc {
        if (draws < 1 || particles < 1 || repetitions < 1) {
            throw new EspalierException("draws, particles and repetitions must be at least 1; got " + draws + ", "
                    + particles + " and " + repetitions);
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
        try (PointerScope scope = new PointerScope()) {
            PathSampler.Encoded encoded = model.sampler().encode(batch, Pass.forward());
            PathSampling.Samples drawn = PathSampling.sample(encoded, draws, streams);
            return estimate(encoded, FutureValues.of(batch, drawn, drawn.logP(model.scorer())), streams);
        }
    }

    /** Estimates each pair of a batch with a given ψ. */
    List<SmcEstimate> estimate(PathSampler.Encoded encoded, FutureValues future, SplittableRandom... streams) {
        LatticeBatch batch = encoded.batch();
        int[] pairs = IntStream.range(0, batch.pairs()).toArray();
        List<ParticlePrefix> empty = IntStream.of(pairs)
                .mapToObj(pair -> ParticlePrefix.empty(batch, future, pair))
                .toList();
        List<List<ParticleFilter>> filters = new ArrayList<>();
        for (int pair : pairs) {
            filters.add(Stream.generate(() -> new ParticleFilter(empty.get(pair), particles, streams[pair].split()))
                    .limit(repetitions)
                    .toList());
        }
        new BatchedParticleFilters(batch, future, empty, filters).run(ParticleRows.roots(model.scorer(), encoded));
        return filters.stream().map(Smc::summary).toList();
    }

    private static SmcEstimate summary(List<ParticleFilter> filters) {
        double[] logs =
                filters.stream().mapToDouble(ParticleFilter::logLikelihood).toArray();
        Estimate logLikelihood = Estimate.logMean(logs);
        Map<ParticlePrefix, Double> weights = new LinkedHashMap<>();
        for (ParticleFilter filter : filters) {
            for (ParticleFilter.Particle particle : filter.particles()) {
                double weight = Math.exp(particle.logContribution() - logLikelihood.value()) / filters.size();
                weights.merge(particle.prefix(), weight, Double::sum);
            }
        }
        return new SmcEstimate(
                logLikelihood,
                filters.stream().map(ParticleFilter::logLikelihood).toList(),
                PosteriorString.heaviestFirst(weights.entrySet().stream()
                        .map(entry -> new PosteriorString(entry.getKey().string(), entry.getValue()))
                        .toList()),
                filters.stream().mapToInt(ParticleFilter::resamplings).average().orElseThrow());
    }
}
