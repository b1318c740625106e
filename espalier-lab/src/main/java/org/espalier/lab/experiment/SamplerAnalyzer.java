package org.espalier.lab.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.espalier.fst.Lattices;
import org.espalier.fst.base.EspalierException;
import org.espalier.lab.results.SamplerAnalysis;
import org.espalier.lab.results.SamplerVariant;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.PathSampling;
import org.espalier.model.SamplerKind;
import org.espalier.model.SwpWeights;
import org.espalier.model.Vocabulary;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.ExactValues;
import org.espalier.model.estimate.HistoryProjection;
import org.espalier.model.estimate.PosteriorString;
import org.espalier.model.estimate.RunningMean;
import org.espalier.model.train.ExactFit;
import org.espalier.run.data.Pair;
import org.espalier.run.folder.TrainedRun;

/** Measures the errors of samplers, and what causes them, on pairs whose posterior can be enumerated. */
final class SamplerAnalyzer {
    private static final List<Integer> MARKS_SEEN = List.of(0, 1, 2, 4, 8);
    private static final int DISTANCES = 6;
    static final SamplerAnalysis.Settings SETTINGS = new SamplerAnalysis.Settings(24, 2000, 300, 1e-2, 17);

    /** An entry counts as saturated if it is this close to an end of its range, as a fraction of the range. */
    private static final double SATURATION = 0.02;

    private final Map<SamplerVariant, TrainedRun> runs;
    private final Lattices lattices;
    private final List<String> outputs;
    private final List<Pair> pairs;

    /**
     * Chooses pairs that are small enough.
     *
     * @param runs one run per sampler, all with the same scorer
     * @param candidates the pairs to choose from
     */
    SamplerAnalyzer(Map<SamplerVariant, TrainedRun> runs, List<Pair> candidates) {
        this.runs = new LinkedHashMap<>(runs);
        this.lattices = runs.values().iterator().next().lattices();
        this.outputs = lattices.machine().output().symbols();
        this.pairs = candidates.stream()
                .filter(pair -> pair.y().size() > 1 && isEnumerable(pair))
                .limit(SETTINGS.pairs())
                .toList();
        if (pairs.isEmpty()) {
            throw new EspalierException("no pair to validate with has a lattice of at most " + SETTINGS.maxPaths()
                    + " paths, which the analysis needs; make some that are shorter");
        }
    }

    private boolean isEnumerable(Pair pair) {
        return Exact.canEnumerate(lattices.build(pair.x(), pair.y()), SETTINGS.maxPaths());
    }

    private LatticeBatch batch(List<String> x, List<String> y) {
        return LatticeBatch.of(List.of(lattices.build(x, y)));
    }

    private Model anyModel() {
        return runs.values().iterator().next().model();
    }

    SamplerAnalysis analyze() {
        List<List<PosteriorString>> posteriors = pairs.stream()
                .map(pair ->
                        Exact.of(anyModel()).paths(batch(pair.x(), pair.y())).get(0))
                .toList();
        return new SamplerAnalysis(
                SETTINGS,
                pairs.size(),
                mean(posteriors, List::size),
                mean(posteriors, SamplerAnalyzer::entropy),
                MARKS_SEEN.stream().map(marks -> limit(marks, posteriors)).toList(),
                runs.entrySet().stream()
                        .map(run -> exactDivergence(run.getKey(), run.getValue(), posteriors))
                        .toList(),
                influences(),
                runs.entrySet().stream()
                        .flatMap(run -> internals(run.getKey(), run.getValue().model()).stream())
                        .toList());
    }

    private static <T> double mean(List<T> of, ToDoubleFunction<T> value) {
        return of.stream().mapToDouble(value).average().orElse(Double.NaN);
    }

    private static double entropy(List<PosteriorString> paths) {
        return paths.stream()
                .mapToDouble(PosteriorString::weight)
                .filter(weight -> weight > 0)
                .map(weight -> -weight * Math.log(weight))
                .sum();
    }

    private SamplerAnalysis.Limit limit(int marks, List<List<PosteriorString>> posteriors) {
        List<HistoryProjection> found = IntStream.range(0, pairs.size())
                .mapToObj(k -> HistoryProjection.of(
                        batch(pairs.get(k).x(), pairs.get(k).y()), posteriors.get(k), marks))
                .toList();
        return new SamplerAnalysis.Limit(
                marks, mean(found, HistoryProjection::inclusiveKl), mean(found, HistoryProjection::exclusiveKl));
    }

    private SamplerAnalysis.ExactDivergence exactDivergence(
            SamplerVariant sampler, TrainedRun run, List<List<PosteriorString>> posteriors) {
        Model model = run.model();
        List<ExactValues> found = pairs.stream()
                .map(pair -> Exact.of(model).values(batch(pair.x(), pair.y())).get(0))
                .toList();
        return new SamplerAnalysis.ExactDivergence(
                sampler,
                mean(found, ExactValues::inclusiveKl),
                mean(found, ExactValues::exclusiveKl),
                new ExactFit(SETTINGS.fitSteps(), SETTINGS.fitRate(), SETTINGS.seed())
                        .inclusiveKl(
                                run.config().sampler(),
                                Vocabulary.of(lattices.machine()),
                                model.scorer(),
                                LatticeBatch.of(pairs.stream()
                                        .map(pair -> lattices.build(pair.x(), pair.y()))
                                        .toList()),
                                posteriors));
    }

    /** A pair, and the same pair with one output symbol replaced. */
    private record Change(LatticeBatch before, LatticeBatch after) {}

    private List<SamplerAnalysis.Influence> influences() {
        List<SamplerAnalysis.Influence> result = new ArrayList<>();
        List<List<Change>> byDistance = IntStream.range(0, DISTANCES)
                .mapToObj(this::changes)
                .filter(changes -> !changes.isEmpty())
                .toList();
        result.add(influence("posterior", byDistance, this::posteriorOfFirst));
        runs.forEach((sampler, run) -> result.add(influence(
                sampler.id(),
                byDistance,
                batch -> exp(PathSampling.distribution(run.model().sampler(), batch, 0)))));
        return result;
    }

    private List<Change> changes(int distance) {
        SplittableRandom random = new SplittableRandom(SETTINGS.seed() + distance);
        List<Change> changes = new ArrayList<>();
        for (Pair pair : pairs) {
            if (distance < pair.y().size() && outputs.size() > 1) {
                List<String> changed = new ArrayList<>(pair.y());
                int other = random.nextInt(outputs.size() - 1);
                changed.set(
                        distance, outputs.get(other < outputs.indexOf(pair.y().get(distance)) ? other : other + 1));
                changes.add(new Change(batch(pair.x(), pair.y()), batch(pair.x(), changed)));
            }
        }
        return changes;
    }

    @FunctionalInterface
    private interface FirstChoice {
        double[] of(LatticeBatch batch);
    }

    private static SamplerAnalysis.Influence influence(String who, List<List<Change>> byDistance, FirstChoice first) {
        return new SamplerAnalysis.Influence(
                who,
                byDistance.stream()
                        .map(changes -> mean(
                                changes, change -> totalVariation(first.of(change.before), first.of(change.after))))
                        .toList());
    }

    private static double totalVariation(double[] one, double[] other) {
        return IntStream.range(0, one.length)
                        .mapToDouble(k -> Math.abs(one[k] - other[k]))
                        .sum()
                / 2;
    }

    private static double[] exp(double[] logs) {
        return Arrays.stream(logs).map(Math::exp).toArray();
    }

    private double[] posteriorOfFirst(LatticeBatch batch) {
        double[] mass = new double[batch.choices(batch.root(0))];
        for (PosteriorString path : Exact.of(anyModel()).paths(batch).get(0)) {
            int[] marks = path.string().marks();
            mass[batch.choice(batch.root(0), marks.length == 0 ? batch.marks() : marks[0])] += path.weight();
        }
        return mass;
    }

    /** Returns what plain Algorithm 1 computes; nothing for other samplers. */
    private List<SamplerAnalysis.Internals> internals(SamplerVariant sampler, Model model) {
        if (sampler.kind() != SamplerKind.SWP) {
            return List.of();
        }
        LatticeBatch batch = LatticeBatch.of(
                pairs.stream().map(pair -> lattices.build(pair.x(), pair.y())).toList());
        return PathSampling.suffixWeights(model.sampler(), batch)
                .map(weights -> internals(sampler, batch, weights))
                .stream()
                .toList();
    }

    private static SamplerAnalysis.Internals internals(SamplerVariant sampler, LatticeBatch batch, SwpWeights weights) {
        RunningMean ofWeight = new RunningMean();
        RunningMean ofBeta = new RunningMean();
        RunningMean ofBoth = new RunningMean();
        RunningMean[] byMark = new RunningMean[batch.marks()];
        Arrays.setAll(byMark, mark -> new RunningMean());
        RunningMean all = new RunningMean();
        for (int state = 0; state < batch.states(); state++) {
            int degree = batch.degree(state);
            double[] weight = new double[degree];
            double[] beta = new double[degree];
            for (int rank = 0; rank < degree; rank++) {
                int arc = batch.arc(state, rank);
                weight[rank] = weights.logWeight()[arc];
                beta[rank] = weights.logBeta()[batch.target(arc)];
                byMark[batch.mark(arc)].add(weight[rank]);
                all.add(weight[rank]);
            }
            if (degree > 1) {
                addSquares(ofWeight, weight);
                addSquares(ofBeta, beta);
                addSquares(
                        ofBoth,
                        IntStream.range(0, degree)
                                .mapToDouble(rank -> weight[rank] + beta[rank])
                                .toArray());
            }
        }
        return new SamplerAnalysis.Internals(
                sampler,
                Math.sqrt(ofWeight.estimate().value()),
                Math.sqrt(ofBeta.estimate().value()),
                Math.sqrt(ofBoth.estimate().value()),
                1 - within(byMark) / (variance(all) * all.weight()),
                saturated(sampler, weights.embeddings()));
    }

    private static void addSquares(RunningMean squares, double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        Arrays.stream(values).forEach(value -> squares.add((value - mean) * (value - mean)));
    }

    /** Returns the sum over groups of the squared deviations from the mean of the group. */
    private static double within(RunningMean[] groups) {
        return Arrays.stream(groups)
                .filter(group -> group.weight() > 1)
                .mapToDouble(group -> variance(group) * group.weight())
                .sum();
    }

    private static double variance(RunningMean values) {
        double error = values.estimate().standardError();
        return error * error * (values.weight() - 1);
    }

    /** Returns the fraction of saturated entries. Plain embeddings lie between 0 and 1, gated ones between -1 and 1. */
    private static double saturated(SamplerVariant sampler, double[] embeddings) {
        double low = sampler.settings(2).gated() ? -1 : 0;
        return Arrays.stream(embeddings)
                .map(value -> value < low + SATURATION * (1 - low) || value > 1 - SATURATION * (1 - low) ? 1 : 0)
                .average()
                .orElse(Double.NaN);
    }
}
