package org.espalier.model.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.espalier.fst.base.LogSpace;

/**
 * A particle filter of one pair, whose particles are different prefixes. A prefix is replaced by all prefixes that are longer
 * by a choice; when there are more than K, they are resampled as Fearnhead and Clifford (2003) do for discrete states: those
 * of large weight stay, and each of the others stays with a probability proportional to its weight.
 */
final class ParticleFilter {
    /**
     * A prefix that a filter holds.
     *
     * @param logFactor minus the log of the probability of having kept the prefix. So the factor times whether the filter holds
     *     it is 1 in expectation, and the sum of factor·p̃ over complete strings is an unbiased estimate of p̃(x, y)
     */
    record Particle(ParticlePrefix prefix, double logFactor) {
        double logWeight() {
            return logFactor + prefix.logTarget();
        }

        /** Returns the log of the contribution of a complete string to the estimate of p̃(x, y). */
        double logContribution() {
            return logFactor + prefix.logP();
        }
    }

    private final int size;
    private final RandomGenerator random;
    private List<Particle> particles;
    private int resamplings;

    /** @param size the number K of particles */
    ParticleFilter(ParticlePrefix empty, int size, RandomGenerator random) {
        this.size = size;
        this.random = random;
        this.particles = List.of(new Particle(empty, 0));
    }

    List<Particle> particles() {
        return particles;
    }

    int resamplings() {
        return resamplings;
    }

    /** Replaces prefixes by longer ones, and resamples if there are too many then. */
    void extend(Map<ParticlePrefix, List<ParticlePrefix>> longer) {
        List<Particle> next = new ArrayList<>();
        for (Particle particle : particles) {
            List<ParticlePrefix> extensions = longer.get(particle.prefix());
            if (extensions == null) {
                next.add(particle);
            } else {
                extensions.forEach(prefix -> next.add(new Particle(prefix, particle.logFactor())));
            }
        }
        particles = next.size() > size ? resampled(next) : next;
    }

    /**
     * Keeps a particle of weight w with probability min(1, w/c), where c makes K the expected number. The number itself is
     * then K, and the sum of the weights does not change: with a perfect ψ there is no variance.
     */
    private List<Particle> resampled(List<Particle> from) {
        resamplings++;
        double[] weights = LogSpace.relativeToMax(
                from.stream().mapToDouble(Particle::logWeight).toArray());
        double c = threshold(weights);
        List<Particle> result = new ArrayList<>(size);
        // Systematic sampling: probabilities are put end to end, and a point in each unit interval selects a particle.
        double point = random.nextDouble();
        double end = 0;
        for (int i = 0; i < weights.length; i++) {
            Particle particle = from.get(i);
            if (weights[i] > 0 && weights[i] >= c) {
                result.add(particle);
                continue;
            }
            end += weights[i] > 0 ? weights[i] / c : 0;
            if (end > point) {
                result.add(new Particle(particle.prefix(), particle.logFactor() + Math.log(c / weights[i])));
                point++;
            }
        }
        return result;
    }

    /** Returns the c for which min(1, w/c) add up to K. */
    private double threshold(double... weights) {
        double[] sorted = weights.clone();
        Arrays.sort(sorted);
        double[] sums = new double[sorted.length];
        double sum = 0;
        for (int i = 0; i < sums.length; i++) {
            sum += sorted[i];
            sums[i] = sum;
        }
        int kept = 0;
        int largest = sorted.length - 1;
        while (kept < size - 1 && sorted[largest - kept] >= sums[largest - kept] / (size - kept)) {
            kept++;
        }
        return sums[largest - kept] / (size - kept);
    }

    /** Returns the log of the unbiased estimate of p̃(x, y). Requires that all strings are complete. */
    double logLikelihood() {
        return LogSpace.sum(
                particles.stream().mapToDouble(Particle::logContribution).toArray());
    }
}
