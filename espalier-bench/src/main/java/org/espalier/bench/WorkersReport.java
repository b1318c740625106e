package org.espalier.bench;

import java.util.List;

/**
 * The figures that a run of {@link WorkersBenchmark} measured.
 *
 * @param made the command, machine, commit and seed
 * @param batch the number of pairs per step over all workers
 * @param counted the number of timed steps
 * @param sums the sums over two workers
 */
record WorkersReport(String made, int dimension, int batch, int counted, List<Steps> steps, List<Sum> sums)
        implements BenchmarkReport {
    WorkersReport {
        steps = List.copyOf(steps);
        sums = List.copyOf(sums);
    }

    /**
     * Training steps with a number of workers.
     *
     * @param threads the number of threads per worker
     */
    record Steps(int workers, int threads, Quartiles milliseconds, double stepsPerSecond) {}

    /**
     * A sum over two workers.
     *
     * @param numbers the number of single-precision numbers per worker
     */
    record Sum(String what, long numbers, Quartiles milliseconds) {
        long bytes() {
            return numbers * Float.BYTES;
        }
    }

    @Override
    public String markdown() {
        MarkdownWriter out = new MarkdownWriter().paragraph("## Workers").paragraph("%s", made);
        out.paragraph(
                "Steps that train the scorer, an LSTM of 2 × %d, and the sampler, SWS of dimension %d, alternately, with %d"
                        + " pairs per step over all workers, dropout and label smoothing; medians of %d steps. Workers are"
                        + " processes on one machine.",
                dimension, dimension, batch, counted);
        out.columns(
                "workers", "threads per worker", "ms per step", "steps per second", "times as fast as the first row");
        for (Steps row : steps) {
            out.row(
                    row.workers,
                    row.threads,
                    row.milliseconds,
                    MarkdownWriter.format("%.2f", row.stepsPerSecond),
                    MarkdownWriter.format("%.2f", row.stepsPerSecond / steps.get(0).stepsPerSecond));
        }
        out.paragraph(
                "In each step the workers sum the gradients of the sampler, then those of the scorer. With N workers,"
                        + " each sends 2·(N − 1)/N times the bytes below and receives as many. Times are of two otherwise idle"
                        + " workers over loopback.");
        out.columns("sum of", "numbers", "bytes", "ms");
        for (Sum row : sums) {
            out.row(
                    row.what,
                    MarkdownWriter.format("%,d", row.numbers),
                    MarkdownWriter.format("%,d", row.bytes()),
                    row.milliseconds);
        }
        return out.toString();
    }
}
