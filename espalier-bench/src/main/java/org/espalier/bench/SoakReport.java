package org.espalier.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.espalier.lab.report.Chart;

/**
 * The figures that a run of {@link SoakBenchmark} measured.
 *
 * @param made the command, machine, commit and seed
 * @param steps the number of training steps
 */
record SoakReport(String made, int steps, List<Verdict> verdicts, List<MemoryUse> uses) implements BenchmarkReport {
    /** Memory is called flat if it grows over the second half by less than this fraction of its mean. */
    private static final double FLAT = 0.01;

    SoakReport {
        verdicts = List.copyOf(verdicts);
        uses = List.copyOf(uses);
    }

    static SoakReport of(String made, int steps, List<MemoryUse> uses) {
        List<Verdict> verdicts = List.of(
                Verdict.of("resident set, MiB", uses, MemoryUse::resident),
                Verdict.of("Java heap, MiB", uses, MemoryUse::heap),
                Verdict.of("JavaCPP's own allocations, MiB", uses, MemoryUse::pointers),
                Verdict.of("live native objects", uses, MemoryUse::live));
        return new SoakReport(made, steps, verdicts, uses);
    }

    /**
     * The trend of one kind of memory over the second half of the steps.
     *
     * @param error the standard error of the growth
     */
    record Verdict(String what, double mean, double growthPerThousand, double error, boolean flat) {
        static Verdict of(String what, List<MemoryUse> uses, ToDoubleFunction<MemoryUse> memory) {
            List<MemoryUse> half = uses.subList(uses.size() / 2, uses.size());
            double[] steps = half.stream().mapToDouble(MemoryUse::step).toArray();
            LinearTrend trend =
                    LinearTrend.of(steps, half.stream().mapToDouble(memory).toArray());
            double growth = trend.slope() * (steps[steps.length - 1] - steps[0]);
            return new Verdict(
                    what, trend.mean(), 1000 * trend.slope(), 1000 * trend.error(), growth <= FLAT * trend.mean());
        }
    }

    @Override
    public List<Chart> charts() {
        return List.of(BenchmarkCharts.memory(uses));
    }

    @Override
    public String markdown() {
        MarkdownWriter out = new MarkdownWriter().paragraph("## Memory").paragraph("%s", made);
        out.paragraph(
                "%,d steps of training of sampler and scorer. The steps alternate between all samplers, with dropout at"
                        + " d = %d, and with bfloat16 products and no dropout at d = %d. Label smoothing, batches of %d"
                        + " out of %d small pairs of many sizes, %d samples per pair. Memory is read after a garbage"
                        + " collection. The trend is that of the second half; memory is called flat if it grows there by"
                        + " less than %.0f%%.",
                steps,
                SoakBenchmark.DIMENSION,
                SoakBenchmark.ROUNDED_DIMENSION,
                SoakBenchmark.BATCH,
                SoakBenchmark.PAIRS,
                SoakBenchmark.SAMPLES,
                100 * FLAT);
        out.columns("memory", "mean", "growth per 1,000 steps", "flat");
        for (Verdict verdict : verdicts) {
            out.row(
                    verdict.what,
                    MarkdownWriter.format("%,.1f", verdict.mean),
                    MarkdownWriter.format("%.4f ± %.4f", verdict.growthPerThousand, verdict.error),
                    verdict.flat ? "yes" : "**no**");
        }
        return out.toString();
    }
}
