package org.espalier.bench;

import java.util.List;
import java.util.Locale;

/**
 * What a run of {@link WorkersBenchmark} measured.
 *
 * @param made by which command, on which machine, from which commit and seed
 * @param counted how many steps the times are of
 * @param sums of two workers
 */
record WorkersReport(String made, int dimension, int batch, int counted, List<Steps> steps, List<Sum> sums) {
    WorkersReport {
        steps = List.copyOf(steps);
        sums = List.copyOf(sums);
    }

    /**
     * Steps of training.
     *
     * @param threads of each worker
     */
    record Steps(int workers, int threads, Quartiles milliseconds, double stepsPerSecond) {}

    /**
     * A sum over two workers.
     *
     * @param numbers how many single-precision numbers each worker has
     */
    record Sum(String what, long numbers, Quartiles milliseconds) {
        long bytes() {
            return numbers * Float.BYTES;
        }
    }

    String markdown() {
        StringBuilder out = new StringBuilder();
        line(out, "## Workers%n%n%s%n", made);
        line(
                out,
                "Steps of training scorer and sampler in turn, an LSTM of 2 × %d and SWS of dimension %d, with %d pairs a step"
                        + " in all, dropout and label smoothing on; milliseconds are medians of %d steps, with quartiles."
                        + " Workers are processes on one machine.%n",
                dimension,
                dimension,
                batch,
                counted);
        line(
                out,
                "| workers | threads each | ms a step | steps a second | times as fast as the first |%n|---|---|---|---|---|");
        for (Steps row : steps) {
            line(
                    out,
                    "| %d | %d | %s | %.2f | %.2f |",
                    row.workers,
                    row.threads,
                    row.milliseconds,
                    row.stepsPerSecond,
                    row.stepsPerSecond / steps.get(0).stepsPerSecond);
        }
        line(
                out,
                "%nWhat travels in a step: the gradients of the sampler, then those of the scorer, each in one sum. Of N"
                        + " workers each sends 2·(N − 1)/N times the bytes, and receives as many. Times are of two workers"
                        + " that have nothing else to do, over loopback.%n");
        line(out, "| sum of | numbers | bytes | ms |%n|---|---|---|---|");
        for (Sum row : sums) {
            line(out, "| %s | %,d | %,d | %s |", row.what, row.numbers, row.bytes(), row.milliseconds);
        }
        return out.toString();
    }

    private static void line(StringBuilder out, String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
