package org.espalier.bench;

import java.util.List;
import java.util.Locale;

/**
 * What a run of {@link ThroughputBenchmark} measured, in words a second.
 *
 * @param made by which command, on which machine, from which commit and seed
 * @param steps how many steps the models were trained
 */
record ThroughputReport(String made, int words, int steps, List<Transduced> transduced, List<Aligned> aligned) {
    ThroughputReport {
        transduced = List.copyOf(transduced);
        aligned = List.copyOf(aligned);
    }

    /**
     * Outputs for inputs.
     *
     * @param search the beam search alone
     * @param whole with the ranking of the outputs found
     * @param single the same asked for one word at a time
     * @param peer the joint n-gram transducer with the same beam
     */
    record Transduced(int dimension, int beam, int threads, double search, double whole, double single, double peer) {}

    /**
     * Alignments of pairs, from their lattices on.
     *
     * @param whole many pairs at a time, as the command does
     * @param single one pair at a time
     */
    record Aligned(int dimension, int samples, int threads, double whole, double single) {}

    String markdown(int samples) {
        StringBuilder out = new StringBuilder();
        line(out, "## Throughput%n%n%s%n", made);
        line(
                out,
                "Words a second, medians, over %,d words of 4 to 16 letters made up like those of a lexicon of romanized"
                        + " words, with the deletion/insertion machine. The scorer is an LSTM of 2 × d, the sampler SWS of dimension d, both trained for %,d steps"
                        + " on other such words, so that searches end as they do in use. Lattices are built within the time.%n",
                words,
                steps);
        line(
                out,
                "### transduce%n%n*Search* is the beam search alone; *whole* ranks the five best outputs too, with %d samples"
                        + " each; *one at a time* asks for one word after the other. The peer is the joint n-gram model of"
                        + " `baseline`, of order 6 and with the same beam: a table of counts, which no network will be as fast"
                        + " as. It is there to say what the network costs.%n",
                samples);
        line(
                out,
                "| d | beam | threads | search | whole | one at a time | times as fast as one at a time | n-gram"
                        + " peer |%n|---|---|---|---|---|---|---|---|");
        for (Transduced row : transduced) {
            line(
                    out,
                    "| %d | %d | %d | %s | %s | %s | %.1f | %s |",
                    row.dimension,
                    row.beam,
                    row.threads,
                    rate(row.search),
                    rate(row.whole),
                    rate(row.single),
                    row.whole / row.single,
                    rate(row.peer));
        }
        line(
                out,
                "%n### align%n%nThe best path of each pair, from so many samples. The peer is the same asked one pair at a"
                        + " time.%n");
        line(out, "| d | samples | threads | whole | one at a time | times as fast |%n|---|---|---|---|---|---|");
        for (Aligned row : aligned) {
            line(
                    out,
                    "| %d | %d | %d | %s | %s | %.1f |",
                    row.dimension,
                    row.samples,
                    row.threads,
                    rate(row.whole),
                    rate(row.single),
                    row.whole / row.single);
        }
        return out.toString();
    }

    private static String rate(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
    }

    private static void line(StringBuilder out, String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
