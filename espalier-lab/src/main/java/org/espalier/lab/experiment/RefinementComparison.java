package org.espalier.lab.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.lab.results.RefinementErrors;
import org.espalier.lab.results.RefinementErrors.OfBudget;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.model.LatticeBatch;
import org.espalier.model.LatticeSource;
import org.espalier.model.Model;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.RunningMean;
import org.espalier.model.estimate.SamplingBudget;

/**
 * Compares refinement with plain sampling at equal numbers of strings, by their errors of log p̃(x, y). The pairs are those with
 * the most paths that can still be enumerated, since pairs with few paths are easy for every sampler.
 */
final class RefinementComparison {
    static final RefinementErrors.Settings SETTINGS =
            new RefinementErrors.Settings(24, 20_000, List.of(64, 128, 256, 512), 3, 8, 23);

    /** The number of pairs whose strings are drawn and scored together. */
    private static final int BATCH = 8;

    private final Model model;
    private final RefinementErrors.Settings settings;
    private final List<Lattice> lattices;
    private final double[] exact;

    /**
     * Chooses the pairs and enumerates their paths.
     *
     * @param candidates the pairs to choose from
     */
    RefinementComparison(Model model, List<LatticeSource> candidates, RefinementErrors.Settings settings) {
        this.model = model;
        this.settings = settings;
        this.lattices = candidates.stream()
                .flatMap(pairs -> IntStream.range(0, pairs.size()).mapToObj(pairs::lattice))
                .filter(lattice -> Exact.canEnumerate(lattice, settings.maxPaths()))
                .sorted(Comparator.comparing(DynamicPrograms::countPaths).reversed())
                .limit(settings.pairs())
                .toList();
        Exact enumeration = Exact.of(model).withMaxPaths(settings.maxPaths());
        this.exact = lattices.stream()
                .mapToDouble(lattice -> enumeration
                        .values(LatticeBatch.of(List.of(lattice)))
                        .get(0)
                        .logLikelihood())
                .toArray();
    }

    RefinementErrors errors(SamplerVariant sampler) {
        return new RefinementErrors(
                sampler,
                settings,
                lattices.size(),
                lattices.stream()
                        .mapToDouble(
                                lattice -> DynamicPrograms.countPaths(lattice).doubleValue())
                        .average()
                        .orElse(Double.NaN),
                ofBudgets(SamplingBudget::of),
                ofBudgets(samples -> new SamplingBudget(samples, settings.refine())));
    }

    private List<OfBudget> ofBudgets(IntFunction<SamplingBudget> budget) {
        return settings.budgets().stream()
                .map(samples -> ofBudget(budget.apply(samples)))
                .toList();
    }

    private OfBudget ofBudget(SamplingBudget budget) {
        List<List<Estimates>> repetitions = IntStream.range(0, settings.repetitions())
                .mapToObj(k -> estimates(new Estimator(model, budget, 1, settings.seed() + k)))
                .toList();
        RunningMean drawn = new RunningMean();
        RunningMean error = new RunningMean();
        RunningMean bias = new RunningMean();
        for (int pair = 0; pair < exact.length; pair++) {
            RunningMean errorOfPair = new RunningMean();
            RunningMean biasOfPair = new RunningMean();
            for (List<Estimates> repetition : repetitions) {
                double difference = repetition.get(pair).logLikelihood().value() - exact[pair];
                errorOfPair.add(Math.abs(difference));
                biasOfPair.add(difference);
                drawn.add(repetition.get(pair).samples());
            }
            error.add(errorOfPair.estimate().value());
            bias.add(biasOfPair.estimate().value());
        }
        return new OfBudget(budget.samples(), drawn.estimate().value(), error.estimate(), bias.estimate());
    }

    private List<Estimates> estimates(Estimator estimator) {
        List<Estimates> result = new ArrayList<>();
        for (int from = 0; from < lattices.size(); from += BATCH) {
            int to = Math.min(lattices.size(), from + BATCH);
            result.addAll(estimator.estimate(
                    LatticeBatch.of(lattices.subList(from, to)),
                    IntStream.range(from, to).toArray()));
        }
        return result;
    }
}
