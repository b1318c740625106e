package org.espalier.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.espalier.lab.results.SamplerResult;
import org.espalier.model.LatticeSource;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.RunningMean;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.run.folder.TrainedRun;

/**
 * The measurements of a sampler for each test pair, in the order of the pairs.
 *
 * @param samples the number of strings drawn per pair
 * @param refined the strings drawn per pair for {@code refinedPartialKl}
 * @param step the step at which the sampler was saved
 * @param outputLength the number of symbols of each output
 * @param refinedPartialKl Partial KL of the last table of each pair, after refinement
 */
record SamplerEvaluation(
        int samples,
        SamplingBudget refined,
        long step,
        long parameters,
        List<Integer> outputLength,
        List<Double> partialKl,
        List<Double> refinedPartialKl,
        List<Double> markLength,
        List<Double> ess,
        List<Double> deduplicatedEss) {
    /** The seed of the draws: the same for all samplers, and different from those of training. */
    private static final long SEED = 7;

    private static final int BATCH = 16;

    /** The number of groups of test pairs by length, fewer if there are fewer lengths. */
    private static final int LENGTHS = 4;

    static SamplerEvaluation of(TrainedRun run, LatticeSource test, ExperimentScale.Testing testing) {
        int samples = testing.samples();
        List<Estimates> found =
                LatticeBatches.map(test, BATCH, new Estimator(run.model(), samples, samples, SEED)::estimate);
        List<Estimates> refined =
                LatticeBatches.map(test, BATCH, new Estimator(run.model(), testing.refined(), 1, SEED)::estimate);
        return new SamplerEvaluation(
                samples,
                testing.refined(),
                run.step(),
                run.model().sampler().parameters().size(),
                IntStream.range(0, test.size())
                        .mapToObj(pair -> test.output(pair).length)
                        .toList(),
                found.stream().map(each -> each.partialKl().value()).toList(),
                refined.stream().map(each -> each.partialKl().value()).toList(),
                found.stream().map(each -> each.markLength().value()).toList(),
                found.stream().map(Estimates::ess).toList(),
                found.stream().map(Estimates::deduplicatedEss).toList());
    }

    /** Returns whether it was made as a scale says, and by a version that measured everything that is measured now. */
    boolean isMadeFor(ExperimentScale.Testing testing) {
        return samples == testing.samples() && testing.refined().equals(refined);
    }

    /** Returns KL(q ‖ p), computed with the reference values of log p̃(x, y). */
    Estimate kl(ReferenceLikelihoods reference) {
        return mean(klOfPairs(partialKl, reference));
    }

    /** Returns KL(q ‖ p) after refinement. */
    Estimate refinedKl(ReferenceLikelihoods reference) {
        return mean(klOfPairs(refinedPartialKl, reference));
    }

    private static List<Double> klOfPairs(List<Double> partialKl, ReferenceLikelihoods reference) {
        return IntStream.range(0, partialKl.size())
                .mapToObj(pair -> partialKl.get(pair)
                        + reference.logLikelihood().get(pair).value())
                .toList();
    }

    /** Returns by how much the KL of this sampler is larger than that of another, pair by pair. */
    Estimate difference(SamplerEvaluation other) {
        return mean(IntStream.range(0, partialKl.size())
                .mapToObj(pair -> partialKl.get(pair) - other.partialKl.get(pair))
                .toList());
    }

    /** Returns KL(q ‖ p) for groups of pairs of similar output length, about equally large. */
    List<SamplerResult.OfLength> klByLength(ReferenceLikelihoods reference) {
        List<Double> kl = klOfPairs(partialKl, reference);
        TreeMap<Integer, List<Double>> byLength = new TreeMap<>();
        for (int pair = 0; pair < kl.size(); pair++) {
            byLength.computeIfAbsent(outputLength.get(pair), length -> new ArrayList<>())
                    .add(kl.get(pair));
        }
        List<SamplerResult.OfLength> result = new ArrayList<>();
        List<Double> group = new ArrayList<>();
        int shortest = byLength.firstKey();
        for (int length : byLength.keySet()) {
            if (group.isEmpty()) {
                shortest = length;
            }
            group.addAll(byLength.get(length));
            if (group.size() * LENGTHS >= kl.size() || length == byLength.lastKey()) {
                result.add(new SamplerResult.OfLength(shortest, length, group.size(), mean(group)));
                group = new ArrayList<>();
            }
        }
        return result;
    }

    static Estimate mean(List<Double> values) {
        RunningMean mean = new RunningMean();
        values.forEach(mean::add);
        return mean.estimate();
    }
}
