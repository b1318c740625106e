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
 * @param plain the rates of the method behind {@code transduce}, without a server: before and after the load
 * @param service the rate of the server under load
 * @param loadAverage the mean number of threads of all programs that ran or wanted to run under load; 0 if unknown
 * @param phases what clients found, one phase after another
 * @param memory the trends of the server's memory under load
 * @param exitCode that of the server after a request to terminate
 */
record ServiceReport(
        String made,
        int steps,
        int words,
        int waiting,
        List<Rate> plain,
        Rate service,
        double loadAverage,
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
     * Words per second.
     *
     * @param elapsed by the clock, which depends on what else runs
     * @param processor by the processor time of the process that answers
     */
    record Rate(double elapsed, double processor) {}

    /**
     * Clients that send requests of one word, each as soon as it has the reply to the one before.
     *
     * @param answered the requests with the right answer
     * @param refused those with status 429
     * @param late those with status 504
     * @param lost all others: no reply, another status, or an answer that differs from the model's
     */
    record Phase(String what, int clients, double seconds, Times answered, Times refused, long late, long lost) {
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
                        + " synthetic words. At most %d requests wait. *Lost* are requests with no reply, a wrong answer, or"
                        + " another status. Times are median / 99th percentile in milliseconds.",
                words, ServiceBenchmark.DIMENSION, steps, waiting);
        out.columns(
                "load",
                "clients",
                "seconds",
                "answered",
                "per second",
                "ms",
                "refused (429)",
                "ms",
                "late (504)",
                "lost");
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
                    phase.late,
                    MarkdownWriter.boldIf(phase.lost > 0, String.valueOf(phase.lost)));
        }
        out.paragraph(
                "Beside the load the machine had other work: the load average was %.1f on its processors. Rates by processor"
                        + " time are those that other work affects least. *Without a server* is the method behind `transduce`,"
                        + " called with all words at once. The server's time includes HTTP and JSON.",
                loadAverage);
        out.columns("words per second", "by the clock", "by processor time");
        out.row("without a server, before the load", one(plain.get(0).elapsed), one(plain.get(0).processor));
        out.row("without a server, after the load", one(plain.get(1).elapsed), one(plain.get(1).processor));
        out.row("service under load", one(service.elapsed), one(service.processor));
        out.paragraph("The server ended with exit code %d after SIGTERM.", exitCode);
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

    private static String one(double number) {
        return MarkdownWriter.format("%,.1f", number);
    }
}
