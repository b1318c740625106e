package org.espalier.model.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.fst.base.LogSpace;

/**
 * A particle filter of one pair. Equal particles are stored once, with their count. Log weights are relative to {@code
 * logScale}, which absorbs the mean weight at each resampling.
 */
final class ParticleFilter {
    /**
     * Particles with the same marks.
     *
     * @param node the node of {@link ParticleTree} that holds the marks
     * @param row the row of the models' walks; -1 if the particles have ended
     * @param count the number of particles
     * @param logWeight the log weight of each of them
     */
    record Particles(int node, int row, int count, double logWeight) {
        boolean hasEnded() {
            return row < 0;
        }
    }

    private final int size;
    private final double threshold;
    private final RandomGenerator random;
    private List<Particles> particles;
    private double logScale;
    private int resamplings;

    ParticleFilter(int pair, int size, double threshold, RandomGenerator random) {
        this.size = size;
        this.threshold = threshold;
        this.random = random;
        this.particles = List.of(new Particles(pair, pair, size, 0));
    }

    List<Particles> particles() {
        return particles;
    }

    RandomGenerator random() {
        return random;
    }

    int resamplings() {
        return resamplings;
    }

    /** Replaces the particles by particles longer by a mark, resampled if their effective sample size is too small. */
    void replaceBy(List<Particles> longer) {
        boolean growing = longer.stream().anyMatch(each -> !each.hasEnded());
        double[] relative = LogSpace.relativeToMax(logWeights(longer));
        // When all particles have ended, resampling would only add noise.
        particles = growing && ess(longer, relative) < threshold * size ? resampled(longer, relative) : longer;
    }

    /** Assigns the particles their new rows. */
    void moveTo(int[] rowOf) {
        particles = particles.stream()
                .map(each -> each.hasEnded()
                        ? each
                        : new Particles(each.node(), rowOf[each.row()], each.count(), each.logWeight()))
                .toList();
    }

    private static double ess(List<Particles> particles, double[] relative) {
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < relative.length; i++) {
            int count = particles.get(i).count();
            sum += count * relative[i];
            squares += count * relative[i] * relative[i];
        }
        return sum * sum / squares;
    }

    private List<Particles> resampled(List<Particles> from, double[] relative) {
        logScale += logMeanWeight(from);
        resamplings++;
        double[] weights = new double[relative.length];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = from.get(i).count() * relative[i];
        }
        int[] counts = Multinomial.counts(size, weights, 0, weights.length, random);
        List<Particles> result = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                result.add(new Particles(from.get(i).node(), from.get(i).row(), counts[i], 0));
            }
        }
        return result;
    }

    /** Returns the log of the unbiased estimate of p̃(x, y). Requires that all particles have ended. */
    double logLikelihood() {
        return logScale + logMeanWeight(particles);
    }

    /** Returns the log of the contribution of some particles to the estimate of p̃(x, y). */
    double logContribution(Particles equal) {
        return logScale + equal.logWeight() + Math.log((double) equal.count() / size);
    }

    private static double logMeanWeight(List<Particles> particles) {
        int[] counts = particles.stream().mapToInt(Particles::count).toArray();
        return Estimate.logMean(logWeights(particles), counts).value();
    }

    private static double[] logWeights(List<Particles> particles) {
        return particles.stream().mapToDouble(Particles::logWeight).toArray();
    }
}
