package org.espalier.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.RetrySingly;
import org.espalier.model.LatticeBatch;
import org.espalier.model.LatticeSource;
import org.espalier.model.Torch;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.ExactValues;
import org.espalier.model.estimate.PosteriorString;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.model.estimate.Smc;
import org.espalier.model.estimate.SmcEstimate;
import org.espalier.run.data.PairSet;
import org.espalier.run.folder.TrainedRun;

/**
 * A question about pairs that the model of a run answers, many pairs at a time. The random draws for a pair depend on the
 * seed and its strings only, not on other pairs. Safe for use by several threads while the run is open.
 *
 * @param <T> the answer for a pair
 */
public final class PairQuery<T> {
    /** The number of independent particle filters per pair, whose spread gives the standard error. */
    public static final int FILTERS = 8;

    /** The usual number of strings drawn to align a pair. */
    public static final int ALIGNMENT_SAMPLES = 64;

    /** The usual number of strings drawn to score a pair. */
    public static final int SCORE_SAMPLES = 128;

    /** The largest number of strings drawn in one batch, over all its pairs: bounds memory and the time between results. */
    private static final int SAMPLES_PER_BATCH = 1 << 14;

    private final Function<LatticeBatch, List<T>> answers;
    private final int batchSize;

    /**
     * @param maxBatch the largest number of pairs per batch
     * @param samples the number of strings drawn per pair
     */
    private PairQuery(int maxBatch, int samples, Function<LatticeBatch, List<T>> answers) {
        this.answers = answers;
        this.batchSize = Math.max(1, Math.min(maxBatch, SAMPLES_PER_BATCH / samples));
    }

    private static <T> PairQuery<T> sampling(TrainedRun run, int samples, Function<LatticeBatch, List<T>> answers) {
        return new PairQuery<>(run.config().training().batch(), samples, answers);
    }

    /**
     * Asks pair by pair, so that the paths of only one pair are in memory, and so that the order in which paths are summed
     * does not depend on other pairs.
     */
    private static <T> PairQuery<T> enumerating(Function<LatticeBatch, List<T>> answers) {
        return new PairQuery<>(1, 1, answers);
    }

    /** Asks for paths drawn by the sampler, with posterior weights estimated from the draws. */
    public static PairQuery<Alignments> alignments(TrainedRun run, SamplingBudget budget, long seed) {
        Estimator estimator = new Estimator(run.model(), budget, budget.samples(), seed);
        return sampling(
                run,
                budget.samples(),
                batch -> alignments(
                        batch,
                        estimator.draw(batch).stream()
                                .map(Estimates::posteriorStrings)
                                .toList(),
                        false));
    }

    /** Asks for all paths with exact weights. Lattices must be acyclic and have at most {@code maxPaths} paths. */
    public static PairQuery<Alignments> exactAlignments(TrainedRun run, long maxPaths) {
        Exact exact = Exact.of(run.model()).withMaxPaths(maxPaths);
        return enumerating(batch -> alignments(batch, exact.paths(batch), true));
    }

    /** Asks for log p̃(x, y), estimated by importance sampling. The estimate of p̃(x, y) is unbiased unless it is refined. */
    public static PairQuery<Estimate> scores(TrainedRun run, SamplingBudget budget, long seed) {
        Estimator estimator = new Estimator(run.model(), budget, budget.samples(), seed);
        return sampling(
                run,
                budget.samples(),
                batch -> estimator.estimate(batch).stream()
                        .map(Estimates::logLikelihood)
                        .toList());
    }

    /**
     * Asks for log p̃(x, y), estimated by sequential Monte Carlo.
     *
     * @param samples half of this is the number of strings drawn, the other half that of the particles of all {@value #FILTERS}
     *     filters together, at least one each
     */
    public static PairQuery<Estimate> filteredScores(TrainedRun run, int samples, long seed) {
        Smc filters = filters(run, samples, seed);
        return sampling(
                run,
                samples,
                batch -> filters.estimate(batch).stream()
                        .map(SmcEstimate::logLikelihood)
                        .toList());
    }

    /** Asks for log p̃(x, y), by enumeration. Lattices must be acyclic and have at most {@code maxPaths} paths. */
    public static PairQuery<Estimate> exactScores(TrainedRun run, long maxPaths) {
        Exact exact = Exact.of(run.model()).withMaxPaths(maxPaths);
        return enumerating(batch -> exact.values(batch).stream()
                .map(ofPair -> new Estimate(ofPair.logLikelihood(), 0))
                .toList());
    }

    /**
     * Asks for all estimates of a pair.
     *
     * @param budget the strings drawn per pair; the K of IWAE is the run's, but at most their number
     */
    public static PairQuery<Estimates> estimates(TrainedRun run, SamplingBudget budget, long seed) {
        int k = Math.min(budget.samples(), run.config().training().iwaeSamples());
        Estimator estimator = new Estimator(run.model(), budget, k, seed);
        return sampling(run, budget.samples(), estimator::estimate);
    }

    /** Asks for all results of the particle filters; {@link #filteredScores} returns their log p̃(x, y). */
    public static PairQuery<SmcEstimate> filtered(TrainedRun run, int samples, long seed) {
        return sampling(run, samples, filters(run, samples, seed)::estimate);
    }

    private static Smc filters(TrainedRun run, int samples, long seed) {
        int half = Math.max(1, samples / 2);
        return new Smc(run.model(), half, Math.max(1, half / FILTERS), FILTERS, seed);
    }

    /** Asks for exact values, by enumeration. Lattices must be acyclic and have at most {@code maxPaths} paths. */
    public static PairQuery<ExactValues> exactValues(TrainedRun run, long maxPaths) {
        Exact exact = Exact.of(run.model()).withMaxPaths(maxPaths);
        return enumerating(exact::values);
    }

    /**
     * Answers for the chosen pairs of a set.
     *
     * @param chosen whether the pair with an index is asked about
     * @param consumer receives each answer with the index of its pair, in order, on the calling thread
     */
    public void ask(PairSet pairs, IntPredicate chosen, ObjIntConsumer<T> consumer) {
        ask(pairs.lattices(), chosen, consumer);
    }

    /**
     * Answers for the chosen pairs of a source.
     *
     * @param chosen whether the pair with an index is asked about
     * @param consumer receives each answer with the index of its pair, in order, on the calling thread
     */
    public void ask(LatticeSource pairs, IntPredicate chosen, ObjIntConsumer<T> consumer) {
        int[] indices = IntStream.range(0, pairs.size()).filter(chosen).toArray();
        ParallelBatches.<T>forEach(
                indices.length,
                batchSize,
                (from, to) -> {
                    LatticeBatch batch = LatticeBatch.of(Arrays.stream(indices, from, to)
                            .mapToObj(pairs::lattice)
                            .toList());
                    return () -> answers.apply(batch);
                },
                (answer, k) -> consumer.accept(answer, indices[k]));
    }

    /**
     * Returns the results for lattices that have paths, in order. Neighbours share a batch, which is fastest if they have
     * about the same size. A lattice that fails does not affect the others.
     *
     * @param answered makes a result from an answer
     * @param failed makes a result from the reason why there is no answer
     */
    public <R> List<R> ask(List<Lattice> lattices, Function<T, R> answered, Function<String, R> failed) {
        List<R> results = new ArrayList<>(lattices.size());
        ask(lattices, answered, failed, (result, k) -> results.add(result));
        return results;
    }

    /**
     * Computes the results for lattices as {@link #ask(List, Function, Function)} does.
     *
     * @param consumer receives each result with the index of its lattice, in order, on the calling thread
     */
    public <R> void ask(
            List<Lattice> lattices, Function<T, R> answered, Function<String, R> failed, ObjIntConsumer<R> consumer) {
        ParallelBatches.<R>forEach(
                lattices.size(),
                batchSize,
                (from, to) -> () -> RetrySingly.onFailure(
                        lattices.subList(from, to),
                        batch -> answers.apply(LatticeBatch.of(batch)).stream()
                                .map(answered)
                                .toList(),
                        (lattice, reason) -> failed.apply(reason)),
                consumer);
    }

    /** Returns the answer for one pair. */
    public T ask(Lattice lattice) {
        return Torch.onOneThread(
                () -> answers.apply(LatticeBatch.of(List.of(lattice))).get(0));
    }

    private static List<Alignments> alignments(
            LatticeBatch batch, List<List<PosteriorString>> strings, boolean isExact) {
        List<Alignments> result = new ArrayList<>();
        for (int p = 0; p < strings.size(); p++) {
            result.add(new Alignments(batch.lattices().get(p), strings.get(p), isExact));
        }
        return result;
    }
}
