package org.espalier.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import org.espalier.model.SamplerKind;

/**
 * The figures that a run of {@link SamplersBenchmark} measured.
 *
 * @param made the command, machine, commit and seed
 * @param pairs the number of pairs of a step
 * @param samples the number of strings per pair
 * @param steps the number of steps that the trained models were trained
 */
record SamplersReport(String made, int threads, int pairs, int samples, int steps, List<Cost> costs)
        implements BenchmarkReport {
    /** The largest time of a step of a sampler with a budget, as a multiple of that of SWA. */
    private static final double MAX_RATIO = 1;

    /** The samplers that must not cost more than SWA. */
    private static final List<String> WITH_BUDGET = List.of(SamplerKind.SWP.name(), SamplerKind.SWG.name());

    SamplersReport {
        costs = List.copyOf(costs);
    }

    /**
     * The time of a training step, in milliseconds.
     *
     * @param bySwa its median divided by that of SWA
     */
    record Cost(String task, int dimension, String sampler, Quartiles milliseconds, double bySwa) {
        private boolean hasBudget() {
            return WITH_BUDGET.contains(sampler);
        }

        /** Returns whether it meets its budget, if it has one. */
        @JsonProperty
        Optional<Boolean> met() {
            return hasBudget() ? Optional.of(bySwa <= MAX_RATIO) : Optional.empty();
        }
    }

    @Override
    public String markdown() {
        MarkdownWriter out = new MarkdownWriter().paragraph("## Samplers");
        out.paragraph("%s libtorch with %d threads.", made, threads);
        out.paragraph(
                "Milliseconds per training step of φ, with θ frozen: %d pairs, %d strings each. The scorer is an LSTM of"
                        + " 2 × d. Parameters are random, so that nearly all strings differ, or trained for %,d steps on"
                        + " synthetic words, so that most agree. The steps of a group alternate.",
                pairs, samples, steps);
        List<Cost> withBudget = costs.stream().filter(Cost::hasBudget).toList();
        out.paragraph(
                "%d of %d budgets are met: a step of %s costs no more than one of SWA. **Bold** marks a ratio that misses it.",
                withBudget.stream().filter(cost -> cost.met().orElseThrow()).count(),
                withBudget.size(),
                String.join(" or ", WITH_BUDGET));
        out.columns("pairs", "d", "sampler", "step", "time by SWA's");
        for (Cost cost : costs) {
            out.row(
                    cost.task,
                    cost.dimension,
                    cost.sampler,
                    cost.milliseconds,
                    MarkdownWriter.boldIf(!cost.met().orElse(true), MarkdownWriter.format("%.2f", cost.bySwa)));
        }
        return out.toString();
    }
}
