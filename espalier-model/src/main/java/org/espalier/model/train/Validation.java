package org.espalier.model.train;

import java.util.function.ToDoubleFunction;
import org.espalier.model.LatticeSource;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.RunningMean;

/**
 * Validates a model on all pairs of the validation set, which are distributed over the workers. Means are weighted by the
 * weights of the pairs.
 *
 * @param batchSize the number of pairs that are computed at once. Workers take whole batches, so the figures of a pair have
 *     the same bits for any number of workers.
 */
record Validation(Estimator estimator, LatticeSource source, int batchSize, Workers workers) {
    /** The figures of a pair, or their means over all pairs. */
    record Figures(double partialKl, double iwae, double ess, double markLength) {
        /** The length of {@link #toArray}. */
        private static final int NUMBERS = 4;

        private static Figures of(Estimates pair) {
            return new Figures(
                    pair.partialKl().value(),
                    pair.iwae().value(),
                    pair.deduplicatedEss(),
                    pair.markLength().value());
        }

        private double[] toArray() {
            return new double[] {partialKl, iwae, ess, markLength};
        }

        private static Figures fromArray(double[] numbers, int from) {
            return new Figures(numbers[from], numbers[from + 1], numbers[from + 2], numbers[from + 3]);
        }
    }

    /** Returns the means over all pairs. All workers must call this; all get the same result. */
    Figures run() {
        double[] own = new double[source.size() * Figures.NUMBERS];
        int batch = 0;
        for (int from = 0; from < source.size(); from += batchSize) {
            if (batch++ % workers.size() == workers.rank()) {
                int pair = from;
                for (Estimates estimates :
                        estimator.estimate(source, from, Math.min(from + batchSize, source.size()))) {
                    System.arraycopy(
                            Figures.of(estimates).toArray(), 0, own, pair++ * Figures.NUMBERS, Figures.NUMBERS);
                }
            }
        }
        double[] all = workers.sum(own);
        return new Figures(
                mean(all, Figures::partialKl),
                mean(all, Figures::iwae),
                mean(all, Figures::ess),
                mean(all, Figures::markLength));
    }

    private double mean(double[] all, ToDoubleFunction<Figures> figure) {
        RunningMean mean = new RunningMean();
        for (int pair = 0; pair < source.size(); pair++) {
            mean.add(figure.applyAsDouble(Figures.fromArray(all, pair * Figures.NUMBERS)), source.weight(pair));
        }
        return mean.estimate().value();
    }
}
