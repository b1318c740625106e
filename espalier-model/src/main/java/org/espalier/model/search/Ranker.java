package org.espalier.model.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LogSpace;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.ExactValues;
import org.espalier.model.estimate.SamplingBudget;

/**
 * Ranks the outputs of inputs by log p̃(x, y), summed over all alignments.
 *
 * <p>A lattice with no more paths than strings would be drawn is enumerated, which costs no more and is exact. For other
 * lattices log p̃ is estimated by importance sampling with the model's sampler. The estimate is never below the sum over
 * the strings that the search has found, since these are a part of the whole. Where a conditional scorer leaves next to no
 * probability for strings that the search has not found, their sum is taken as it is.
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
    private static final int SAMPLES_PER_BATCH = 1 << 14;

    /** The share of the best output's probability that strings may have together which were not found, and are neglected. */
    private static final double NEGLIGIBLE = 0.01;

    /** An output with the lattice of its pair. */
    private record OutputLattice(FoundOutput output, Lattice lattice) {}

    /** Returns the outputs of each input, the most probable first. */
    public List<List<RankedOutput>> rank(List<FoundOutputs> inputs) {
        ThreadLocal<LatticeBuilder> builders = ThreadLocal.withInitial(() -> lattices.builder(options));
        List<OutputLattice> pairs = inputs.parallelStream()
                .filter(input -> !isProven(input))
                .flatMap(input -> input.outputs().stream()
                        .map(output -> new OutputLattice(output, builders.get().build(input.x(), output.output()))))
                .toList();
        BitSet exact = new BitSet();
        List<Estimate> logP = logP(pairs, exact);
        List<List<RankedOutput>> result = new ArrayList<>();
        int begin = 0;
        for (FoundOutputs input : inputs) {
            if (isProven(input)) {
                result.add(RankedOutput.rank(
                        input.outputs(),
                        input.outputs().stream()
                                .map(output -> new Estimate(output.logP(), 0))
                                .toList(),
                        new BitSet()));
                continue;
            }
            int end = begin + input.outputs().size();
            result.add(RankedOutput.rank(input.outputs(), logP.subList(begin, end), exact.get(begin, end)));
            begin = end;
        }
        return result;
    }

    /**
     * Returns whether the search has found nearly all strings of an input. Under a joint scorer, what has not been found includes
     * strings of other inputs, so nothing follows from its probability.
     */
    private boolean isProven(FoundOutputs input) {
        return model.scorer().isConditional()
                && !input.outputs().isEmpty()
                && input.logMissing() <= input.outputs().get(0).logP() + Math.log(NEGLIGIBLE);
    }

    /**
     * Returns log p̃(x, y) of each pair.
     *
     * @param exact receives the indices of the pairs whose value is exact
     */
    private List<Estimate> logP(List<OutputLattice> pairs, BitSet exact) {
        Estimate[] result = new Estimate[pairs.size()];
        IntArrayList enumerated = new IntArrayList();
        IntArrayList sampled = new IntArrayList();
        for (int p = 0; p < result.length; p++) {
            Lattice lattice = pairs.get(p).lattice;
            if (lattice.isEmpty()) {
                result[p] = new Estimate(LogSpace.ZERO, 0);
            } else {
                (Exact.canEnumerate(lattice, budget.samples()) ? enumerated : sampled).add(p);
            }
        }
        computeInBatches(enumerated, pairs, this::enumerate, result);
        computeInBatches(sampled, pairs, this::sample, result);
        exact.set(0, result.length);
        sampled.forEach(exact::clear);
        return List.of(result);
    }

    /** Fills in the results with these indices, as many at a time as memory allows. */
    private void computeInBatches(
            IntArrayList indices,
            List<OutputLattice> pairs,
            Function<List<OutputLattice>, List<Estimate>> method,
            Estimate[] result) {
        int size = Math.max(1, SAMPLES_PER_BATCH / budget.samples());
        for (int from = 0; from < indices.size(); from += size) {
            int[] batch = Arrays.copyOfRange(indices.elements(), from, Math.min(indices.size(), from + size));
            List<Estimate> estimates =
                    method.apply(Arrays.stream(batch).mapToObj(pairs::get).toList());
            for (int k = 0; k < batch.length; k++) {
                result[batch[k]] = estimates.get(k);
            }
        }
    }

    private List<Estimate> enumerate(List<OutputLattice> pairs) {
        List<ExactValues> values =
                Exact.of(model).withMaxPaths(budget.samples()).values(batch(pairs));
        return values.stream()
                .map(ofPair -> new Estimate(ofPair.logLikelihood(), 0))
                .toList();
    }

    private List<Estimate> sample(List<OutputLattice> pairs) {
        pairs.forEach(this::requireUsable);
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
