package org.espalier.model.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LogSpace;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.ExactValues;
import org.espalier.model.estimate.ResidualEstimator;
import org.espalier.model.estimate.SamplingBudget;

/**
 * Ranks the outputs of inputs by log p̃(x, y), summed over all alignments.
 *
 * <p>A search finds most of that sum already. Where what it lacks is negligible beside all that was found for the input, the sum is
 * taken as it is. There are two ways to know: the search has proven it ({@link FoundOutput#logMissing}), or the sampler, which
 * approximates the posterior over alignments, gives the strings found nearly all of its probability. It would hardly draw others.
 *
 * <p>Otherwise strings are drawn from the sampler, as many as the probability of the output needs to have a small standard error, to
 * estimate the rest ({@link ResidualEstimator}). A lattice with very few paths is enumerated, which is exact. One with as many paths as
 * strings would be drawn is not: most strings that are drawn are the same, and each is scored once, but all paths differ.
 * Outputs that were given, and not found, are enumerated if they have no more paths than strings may be drawn, or else estimated from
 * draws alone.
 *
 * <p>Complexity: one lattice per output, plus the strings drawn and scored, or at most that many paths.
 *
 * @param model the scorer and the sampler
 * @param lattices the machine
 * @param options how lattices are built
 * @param budget the strings drawn per output
 * @param seed the random seed; the stream of an output depends on the seed, the input and the output only
 */
public record Ranker(Model model, Lattices lattices, LatticeOptions options, SamplingBudget budget, long seed) {
    /** The number of strings drawn in one batch, which bounds memory. */
    private static final int SAMPLES_PER_BATCH = 1 << 11;

    /** The number of outputs whose strings the sampler judges in one batch. */
    private static final int JUDGED_PER_BATCH = 1 << 10;

    /** The share of what was found for an input that strings of an output may have which were not found, and are neglected. */
    private static final double NEGLIGIBLE = 0.01;

    /** The standard error of shares that draws aim at. */
    private static final double PRECISION = 0.02;

    private static final int MIN_DRAWS = 8;

    /** The number of paths that are enumerated in any case, since it costs next to nothing. */
    private static final int FEW_PATHS = 32;

    /**
     * An output with the lattice of its pair.
     *
     * @param share the share of the output in what was found for its input
     */
    private record OutputLattice(FoundOutput output, Lattice lattice, double share) {
        ResidualEstimator.Known known() {
            return new ResidualEstimator.Known(output.strings(), output.logP());
        }
    }

    /** Returns the outputs of each input, the most probable first. */
    public List<List<RankedOutput>> rank(List<FoundOutputs> inputs) {
        LatticeBuilder builder = lattices.builder(options);
        List<OutputLattice> open = new ArrayList<>();
        for (FoundOutputs input : inputs) {
            double logFound = input.logFound();
            for (FoundOutput output : input.outputs()) {
                if (!isProven(output, logFound)) {
                    double share = output.logP() == LogSpace.ZERO ? 0 : Math.exp(output.logP() - logFound);
                    open.add(new OutputLattice(output, builder.build(input.x(), output.output()), share));
                }
            }
        }
        BitSet exact = new BitSet();
        Estimate[] logP = logP(open, exact);
        List<List<RankedOutput>> result = new ArrayList<>();
        int next = 0;
        for (FoundOutputs input : inputs) {
            double logFound = input.logFound();
            List<Estimate> ofInput = new ArrayList<>();
            BitSet exactOfInput = new BitSet();
            for (FoundOutput output : input.outputs()) {
                if (isProven(output, logFound)) {
                    ofInput.add(new Estimate(output.logP(), 0));
                } else {
                    exactOfInput.set(ofInput.size(), exact.get(next));
                    ofInput.add(logP[next++]);
                }
            }
            result.add(RankedOutput.rank(input.outputs(), ofInput, exactOfInput));
        }
        return result;
    }

    private static boolean isProven(FoundOutput output, double logFound) {
        return output.logMissing() <= logFound + Math.log(NEGLIGIBLE);
    }

    /**
     * Returns log p̃(x, y) of each pair.
     *
     * @param exact receives the indices of the pairs whose value is exact
     */
    private Estimate[] logP(List<OutputLattice> pairs, BitSet exact) {
        Estimate[] result = new Estimate[pairs.size()];
        IntArrayList enumerated = new IntArrayList();
        IntArrayList judged = new IntArrayList();
        IntArrayList sampled = new IntArrayList();
        for (int p = 0; p < result.length; p++) {
            OutputLattice pair = pairs.get(p);
            boolean isSampled = pair.output.strings().isEmpty() || budget.isRefined();
            if (pair.lattice.isEmpty() || isComplete(pair)) {
                result[p] = new Estimate(pair.lattice.isEmpty() ? LogSpace.ZERO : pair.output.logP(), 0);
                exact.set(p);
            } else if (Exact.canEnumerate(pair.lattice, isSampled ? budget.samples() : FEW_PATHS)) {
                enumerated.add(p);
            } else {
                requireUsable(pair);
                (isSampled ? sampled : judged).add(p);
            }
        }
        int[] draws = new int[result.length];
        inBatches(judged, JUDGED_PER_BATCH, batch -> judge(batch, pairs, draws, result));
        IntArrayList completed = new IntArrayList(
                judged.intStream().filter(p -> result[p] == null).toArray());
        int size = Math.max(1, SAMPLES_PER_BATCH / budget.samples());
        inBatches(enumerated, size, batch -> fill(batch, enumerate(select(batch, pairs)), result));
        inBatches(completed, size, batch -> complete(batch, pairs, draws, result));
        inBatches(sampled, size, batch -> fill(batch, sample(select(batch, pairs)), result));
        enumerated.forEach(exact::set);
        return result;
    }

    /** Returns whether the search has found all paths of a lattice. */
    private static boolean isComplete(OutputLattice pair) {
        int found = pair.output.strings().size();
        return found > 0
                && pair.lattice.isAcyclic()
                && DynamicPrograms.countPaths(pair.lattice).equals(BigInteger.valueOf(found));
    }

    /** Hands indices on, as many at a time as memory allows. */
    private static void inBatches(IntArrayList indices, int size, Consumer<int[]> work) {
        for (int from = 0; from < indices.size(); from += size) {
            work.accept(Arrays.copyOfRange(indices.elements(), from, Math.min(indices.size(), from + size)));
        }
    }

    private static List<OutputLattice> select(int[] indices, List<OutputLattice> pairs) {
        return Arrays.stream(indices).mapToObj(pairs::get).toList();
    }

    private static void fill(int[] indices, List<Estimate> estimates, Estimate[] result) {
        for (int k = 0; k < indices.length; k++) {
            result[indices[k]] = estimates.get(k);
        }
    }

    /**
     * Fills in the outputs of which the sampler says that others than the strings found are negligible, and decides how many strings
     * are drawn for the others: as many as give the output's share a standard error of about {@link #PRECISION}.
     */
    private void judge(int[] indices, List<OutputLattice> pairs, int[] draws, Estimate[] result) {
        List<OutputLattice> judged = select(indices, pairs);
        double[] logQ = new ResidualEstimator(model, seed)
                .logQ(batch(judged), judged.stream().map(OutputLattice::known).toList());
        for (int k = 0; k < indices.length; k++) {
            OutputLattice pair = judged.get(k);
            double missing = Math.expm1(-logQ[k]);
            if (pair.share * missing <= NEGLIGIBLE) {
                result[indices[k]] = new Estimate(pair.output.logP(), Math.log1p(missing));
            } else {
                double needed = pair.share * pair.share * missing / (PRECISION * PRECISION);
                draws[indices[k]] = (int) Math.min(budget.samples(), Math.max(MIN_DRAWS, needed));
            }
        }
    }

    private void complete(int[] indices, List<OutputLattice> pairs, int[] draws, Estimate[] result) {
        List<OutputLattice> completed = select(indices, pairs);
        fill(
                indices,
                new ResidualEstimator(model, seed)
                        .estimate(
                                batch(completed),
                                completed.stream().map(OutputLattice::known).toList(),
                                Arrays.stream(indices).map(p -> draws[p]).toArray()),
                result);
    }

    private List<Estimate> enumerate(List<OutputLattice> pairs) {
        List<ExactValues> values = Exact.of(model)
                .withMaxPaths(Math.max(FEW_PATHS, budget.samples()))
                .values(batch(pairs));
        return values.stream()
                .map(ofPair -> new Estimate(ofPair.logLikelihood(), 0))
                .toList();
    }

    private List<Estimate> sample(List<OutputLattice> pairs) {
        List<Estimates> estimates = new Estimator(model, budget, budget.samples(), seed).estimate(batch(pairs));
        return IntStream.range(0, pairs.size())
                .mapToObj(p -> atLeastFound(estimates.get(p).logLikelihood(), pairs.get(p).output))
                .toList();
    }

    private static Estimate atLeastFound(Estimate estimate, FoundOutput output) {
        return new Estimate(Math.max(estimate.value(), output.logP()), estimate.standardError());
    }

    private static LatticeBatch batch(List<OutputLattice> pairs) {
        return LatticeBatch.of(pairs.stream().map(OutputLattice::lattice).toList());
    }

    private void requireUsable(OutputLattice pair) {
        model.sampler().obstacle(pair.lattice).ifPresent(reason -> {
            throw new EspalierException("an input and its output cannot be ranked: " + reason);
        });
    }
}
