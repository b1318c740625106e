package org.espalier.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.ObjIntConsumer;
import org.espalier.fst.Lattice;
import org.espalier.model.LatticeBatch;
import org.espalier.model.LatticeSource;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.ExactValues;
import org.espalier.model.estimate.PosteriorString;
import org.espalier.model.estimate.Smc;
import org.espalier.model.estimate.SmcEstimate;
import org.espalier.run.data.Batches;
import org.espalier.run.data.PairSet;
import org.espalier.run.folder.TrainedRun;

/**
 * Something to be found out about pairs with the model of a run, many pairs at a time. What is drawn for a pair depends on
 * the seed and on its strings, not on where it stands or on the pairs beside it. Safe for any number of threads, as long
 * as the run is open.
 *
 * @param <T> the answer for a pair
 */
public final class PairQuery<T> {
    /** Independent filters of a pair, whose spread is the standard error. */
    public static final int FILTERS = 8;

    private final BiFunction<LatticeBatch, int[], List<T>> answers;
    private final int samples;
    private final int atOnce;

    private PairQuery(int atOnce, int samples, BiFunction<LatticeBatch, int[], List<T>> answers) {
        this.answers = answers;
        this.samples = samples;
        this.atOnce = atOnce;
    }

    /** Paths drawn by the sampler, with posterior weights estimated from them. */
    public static PairQuery<Alignments> alignments(TrainedRun run, int samples, long seed) {
        Estimator estimator = new Estimator(run.model(), samples, samples, seed);
        return new PairQuery<>(
                run.config().training().batch(),
                samples,
                (batch, numbers) -> alignments(
                        batch,
                        estimator.draw(batch, numbers).stream()
                                .map(Estimates::posteriorStrings)
                                .toList(),
                        false));
    }

    /** All paths with exact weights; for acyclic lattices of at most so many paths. */
    public static PairQuery<Alignments> exactAlignments(TrainedRun run, long maxPaths) {
        Exact exact = Exact.of(run.model()).withMaxPaths(maxPaths);
        // One by one, so that the paths of one pair only are held.
        return new PairQuery<>(1, 1, (batch, numbers) -> alignments(batch, exact.paths(batch), true));
    }

    /** log p̃(x, y), by importance sampling. */
    public static PairQuery<Estimate> scores(TrainedRun run, int samples, long seed) {
        Estimator estimator = new Estimator(run.model(), samples, samples, seed);
        return new PairQuery<>(
                run.config().training().batch(),
                samples,
                (batch, numbers) -> estimator.estimate(batch, numbers).stream()
                        .map(Estimates::logLikelihood)
                        .toList());
    }

    /**
     * The same by sequential Monte Carlo.
     *
     * @param samples the particles of all {@value #FILTERS} filters together
     */
    public static PairQuery<Estimate> filteredScores(TrainedRun run, int samples, long seed) {
        int particles = Math.max(1, samples / FILTERS);
        Smc filter = new Smc(run.model(), particles, Smc.DEFAULT_THRESHOLD, FILTERS, seed);
        return new PairQuery<>(
                run.config().training().batch(),
                samples,
                (batch, numbers) -> filter.estimate(batch, numbers).stream()
                        .map(SmcEstimate::logLikelihood)
                        .toList());
    }

    /** The same exactly; for acyclic lattices of at most so many paths. */
    public static PairQuery<Estimate> exactScores(TrainedRun run, long maxPaths) {
        Exact exact = Exact.of(run.model()).withMaxPaths(maxPaths);
        // One by one: paths are added up in the order in which they are found, which other pairs would change.
        return new PairQuery<>(
                1,
                1,
                (batch, numbers) -> exact.values(batch).stream()
                        .map(ofPair -> new Estimate(ofPair.logLikelihood(), 0))
                        .toList());
    }

    /**
     * All that is estimated of a pair.
     *
     * @param samples how many strings are drawn for a pair; of IWAE as many as the run says, or these
     */
    public static PairQuery<Estimates> estimates(TrainedRun run, int samples, long seed) {
        int k = Math.min(samples, run.config().training().iwaeSamples());
        Estimator estimator = new Estimator(run.model(), samples, k, seed);
        return new PairQuery<>(run.config().training().batch(), samples, estimator::estimate);
    }

    /** What one filter of so many particles finds. */
    public static PairQuery<SmcEstimate> filtered(TrainedRun run, int particles, long seed) {
        Smc filter = new Smc(run.model(), particles, Smc.DEFAULT_THRESHOLD, 1, seed);
        return new PairQuery<>(run.config().training().batch(), particles, filter::estimate);
    }

    /** The exact values of all that is estimated; for acyclic lattices of at most so many paths. */
    public static PairQuery<ExactValues> exactValues(TrainedRun run, long maxPaths) {
        Exact exact = Exact.of(run.model()).withMaxPaths(maxPaths);
        return new PairQuery<>(1, 1, (batch, numbers) -> exact.values(batch));
    }

    /** Hands over the answer for each pair that is chosen, in order, with the number of the pair in its set. */
    public void ask(PairSet pairs, IntPredicate chosen, ObjIntConsumer<T> consumer) {
        ask(pairs.lattices(), chosen, consumer);
    }

    /** The same for the pairs of a source. */
    public void ask(LatticeSource pairs, IntPredicate chosen, ObjIntConsumer<T> consumer) {
        new Batches(pairs, chosen, Batches.sizeFor(samples, atOnce))
                .forEach(done -> {}, (batch, numbers) -> answers(batch), consumer);
    }

    /**
     * The answers for lattices with paths, in order. Neighbours are worked on together, which costs least where they are
     * alike in size; one that fails does not spoil the others.
     *
     * @param answered makes a result of an answer
     * @param failed makes one of the reason why there is none
     */
    public <R> List<R> ask(List<Lattice> lattices, Function<T, R> answered, Function<String, R> failed) {
        List<R> results = new ArrayList<>(lattices.size());
        int size = Batches.sizeFor(samples, atOnce);
        for (int from = 0; from < lattices.size(); from += size) {
            results.addAll(RetrySingly.ifNotTogether(
                    lattices.subList(from, Math.min(lattices.size(), from + size)),
                    some -> answers(LatticeBatch.of(some)).stream()
                            .map(answered)
                            .toList(),
                    failed));
        }
        return results;
    }

    /** The answer for one pair. */
    T ask(Lattice lattice) {
        return answers(LatticeBatch.of(List.of(lattice))).get(0);
    }

    private List<T> answers(LatticeBatch batch) {
        return answers.apply(batch, numbers(batch));
    }

    private static int[] numbers(LatticeBatch batch) {
        return batch.lattices().stream()
                .mapToInt(lattice -> 31 * Arrays.hashCode(lattice.input()) + Arrays.hashCode(lattice.output()))
                .toArray();
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
