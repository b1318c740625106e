package org.espalier.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * The figures that a run of {@link RefinementBenchmark} measured.
 *
 * @param made the command, machine, commit and seed
 * @param pairs the number of pairs of a batch
 * @param samples the largest number of strings per pair, over all rounds
 * @param refine the number of rounds after the first
 * @param steps the number of steps that the trained models were trained
 */
record RefinementReport(String made, int threads, int pairs, int samples, int refine, int steps, List<Cost> costs)
        implements BenchmarkReport {
    /** The largest time of refined draws, as a multiple of that of plain draws. */
    private static final double MAX_RATIO = 1.1;

    RefinementReport {
        costs = List.copyOf(costs);
    }

    /**
     * The time to draw and score the strings of a batch, in milliseconds.
     *
     * @param drawn the number of strings per pair that refinement drew
     * @param plain the time of as many plain draws
     */
    record Cost(String task, int dimension, String sampler, int drawn, Drawing plain, Drawing refined) {
        /** Returns the time of refined draws divided by that of plain ones. */
        @JsonProperty
        double ratio() {
            return refined.milliseconds.median() / plain.milliseconds.median();
        }

        @JsonProperty
        boolean met() {
            return ratio() <= MAX_RATIO;
        }
    }

    /**
     * One way to draw strings.
     *
     * @param distinct the number of distinct strings per pair
     */
    record Drawing(double distinct, Quartiles milliseconds) {}

    @Override
    public String markdown() {
        MarkdownWriter out = new MarkdownWriter().paragraph("## Refinement");
        out.paragraph("%s libtorch with %d threads.", made, threads);
        out.paragraph(
                "Milliseconds to draw and score the strings of %d pairs, from built lattices. *Refined* has a budget of %d"
                        + " strings per pair in %d rounds after the first; pairs with a high effective sample size draw"
                        + " fewer, and *strings* is their mean. *Plain* draws as many from the sampler alone. *Distinct* is"
                        + " the mean number of distinct strings per pair. The scorer is an LSTM of 2 × d. Parameters are"
                        + " random, so that nearly all strings differ, or trained for %,d steps on synthetic words.",
                pairs, samples, refine, steps);
        out.paragraph(
                "%d of %d budgets are met: refined draws cost at most %.1f times as much as plain ones. **Bold** marks a"
                        + " ratio that misses it.",
                costs.stream().filter(Cost::met).count(), costs.size(), MAX_RATIO);
        out.columns(
                "pairs",
                "d",
                "sampler",
                "strings",
                "distinct, plain",
                "distinct, refined",
                "plain",
                "refined",
                "refined / plain");
        for (Cost cost : costs) {
            out.row(
                    cost.task,
                    cost.dimension,
                    cost.sampler,
                    cost.drawn,
                    MarkdownWriter.format("%.1f", cost.plain.distinct),
                    MarkdownWriter.format("%.1f", cost.refined.distinct),
                    cost.plain.milliseconds,
                    cost.refined.milliseconds,
                    MarkdownWriter.boldIf(!cost.met(), MarkdownWriter.format("%.2f", cost.ratio())));
        }
        return out.toString();
    }
}
