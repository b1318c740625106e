package org.espalier.cli.explore;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.model.estimate.Draws;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.PosteriorString;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code /api/infer}: what one run computes for a pair. Numbers that are not finite are null.
 *
 * @param arcQ for each arc the probability under q that a string uses it
 * @param arcQKind "exact" or "sampled"
 * @param arcP for each arc the posterior probability that a string uses it
 * @param arcPKind "exact", or "weighted" if estimated by importance weights of the samples
 * @param samples the number of strings drawn
 * @param refine the largest number of rounds of refinement; if it is not 0, q is the mean of the rounds
 * @param strings the distinct samples with the largest weights, in descending order
 * @param kl KL(q ‖ p), if it is known exactly
 */
@SuppressWarnings("ArrayRecordComponent") // sent, never compared
record InferAnswer(
        String run,
        double[] arcQ,
        String arcQKind,
        double[] arcP,
        String arcPKind,
        Value logP,
        @Nullable Double partialKl,
        @Nullable Double ess,
        @Nullable Double dedupEss,
        int samples,
        int refine,
        int distinct,
        List<Drawn> strings,
        @Nullable Double kl,
        double seconds) {
    static final String EXACT = "exact";
    static final String SAMPLED = "sampled";
    static final String WEIGHTED = "weighted";

    /** A number, with its standard error if it is estimated. */
    record Value(@Nullable Double value, @Nullable Double error, String kind) {
        static Value exact(double value) {
            return new Value(finite(value), null, EXACT);
        }

        static Value of(Estimate estimate) {
            return new Value(finite(estimate.value()), finite(estimate.standardError()), SAMPLED);
        }
    }

    /** A distinct sample and how often it was drawn. */
    record Drawn(
            List<String> marks,
            int[] arcs,
            int count,
            @Nullable Double logQ,
            @Nullable Double logP,
            double weight) {}

    /** Returns null for a number that JSON cannot represent. */
    static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** Returns the distinct samples in descending order of weight. */
    static List<Drawn> strings(Lattice lattice, Draws draws) {
        double[] weights = Estimates.posterior(draws);
        return IntStream.range(0, weights.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer k) -> weights[k]).reversed())
                .limit(ExplorerLimits.STRINGS)
                .map(k -> drawn(lattice, draws.distinct().get(k), weights[k]))
                .toList();
    }

    private static Drawn drawn(Lattice lattice, Draws.Draw draw, double weight) {
        Alphabet marks = lattice.machine().marks();
        return new Drawn(
                marks.symbolsOf(draw.string().marks()),
                ArcProbabilities.arcs(lattice, draw.string()),
                draw.count(),
                finite(draw.string().logQ()),
                finite(draw.string().logP()),
                weight);
    }

    /** Returns the distinct samples, each weighted by its share of the samples. */
    static List<PosteriorString> shares(Draws draws) {
        double samples = draws.samples();
        return draws.distinct().stream()
                .map(draw -> new PosteriorString(draw.string(), draw.count() / samples))
                .toList();
    }
}
