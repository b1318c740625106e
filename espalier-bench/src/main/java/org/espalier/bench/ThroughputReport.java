package org.espalier.bench;

import java.util.List;

/**
 * The figures that a run of {@link ThroughputBenchmark} measured, in words per second.
 *
 * @param made the command, machine, commit and seed
 * @param words the number of words per measurement
 * @param steps the number of steps that the models were trained
 */
record ThroughputReport(String made, int words, int steps, List<Transduced> transduced, List<Aligned> aligned)
        implements BenchmarkReport {
    ThroughputReport {
        transduced = List.copyOf(transduced);
        aligned = List.copyOf(aligned);
    }

    /**
     * The rates of finding outputs for inputs.
     *
     * @param search the rate of the beam search alone
     * @param whole the rate of search and ranking of the outputs found
     * @param single the rate of search and ranking, one word at a time
     * @param peer the rate of the joint n-gram transducer with the same beam
     */
    record Transduced(int dimension, int beam, int threads, double search, double whole, double single, double peer) {}

    /**
     * The rates of aligning pairs, including their lattices.
     *
     * @param whole the rate with many pairs at a time, as the command works
     * @param single the rate with one pair at a time
     */
    record Aligned(int dimension, int samples, int threads, double whole, double single) {}

    @Override
    public String markdown() {
        MarkdownWriter out = new MarkdownWriter().paragraph("## Throughput").paragraph("%s", made);
        out.paragraph(
                "Words per second, medians, over %,d synthetic words of 4 to 16 letters that resemble a lexicon of"
                        + " romanized words, with the deletion/insertion machine. The scorer is an LSTM of 2 × d, the"
                        + " sampler SWS of dimension d, both trained for %,d steps on other such words. The time includes"
                        + " building the lattices.",
                words, steps);
        out.paragraph("### transduce");
        out.paragraph(
                "*Search* is the beam search alone; *search and ranking* also ranks the five best outputs with %d samples"
                        + " each; *one at a time* does the same word by word. The peer is the joint n-gram model of"
                        + " `baseline`, of order 6 and with the same beam. It is a table of counts and shows what the"
                        + " network costs.",
                ThroughputBenchmark.SAMPLES);
        out.columns("d", "beam", "threads", "search", "search and ranking", "one at a time", "ratio", "n-gram peer");
        for (Transduced row : transduced) {
            out.row(
                    row.dimension,
                    row.beam,
                    row.threads,
                    rate(row.search),
                    rate(row.whole),
                    rate(row.single),
                    ratio(row.whole, row.single),
                    rate(row.peer));
        }
        out.paragraph("### align");
        out.paragraph("The best path of each pair out of the given number of samples.");
        out.columns("d", "samples", "threads", "many at a time", "one at a time", "ratio");
        for (Aligned row : aligned) {
            out.row(
                    row.dimension,
                    row.samples,
                    row.threads,
                    rate(row.whole),
                    rate(row.single),
                    ratio(row.whole, row.single));
        }
        return out.toString();
    }

    private static String ratio(double whole, double single) {
        return MarkdownWriter.format("%.1f", whole / single);
    }

    private static String rate(double value) {
        return MarkdownWriter.format(value < 100 ? "%.1f" : "%,.0f", value);
    }
}
