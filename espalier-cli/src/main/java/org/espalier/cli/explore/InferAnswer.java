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
 * The answer of {@code /api/infer}: what one run makes of a pair. What is not a finite number is null.
 *
 * @param arcQ for each arc the probability that a string of the sampler uses it
 * @param arcQKind "exact" or "sampled"
 * @param arcP the same under the posterior of the scorer
 * @param arcPKind "exact", or "weighted": by the strings drawn and their importance weights
 * @param strings the distinct strings drawn, the heaviest first, and not all if they are many
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
        int distinct,
        List<Drawn> strings,
        @Nullable Double kl,
        double seconds) {
    static final String EXACT = "exact";
    static final String SAMPLED = "sampled";
    static final String WEIGHTED = "weighted";

    /** A number, and how far it may be off if it is estimated. */
    record Value(@Nullable Double value, @Nullable Double error, String kind) {
        static Value exact(double value) {
            return new Value(finite(value), null, EXACT);
        }

        static Value of(Estimate estimate) {
            return new Value(finite(estimate.value()), finite(estimate.standardError()), SAMPLED);
        }
    }

    /** A string that was drawn so many times. */
    record Drawn(
            List<String> marks,
            int[] arcs,
            int count,
            @Nullable Double logQ,
            @Nullable Double logP,
            double weight) {}

    /** JSON has no other numbers. */
    static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** The strings drawn, by their weight. */
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

    /** The strings drawn, each with its share of the draws. */
    static List<PosteriorString> shares(Draws draws) {
        double samples = draws.samples();
        return draws.distinct().stream()
                .map(draw -> new PosteriorString(draw.string(), draw.count() / samples))
                .toList();
    }
}
