package org.espalier.bench;

import java.util.Arrays;
import java.util.List;

/**
 * The figures that a run of {@link ServiceBenchmark} measured.
 *
 * @param made the command, machine, commit and seed
 * @param steps the number of steps that the model was trained
 * @param words the number of different words that were asked for
 * @param waiting the largest number of requests that wait
 * @param plain the words per second of the method behind {@code transduce}, without a server: before and after the load
 * @param phases what clients found, one phase after another
 * @param memory the trends of the server's memory under load
 * @param exitCode that of the server after a request to terminate
 */
record ServiceReport(
        String made,
        int steps,
        int words,
        int waiting,
        List<Double> plain,
        List<Phase> phases,
        List<SoakReport.Verdict> memory,
        int exitCode)
        implements BenchmarkReport {
    ServiceReport {
        plain = List.copyOf(plain);
        phases = List.copyOf(phases);
        memory = List.copyOf(memory);
    }

    /**
     * Clients that send requests of one word, each as soon as it has the reply to the one before.
     *
     * @param answered the requests with the right answer
     * @param refused those with status 429
     * @param lost all others: no reply, another status, or an answer that differs from the model's
     */
    record Phase(String what, int clients, double seconds, Times answered, Times refused, long lost) {
        /** Returns the number of answers per second. */
        double rate() {
            return answered.count / seconds;
        }
    }

    /** The number of requests and the percentiles of their times, in milliseconds. */
    record Times(int count, double median, double p99) {
        static Times of(long... nanos) {
            long[] sorted = nanos.clone();
            Arrays.sort(sorted);
            return new Times(sorted.length, percentile(sorted, 0.5), percentile(sorted, 0.99));
        }

        /** Returns the smallest time that this share of all does not exceed. */
        private static double percentile(long[] sorted, double share) {
            return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(share * sorted.length) - 1] / 1e6;
        }

        @Override
        public String toString() {
            return count == 0 ? "" : MarkdownWriter.format("%,.1f / %,.1f", median, p99);
        }
    }

    @Override
    public String markdown() {
        MarkdownWriter out = new MarkdownWriter().paragraph("## Service").paragraph("%s", made);
        out.paragraph(
                "`serve --api` on the loopback interface, in a process of its own with one thread for the model and a heap of"
                        + " 256 MiB; the clients run on the same machine. A request has one of %,d words, and every answer is"
                        + " compared with the model's, byte for byte. The model is an LSTM of 2 × %d, trained for %,d steps on"
                        + " synthetic words. At most %d requests wait. *Lost* are requests with no reply, a wrong answer, or a"
                        + " status other than 200 and 429. Times are median / 99th percentile in milliseconds.",
                words, ServiceBenchmark.DIMENSION, steps, waiting);
        out.columns("load", "clients", "seconds", "answered", "per second", "ms", "refused (429)", "ms", "lost");
        for (Phase phase : phases) {
            out.row(
                    phase.what,
                    phase.clients,
                    MarkdownWriter.format("%.0f", phase.seconds),
                    MarkdownWriter.format("%,d", phase.answered.count),
                    MarkdownWriter.format("%,.1f", phase.rate()),
                    phase.answered,
                    MarkdownWriter.format("%,d", phase.refused.count),
                    phase.refused,
                    MarkdownWriter.boldIf(phase.lost > 0, String.valueOf(phase.lost)));
        }
        out.paragraph(
                "The method behind `transduce` answers %,.1f words per second before the load and %,.1f after it, with the same"
                        + " model and one thread. The server ended with exit code %d after SIGTERM.",
                plain.get(0), plain.get(1), exitCode);
        out.columns("memory under load", "mean", "growth per 1,000 seconds", "flat");
        for (SoakReport.Verdict verdict : memory) {
            out.row(
                    verdict.what(),
                    MarkdownWriter.format("%,.1f", verdict.mean()),
                    MarkdownWriter.format("%.4f ± %.4f", verdict.growthPerThousand(), verdict.error()),
                    verdict.flat() ? "yes" : "**no**");
        }
        return out.toString();
    }
}
