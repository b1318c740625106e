package org.espalier.model.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
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
import org.espalier.model.search.RankedOutput.Scored;

/**
 * Ranks the outputs of inputs by log p̃(x, y), summed over all alignments. A lattice of no more paths than would be drawn is
 * enumerated, which costs no more and is exact; of others log p̃ is estimated by importance sampling with the model's
 * sampler, and never below the strings that the search has found, which are a part of the sum.
 *
 * @param options how lattices are built
 * @param samples how many strings are drawn for an output
 * @param seed what is drawn depends on this, the number of the input and the output
 */
public record Ranker(Model model, Lattices lattices, LatticeOptions options, int samples, long seed) {
    /** Strings that are drawn at once: few enough for memory. */
    private static final int SAMPLES_AT_ONCE = 1 << 14;

    public Ranker {
        if (samples < 1) {
            throw new EspalierException("samples must be at least 1; got " + samples);
        }
    }

    private record Pair(CandidateOutputs of, FoundOutput output, Lattice lattice) {
        static Pair of(CandidateOutputs input, FoundOutput output, LatticeBuilder builder) {
            return new Pair(input, output, builder.build(input.x(), output.output()));
        }

        boolean hasFewPaths(int most) {
            return lattice.isAcyclic() && DynamicPrograms.countPaths(lattice).compareTo(BigInteger.valueOf(most)) <= 0;
        }

        /** The same for an output wherever it stands among the others. */
        int number() {
            return 31 * of.number() + Arrays.hashCode(output.output());
        }

        Scored scored(Estimate logP, boolean isExact) {
            return new Scored(output, logP, isExact);
        }
    }

    /** The outputs of each input, the most probable first. */
    public List<List<RankedOutput>> rank(List<CandidateOutputs> inputs) {
        ThreadLocal<LatticeBuilder> builders = ThreadLocal.withInitial(() -> lattices.builder(options));
        List<Pair> pairs = inputs.parallelStream()
                .flatMap(input -> input.outputs().stream().map(output -> Pair.of(input, output, builders.get())))
                .toList();
        List<Scored> scored = score(pairs);
        List<List<RankedOutput>> result = new ArrayList<>();
        int next = 0;
        for (CandidateOutputs input : inputs) {
            int end = next + input.outputs().size();
            result.add(RankedOutput.ranking(scored.subList(next, end)));
            next = end;
        }
        return result;
    }

    private List<Scored> score(List<Pair> pairs) {
        Scored[] result = new Scored[pairs.size()];
        IntArrayList few = new IntArrayList();
        IntArrayList many = new IntArrayList();
        for (int p = 0; p < result.length; p++) {
            Pair pair = pairs.get(p);
            if (pair.lattice.isEmpty()) {
                result[p] = pair.scored(new Estimate(LogSpace.ZERO, 0), true);
            } else {
                (pair.hasFewPaths(samples) ? few : many).add(p);
            }
        }
        score(few, pairs, this::exact, result);
        score(many, pairs, this::estimate, result);
        return List.of(result);
    }

    /** Scores the pairs of these numbers, as many at a time as memory allows. */
    private void score(
            IntArrayList numbers, List<Pair> pairs, Function<List<Pair>, List<Scored>> method, Scored[] result) {
        int size = Math.max(1, SAMPLES_AT_ONCE / samples);
        for (int from = 0; from < numbers.size(); from += size) {
            int[] some = Arrays.copyOfRange(numbers.elements(), from, Math.min(numbers.size(), from + size));
            List<Scored> scored =
                    method.apply(Arrays.stream(some).mapToObj(pairs::get).toList());
            for (int k = 0; k < some.length; k++) {
                result[some[k]] = scored.get(k);
            }
        }
    }

    private List<Scored> exact(List<Pair> pairs) {
        List<ExactValues> values = Exact.of(model).withMaxPaths(samples).values(batch(pairs));
        return IntStream.range(0, pairs.size())
                .mapToObj(p -> pairs.get(p).scored(new Estimate(values.get(p).logLikelihood(), 0), true))
                .toList();
    }

    private List<Scored> estimate(List<Pair> pairs) {
        pairs.forEach(this::requireUsable);
        int[] numbers = pairs.stream().mapToInt(Pair::number).toArray();
        List<Estimates> estimates = new Estimator(model, samples, samples, seed).estimate(batch(pairs), numbers);
        return IntStream.range(0, pairs.size())
                .mapToObj(p -> drawn(pairs.get(p), estimates.get(p).logLikelihood()))
                .toList();
    }

    private static Scored drawn(Pair pair, Estimate estimate) {
        double value = Math.max(estimate.value(), pair.output.logP());
        return pair.scored(new Estimate(value, estimate.standardError()), false);
    }

    private static LatticeBatch batch(List<Pair> pairs) {
        return LatticeBatch.of(pairs.stream().map(Pair::lattice).toList());
    }

    private void requireUsable(Pair pair) {
        if (model.sampler().needsAcyclic() && !pair.lattice.isAcyclic()) {
            throw new EspalierException(
                    "the lattice of an input and its output is cyclic, which this sampler cannot look "
                            + "ahead in; bound its mark strings (maxMarks, or lattice.maxMarks of a run)");
        }
    }
}
