package org.espalier.lab.experiment;

import java.util.List;
import org.espalier.model.LatticeSource;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.RunningMean;
import org.espalier.run.folder.TrainedRun;

/**
 * The measurements of a sampler for each test pair, in the order of the pairs.
 *
 * @param step the step at which the sampler was saved
 */
record SamplerEvaluation(
        long step,
        long parameters,
        List<Double> partialKl,
        List<Double> markLength,
        List<Double> ess,
        List<Double> deduplicatedEss) {
    /** The seed of the draws: the same for all samplers, and different from those of training. */
    private static final long SEED = 7;

    private static final int BATCH = 16;

    static SamplerEvaluation of(TrainedRun run, LatticeSource test, int samples) {
        Estimator estimator = new Estimator(run.model(), samples, samples, SEED);
        List<Estimates> found = LatticeBatches.map(test, BATCH, estimator::estimate);
        return new SamplerEvaluation(
                run.step(),
                run.model().sampler().parameters().size(),
                found.stream().map(each -> each.partialKl().value()).toList(),
                found.stream().map(each -> each.markLength().value()).toList(),
                found.stream().map(Estimates::ess).toList(),
                found.stream().map(Estimates::deduplicatedEss).toList());
    }

    /** Returns KL(q ‖ p), computed with the reference values of log p̃(x, y). */
    Estimate kl(ReferenceLikelihoods reference) {
        RunningMean mean = new RunningMean();
        for (int pair = 0; pair < partialKl.size(); pair++) {
            mean.add(partialKl.get(pair) + reference.logLikelihood().get(pair).value());
        }
        return mean.estimate();
    }

    static Estimate mean(List<Double> values) {
        RunningMean mean = new RunningMean();
        values.forEach(mean::add);
        return mean.estimate();
    }
}
