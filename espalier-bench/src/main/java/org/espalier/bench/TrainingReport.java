package org.espalier.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run of {@link TrainingBenchmark} measured.
 *
 * @param made by which command, on which machine, from which commit and seed
 * @param pytorch the version of PyTorch that steps were also measured with, if there was one
 */
record TrainingReport(
        String made,
        int threads,
        @Nullable String pytorch,
        List<Step> steps,
        List<MatrixProductRates.Product> products,
        List<Rates> rates) {
    TrainingReport {
        steps = List.copyOf(steps);
        products = List.copyOf(products);
        rates = List.copyOf(rates);
    }

    /** Marks a sampler whose logits were multiplied; promises are about those that were not. */
    static final String SHARP = ", sharp";

    /** Marks steps whose large products were rounded to bfloat16. */
    static final String ROUNDED = ", bfloat16";

    /** Whole steps of training, in milliseconds. */
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

        /** The same with rounded products. */
        Step rounded(Quartiles milliseconds) {
            return new Step(task, dimension, sampler + ROUNDED, milliseconds, peer, pytorch);
        }

        private Optional<Double> times(@Nullable Quartiles other) {
            return Optional.ofNullable(other).map(o -> o.median() / espalier.median());
        }
    }

    /** Recurrent passes over what was sampled for a task. */
    record Rates(String task, List<MatrixProductRates.Rate> rates) {
        Rates {
            rates = List.copyOf(rates);
        }
    }

    /** Something promised, and whether this run kept it. */
    record Budget(String what, double found, String kind, double bound, boolean met) {
        static Budget atLeast(String what, double found, double bound) {
            return new Budget(what, found, "at least", bound, found >= bound);
        }

        static Budget atMost(String what, double found, double bound) {
            return new Budget(what, found, "at most", bound, found <= bound);
        }
    }

    /** The best rate of a plain product, in GFLOP/s. */
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
            if (step.sampler.contains(SHARP)) {
                continue;
            }
            String where = step.sampler + ", " + step.task + ", d = " + step.dimension;
            boolean swp = step.sampler.equals("SWP") || step.sampler.equals("SWP" + ROUNDED);
            double bound = swp ? 10 : 3;
            step.timesAsFast()
                    .ifPresent(
                            times -> result.add(Budget.atLeast(where + ": times as fast as the peer", times, bound)));
            if (swp) {
                swaBeside(step)
                        .ifPresent(swa -> result.add(Budget.atMost(
                                where + ": its step by SWA's", step.espalier.median() / swa.espalier.median(), 1)));
            }
        }
        for (Rates ofTask : rates) {
            for (MatrixProductRates.Rate pass : ofTask.rates) {
                String where = pass.what() + ", " + ofTask.task + ": share of the sgemm rate";
                result.add(Budget.atLeast(where + ", as executed", pass.executedGflops() / peak(), 0.6));
                result.add(Budget.atLeast(where + ", by equations", pass.nominalGflops() / peak(), 0.6));
            }
        }
        return result;
    }

    private Optional<Step> swaBeside(Step swp) {
        return steps.stream()
                .filter(s -> s.sampler.equals(swp.sampler.replace("SWP", "SWA"))
                        && s.task.equals(swp.task)
                        && s.dimension == swp.dimension)
                .findFirst();
    }

    String markdown() {
        StringBuilder out = new StringBuilder();
        line(out, "## Training%n%n%s libtorch with %d threads.%n", made, threads);
        line(
                out,
                "### A step%n%nMilliseconds for a whole step of training φ with θ frozen: merge the lattices, encode, draw 16"
                        + " strings for each of the pairs, score them, gradient, clip, Adam; no dropout, no label smoothing."
                        + " Median, and quartiles in parentheses, of steps that take turns; PyTorch and SWP's peer come after, the"
                        + " latter once. The scorer is an LSTM of 2 × 256. The peers of SWA and SWS"
                        + " make dense tables of states × marks of the lattices, let libtorch record the sampling loop and mask"
                        + " illegal marks by the tables; SWP's runs Algorithm 1 state by state. Peers compute in float32;"
                        + " steps marked *bfloat16* have `training.precision: bfloat16` and are compared with the same."
                        + " Peers and Espalier share their"
                        + " parameters. Parameters are random, and the strings drawn for a pair differ from"
                        + " their first marks on; *sharp* has logits 30 times as large, so that they mostly agree, as in a"
                        + " sampler that has been trained, and what they share is computed once.%n");
        line(
                out,
                pytorch == null
                        ? "Neither PyTorch nor usual_way.py was found here to compare with.%n"
                        : "*PyTorch* is " + pytorch
                                + " as it is installed here, running `usual_way.py`: the same in Python, in"
                                + " which people write it, at the better of two settings of its BLAS's threads; its tables are made"
                                + " before its time begins.%n");
        line(
                out,
                "| pairs | d | sampler | Espalier | peer | times as fast | PyTorch | times as fast |%n"
                        + "|---|---|---|---|---|---|---|---|");
        for (Step step : steps) {
            line(
                    out,
                    "| %s | %d | %s | %s | %s | %s | %s | %s |",
                    step.task,
                    step.dimension,
                    step.sampler,
                    step.espalier,
                    step.peer == null ? "" : step.peer,
                    step.timesAsFast().map(TrainingReport::number).orElse(""),
                    step.pytorch == null ? "" : step.pytorch,
                    step.timesAsFastAsPytorch().map(TrainingReport::number).orElse(""));
        }
        line(out, "%n### Recurrent passes beside sgemm%n");
        line(out, "| product | rows × inner × columns | ms | GFLOP/s |%n|---|---|---|---|");
        for (MatrixProductRates.Product product : products) {
            line(
                    out,
                    "| %s | %,d × %,d × %,d | %s | %,.0f |",
                    product.what(),
                    product.rows(),
                    product.inner(),
                    product.columns(),
                    product.milliseconds(),
                    product.gflops());
        }
        rates(out);
        line(out, "%n### Budgets%n%n| what | found | wanted | met |%n|---|---|---|---|");
        for (Budget budget : budgets()) {
            line(
                    out,
                    "| %s | %s | %s %s | %s |",
                    budget.what,
                    number(budget.found),
                    budget.kind,
                    number(budget.bound),
                    budget.met ? "yes" : "**no**");
        }
        return out.toString();
    }

    private void rates(StringBuilder out) {
        line(
                out,
                "%nOver the prefixes of the sampled strings, each once, with the output layer, pairs dealt out to"
                        + " threads. *By equations* counts the"
                        + " products of the network's equations at every prefix; *executed* leaves out those with embedded"
                        + " symbols, which are made once a symbol instead. Shares are of the fastest product above.%n");
        line(
                out,
                "| pass | pairs | prefixes | ms | GFLOP/s by equations | share | GFLOP/s executed | share |%n"
                        + "|---|---|---|---|---|---|---|---|");
        for (Rates ofTask : rates) {
            for (MatrixProductRates.Rate pass : ofTask.rates) {
                line(
                        out,
                        "| %s | %s | %,d | %s | %,.0f | %.0f%% | %,.0f | %.0f%% |",
                        pass.what(),
                        ofTask.task,
                        pass.prefixes(),
                        pass.milliseconds(),
                        pass.nominalGflops(),
                        100 * pass.nominalGflops() / peak(),
                        pass.executedGflops(),
                        100 * pass.executedGflops() / peak());
            }
        }
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }

    private static void line(StringBuilder out, String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
