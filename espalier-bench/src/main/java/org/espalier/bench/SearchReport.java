package org.espalier.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures that a run of {@link SearchBenchmark} measured.
 *
 * @param made the command, machine, commit and seed
 * @param pytorch the version of PyTorch; null if there is none
 * @param gflops the rate of a plain product of 1024 × 256 by 256 × 1024 on one thread, in GFLOP/s
 */
record SearchReport(String made, int words, @Nullable String pytorch, double gflops, List<Way> ways)
        implements BenchmarkReport {
    SearchReport {
        ways = List.copyOf(ways);
    }

    /**
     * A way to find outputs.
     *
     * @param model what the model is given, and for how many steps it was trained
     * @param rate words per second
     * @param ratePerCore words per second of processor time
     */
    record Way(
            String model,
            String way,
            double rate,
            double ratePerCore,
            double wordErrorRate,
            double characterErrorRate,
            double meanReciprocalRank) {}

    @Override
    public String markdown() {
        MarkdownWriter out = new MarkdownWriter().paragraph("## Search").paragraph("%s", made);
        out.paragraph(
                "%,d words, ten outputs each (PyTorch: one). A plain matrix product runs at %.0f GFLOP/s on one thread beside"
                        + " whatever else the machine did. Medians over rounds that alternate. The rate per core divides by"
                        + " processor time, which a busy machine hardly changes. *Plain beam* is the search before prefixes"
                        + " were compared by what is to come and dropped for being behind, with all outputs ranked from 128"
                        + " samples. %s",
                words,
                gflops,
                pytorch == null
                        ? "There was no PyTorch."
                        : "The peer is a batched beam search in PyTorch " + pytorch
                                + " (`beam_search.py`) with the same parameters, without ranking.");
        out.columns(
                "model", "way", "words/s", "words/s per core", "words wrong", "characters wrong", "reciprocal rank");
        for (Way way : ways) {
            out.row(
                    way.model,
                    way.way,
                    MarkdownWriter.format("%.1f", way.rate),
                    MarkdownWriter.format("%.1f", way.ratePerCore),
                    MarkdownWriter.format("%.2f %%", 100 * way.wordErrorRate),
                    MarkdownWriter.format("%.2f %%", 100 * way.characterErrorRate),
                    MarkdownWriter.format("%.3f", way.meanReciprocalRank));
        }
        return out.toString();
    }
}
