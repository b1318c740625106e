package org.espalier.lab.experiment;

import java.util.List;
import org.espalier.model.LatticeSource;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.RunningMean;
import org.espalier.run.folder.TrainedRun;

/**
 * What a sampler does on the test pairs, pair by pair, so that it can be put beside whatever else is known of a pair.
 *
 * @param step after which the sampler was saved
 */
record SamplerEvaluation(
        long step,
        long parameters,
        List<Double> partialKl,
        List<Double> markLength,
        List<Double> ess,
        List<Double> deduplicatedEss) {
    /** The seed of the draws: the same for all samplers, and none of those that training uses. */
    private static final long SEED = 7;

    private static final int BATCH = 16;

    static SamplerEvaluation of(TrainedRun run, LatticeSource test, int samples) {
        Estimator estimator = new Estimator(run.model(), samples, samples, SEED);
        List<Estimates> found = LatticeBatches.inBatches(test, BATCH, estimator::estimate);
        return new SamplerEvaluation(
                run.step(),
                run.model().sampler().parameters().size(),
                found.stream().map(each -> each.partialKl().value()).toList(),
                found.stream().map(each -> each.markLength().value()).toList(),
                found.stream().map(Estimates::ess).toList(),
                found.stream().map(Estimates::deduplicatedEss).toList());
    }

    /** KL(q ‖ p) with log p̃(x, y) of each pair as found by the reference. */
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
