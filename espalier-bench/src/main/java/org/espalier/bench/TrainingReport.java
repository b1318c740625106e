package org.espalier.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.lab.report.Chart;
import org.jspecify.annotations.Nullable;

/**
 * The figures that a run of {@link TrainingBenchmark} measured.
 *
 * @param made the command, machine, commit and seed
 * @param pytorch the version of PyTorch that was also measured, or null
 */
record TrainingReport(
        String made,
        int threads,
        @Nullable String pytorch,
        List<Step> steps,
        List<MatrixProductRates.Product> products,
        List<Rates> rates)
        implements BenchmarkReport {
    TrainingReport {
        steps = List.copyOf(steps);
        products = List.copyOf(products);
        rates = List.copyOf(rates);
    }

    /** Marks a sampler whose logits were multiplied. Such a sampler has no budget. */
    static final String SHARP = ", sharp";

    /** Marks steps whose large products were rounded to bfloat16. */
    static final String ROUNDED = ", bfloat16";

    private static final double MIN_SHARE = 0.6;
    private static final double MAX_TIME_BY_SWA = 1;

    /** The time of whole training steps, in milliseconds. */
    record Step(
            String task,
            int dimension,
            String sampler,
            Quartiles espalier,
            @Nullable Quartiles peer,
            @Nullable Quartiles pytorch) {
        @JsonProperty
        Optional<Double> timesAsFast() {
            return times(peer);
        }

        @JsonProperty
        Optional<Double> timesAsFastAsPytorch() {
            return times(pytorch);
        }

        /** Returns the step with rounded products beside the same peers. */
        Step rounded(Quartiles milliseconds) {
            return new Step(task, dimension, sampler + ROUNDED, milliseconds, peer, pytorch);
        }

        private Optional<Double> times(@Nullable Quartiles other) {
            return Optional.ofNullable(other).map(o -> o.median() / espalier.median());
        }

        private boolean is(String plain) {
            return sampler.equals(plain) || sampler.equals(plain + ROUNDED);
        }

        private boolean isComparedWithSwa() {
            return is("SWP");
        }

        private boolean hasBudget() {
            return !sampler.contains(SHARP);
        }

        /** Returns how many times as fast as the peer the step has to be. */
        private double minTimesAsFast() {
            return is("SWP") ? 10 : 3;
        }
    }

    /** The rates of recurrent passes over the strings sampled for a task. */
    record Rates(String task, List<MatrixProductRates.Rate> rates) {
        Rates {
            rates = List.copyOf(rates);
        }
    }

    /** A bound on a figure, and whether this run met it. */
    record Budget(String what, double found, String kind, double bound, boolean met) {
        static Budget atLeast(String what, double found, double bound) {
            return new Budget(what, found, "at least", bound, found >= bound);
        }

        static Budget atMost(String what, double found, double bound) {
            return new Budget(what, found, "at most", bound, found <= bound);
        }
    }

    /** Returns the best rate of a plain product, in GFLOP/s. */
    @JsonProperty
    double peak() {
        return products.stream()
                .mapToDouble(MatrixProductRates.Product::gflops)
                .max()
                .orElseThrow();
    }

    @JsonProperty
    List<Budget> budgets() {
        List<Budget> result = new ArrayList<>();
        for (Step step : steps) {
            if (step.hasBudget()) {
                String where = step.sampler + ", " + step.task + ", d = " + step.dimension;
                step.timesAsFast()
                        .ifPresent(times -> result.add(
                                Budget.atLeast(where + ": times as fast as the peer", times, step.minTimesAsFast())));
                timeBySwa(step)
                        .ifPresent(ratio ->
                                result.add(Budget.atMost(where + ": its step by SWA's", ratio, MAX_TIME_BY_SWA)));
            }
        }
        for (Rates ofTask : rates) {
            for (MatrixProductRates.Rate pass : ofTask.rates) {
                String where = pass.what() + ", " + ofTask.task + ": share of the sgemm rate";
                result.add(Budget.atLeast(where + ", as executed", pass.executedGflops() / peak(), MIN_SHARE));
                result.add(Budget.atLeast(where + ", by equations", pass.nominalGflops() / peak(), MIN_SHARE));
            }
        }
        return result;
    }

    /** Returns the time of a step of SWP divided by that of SWA in the same setting. */
    private Optional<Double> timeBySwa(Step step) {
        return steps.stream()
                .filter(other -> step.isComparedWithSwa()
                        && other.sampler.equals(step.sampler.replace("SWP", "SWA"))
                        && other.task.equals(step.task)
                        && other.dimension == step.dimension)
                .findFirst()
                .map(swa -> step.espalier.median() / swa.espalier.median());
    }

    @Override
    public List<Chart> charts() {
        return List.of(BenchmarkCharts.steps(steps));
    }

    @Override
    public String markdown() {
        MarkdownWriter out = new MarkdownWriter();
        out.paragraph("## Training").paragraph("%s libtorch with %d threads.", made, threads);
        List<Budget> budgets = budgets();
        out.paragraph(
                "%d of %d budgets are met; **bold** marks a figure that misses its budget.",
                budgets.stream().filter(Budget::met).count(), budgets.size());
        steps(out);
        products(out);
        rates(out);
        return out.toString();
    }

    private void steps(MarkdownWriter out) {
        out.paragraph("### Steps");
        out.paragraph("Milliseconds per step. *Sharp* has logits 30 times as large; *bfloat16* has"
                + " `training.precision: bfloat16` and is compared with the float32 peers. SWP's peer ran once. Budgets:"
                + " SWA and SWS at least 3 times as fast as the peer, SWP 10 times; a step of SWP costs no more than one of"
                + " SWA. Steps with budgets alternate.");
        out.paragraph(
                "%s",
                pytorch == null
                        ? "PyTorch or `usual_way.py` was not found, so there are no figures of PyTorch."
                        : "PyTorch is " + pytorch
                                + ", running `usual_way.py` with the better of two numbers of BLAS threads."
                                + " Its time excludes making the tables of the lattices.");
        out.columns(
                "pairs",
                "d",
                "sampler",
                "Espalier",
                "peer",
                "times as fast",
                "PyTorch",
                "times as fast as PyTorch",
                "time by SWA's");
        for (Step step : steps) {
            out.row(
                    step.task,
                    step.dimension,
                    step.sampler,
                    step.espalier,
                    step.peer == null ? "" : step.peer,
                    step.timesAsFast()
                            .map(times -> MarkdownWriter.boldIf(
                                    step.hasBudget() && times < step.minTimesAsFast(), number(times)))
                            .orElse(""),
                    step.pytorch == null ? "" : step.pytorch,
                    step.timesAsFastAsPytorch().map(TrainingReport::number).orElse(""),
                    timeBySwa(step)
                            .map(ratio -> MarkdownWriter.boldIf(ratio > MAX_TIME_BY_SWA, number(ratio)))
                            .orElse(""));
        }
    }

    private void products(MarkdownWriter out) {
        out.paragraph("### Matrix products (sgemm)");
        out.columns("product", "rows × inner × columns", "ms", "GFLOP/s");
        for (MatrixProductRates.Product product : products) {
            out.row(
                    product.what(),
                    MarkdownWriter.format("%,d × %,d × %,d", product.rows(), product.inner(), product.columns()),
                    product.milliseconds(),
                    MarkdownWriter.format("%,.0f", product.gflops()));
        }
    }

    private void rates(MarkdownWriter out) {
        out.paragraph("### Recurrent passes");
        out.paragraph(
                "Passes over the distinct prefixes of the sampled strings, with the output layer; the pairs are distributed"
                        + " over the threads. *By equations* counts the products of the network's equations at every prefix;"
                        + " *executed* excludes products with embedded symbols, which are computed once per symbol. Shares"
                        + " are of the fastest product above. Budget: %.0f%%.",
                100 * MIN_SHARE);
        out.columns(
                "pass",
                "pairs",
                "prefixes",
                "ms",
                "GFLOP/s by equations",
                "share",
                "GFLOP/s executed",
                "share executed");
        for (Rates ofTask : rates) {
            for (MatrixProductRates.Rate pass : ofTask.rates) {
                out.row(
                        pass.what(),
                        ofTask.task,
                        MarkdownWriter.format("%,d", pass.prefixes()),
                        pass.milliseconds(),
                        MarkdownWriter.format("%,.0f", pass.nominalGflops()),
                        share(pass.nominalGflops()),
                        MarkdownWriter.format("%,.0f", pass.executedGflops()),
                        share(pass.executedGflops()));
            }
        }
    }

    private String share(double gflops) {
        double share = gflops / peak();
        return MarkdownWriter.boldIf(share < MIN_SHARE, MarkdownWriter.format("%.0f%%", 100 * share));
    }

    private static String number(double value) {
        return MarkdownWriter.format(value < 10 ? "%.2f" : "%.1f", value);
    }
}
