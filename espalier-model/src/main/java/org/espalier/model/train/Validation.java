package org.espalier.model.train;

import org.espalier.model.LatticeSource;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.RunningMean;

/**
 * Looks at all pairs of the validation set, each worker at some of them.
 *
 * @param together how many pairs are computed at once. Workers share out such batches, not single pairs: what is found of a
 *     pair has then the same bits however many workers there are.
 */
record Validation(Estimator estimator, LatticeSource source, int together, Workers workers) {
    private static final int FIGURES = 4;

    /** Means over the pairs. */
    record Found(double partialKl, double iwae, double ess, double expectedLength) {}

    Found run() {
        double[] found = new double[source.size() * FIGURES];
        int number = 0;
        for (int from = 0; from < source.size(); from += together) {
            if (number++ % workers.size() == workers.rank()) {
                int at = from * FIGURES;
                for (Estimates pair : estimator.estimate(source, from, Math.min(from + together, source.size()))) {
                    found[at++] = pair.partialKl().value();
                    found[at++] = pair.iwae().value();
                    found[at++] = pair.deduplicatedEss();
                    found[at++] = pair.markLength().value();
                }
            }
        }
        double[] all = workers.sum(found);
        return new Found(mean(all, 0), mean(all, 1), mean(all, 2), mean(all, 3));
    }

    private static double mean(double[] all, int figure) {
        RunningMean mean = new RunningMean();
        for (int at = figure; at < all.length; at += FIGURES) {
            mean.add(all[at]);
        }
        return mean.estimate().value();
    }
}
