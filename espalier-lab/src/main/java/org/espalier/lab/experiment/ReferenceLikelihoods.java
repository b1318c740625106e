package org.espalier.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.espalier.fst.base.LogSpace;
import org.espalier.lab.results.TaskResults;
import org.espalier.model.LatticeSource;
import org.espalier.model.Model;
import org.espalier.model.PathSampler;
import org.espalier.model.estimate.Draws;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.HistoryProjection;
import org.espalier.model.estimate.MixtureEstimator;
import org.espalier.model.estimate.PosteriorString;

/**
 * The best available values of log p̃(x, y) of each test pair: exact if the lattice can be enumerated, otherwise estimated from the
 * draws of several samplers together.
 *
 * @param samplers the names of the samplers that were used
 * @param samples the number of draws per sampler and pair
 * @param exact for each pair, whether it was enumerated
 * @param markovKl for each pair, the least KL(p ‖ q) of a sampler that sees its state alone, p being p̃ normalized over all
 *     strings of the pair, or over those that were drawn
 */
record ReferenceLikelihoods(
        List<String> samplers, int samples, List<Estimate> logLikelihood, List<Boolean> exact, List<Double> markovKl) {
    private static final long SEED = 11;

    /**
     * Computes the values.
     *
     * @param names the names of the samplers
     * @param models the models of the samplers, all with the same scorer
     * @param advance receives the number of each finished pair
     */
    static ReferenceLikelihoods of(
            List<String> names, List<Model> models, LatticeSource test, ExperimentScale scale, IntConsumer advance) {
        List<PathSampler> samplers = models.stream().map(Model::sampler).toList();
        MixtureEstimator mixture = new MixtureEstimator(
                samplers, models.get(0).scorer(), scale.testing().referenceSamples(), SEED);
        Exact enumeration = Exact.of(models.get(0)).withMaxPaths(scale.testing().maxExactPaths());
        List<Estimate> logLikelihood = new ArrayList<>();
        List<Boolean> exact = new ArrayList<>();
        List<Double> markovKl = new ArrayList<>();
        for (int pair = 0; pair < test.size(); pair++) {
            var batch = LatticeBatches.batch(test, pair);
            boolean enumerable =
                    Exact.canEnumerate(test.lattice(pair), scale.testing().maxExactPaths());
            exact.add(enumerable);
            List<PosteriorString> posterior;
            if (enumerable) {
                posterior = enumeration.paths(batch).get(0);
                double[] logP = posterior.stream()
                        .mapToDouble(path -> path.string().logP())
                        .toArray();
                logLikelihood.add(new Estimate(LogSpace.sum(logP), 0));
            } else {
                Draws draws = mixture.draw(batch, pair).get(0);
                logLikelihood.add(Estimates.logLikelihood(draws));
                posterior = posterior(draws);
            }
            markovKl.add(HistoryProjection.of(batch, posterior, 0).inclusiveKl());
            advance.accept(pair);
        }
        return new ReferenceLikelihoods(names, scale.testing().referenceSamples(), logLikelihood, exact, markovKl);
    }

    /** Returns p̃ normalized over the distinct strings that were drawn. */
    private static List<PosteriorString> posterior(Draws draws) {
        double[] logP = draws.distinct().stream()
                .mapToDouble(draw -> draw.string().logP())
                .toArray();
        double logSum = LogSpace.sum(logP);
        return draws.distinct().stream()
                .map(draw -> new PosteriorString(
                        draw.string(), Math.exp(draw.string().logP() - logSum)))
                .toList();
    }

    /** Returns whether it was made with these samplers as a scale says, and by a version that measured what is measured now. */
    boolean isMadeFor(List<String> names, ExperimentScale scale) {
        return samplers.equals(names) && samples == scale.testing().referenceSamples() && markovKl != null;
    }

    TaskResults.Reference summary() {
        double sum = 0;
        double variance = 0;
        for (Estimate each : logLikelihood) {
            sum += each.value();
            variance += each.standardError() * each.standardError();
        }
        int pairs = logLikelihood.size();
        return new TaskResults.Reference(
                new Estimate(sum / pairs, Math.sqrt(variance) / pairs),
                pairs,
                Math.toIntExact(exact.stream().filter(isExact -> isExact).count()),
                samples * samplers.size(),
                SamplerEvaluation.mean(markovKl));
    }
}
