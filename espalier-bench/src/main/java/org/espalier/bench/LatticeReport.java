package org.espalier.bench;

import java.util.List;
import org.espalier.lab.report.Chart;
import org.jspecify.annotations.Nullable;

/**
 * The figures that a run of {@link LatticeBenchmark} measured.
 *
 * @param made the command, machine, commit and seed
 * @param pairs the number of random pairs per row
 * @param rounds the number of rounds per pair
 * @param peerRounds the number of rounds per pair of OpenFst
 * @param openFstMissing why OpenFst was not measured, or null if it was
 * @param held the lattices held at once, or null if they did not fit
 */
record LatticeReport(
        String made,
        int pairs,
        int rounds,
        int peerRounds,
        @Nullable String openFstMissing,
        List<Comparison> comparisons,
        List<ThreadRates> threadRates,
        List<Allocation> allocations,
        List<SizeCost> sizes,
        @Nullable Held held)
        implements BenchmarkReport {
    LatticeReport {
        comparisons = List.copyOf(comparisons);
        threadRates = List.copyOf(threadRates);
        allocations = List.copyOf(allocations);
        sizes = List.copyOf(sizes);
    }

    /**
     * The time to build a lattice on one thread, in microseconds.
     *
     * @param states the number of states of a typical lattice
     * @param plain the time of OpenFst's compose, determinize and minimize
     * @param best the time of the fastest formulation found for OpenFst
     */
    record Comparison(
            String pairs,
            int states,
            int arcs,
            double espalier,
            @Nullable Double plain,
            @Nullable Double best,
            @Nullable Double timesAsFastAsPlain,
            @Nullable Double timesAsFastAsBest) {
        static Comparison alone(String pairs, int states, int arcs, double espalier) {
            return new Comparison(pairs, states, arcs, espalier, null, null, null, null);
        }

        Comparison with(double plain, double best) {
            return new Comparison(pairs, states, arcs, espalier, plain, best, plain / espalier, best / espalier);
        }
    }

    /** Lattices per second on one thread and on two. */
    record ThreadRates(String pairs, double one, double two) {}

    /**
     * Memory in bytes, means over lattices.
     *
     * @param held the size of a lattice
     * @param allocated the memory allocated while a lattice is built
     * @param overhead the memory allocated beyond the lattice, as a fraction of its size
     */
    record Allocation(String pairs, long held, double allocated, double overhead, double heldPerArc) {}

    /** The time to build the lattice of a pair of strings of this length. */
    record SizeCost(int length, int arcs, double micros, double nanosPerArc) {}

    /** Many lattices held at once in a heap of 2 GiB. */
    record Held(int lattices, long mebibytes, double seconds) {}

    @Override
    public List<Chart> charts() {
        return List.of(BenchmarkCharts.costAgainstSize(sizes));
    }

    @Override
    public String markdown() {
        MarkdownWriter out = new MarkdownWriter().paragraph("## Lattices").paragraph("%s", made);
        comparisons(out);
        threadRates(out);
        allocations(out);
        sizes(out);
        out.paragraph("### A hundred thousand lattices");
        if (held == null) {
            out.paragraph("They did not fit into 2 GiB of heap.");
        } else {
            out.paragraph(
                    "%,d lattices of random 9×25 pairs, all held at once under `-Xmx2g`: %,d MiB in their arrays,"
                            + " built in %.1f s on one thread.",
                    held.lattices, held.mebibytes, held.seconds);
        }
        return out.toString();
    }

    private void comparisons(MarkdownWriter out) {
        out.paragraph("### From pair to minimal lattice, one thread");
        out.paragraph(
                "Medians over %d random pairs, each the median of %d rounds after a warm-up (%d for OpenFst). *Plain* is"
                        + " OpenFst's compose, determinize and minimize; *best* is the fastest formulation found for"
                        + " OpenFst (see `openfst_lattice.cc`). The lattices of both sides, minimal over marks, have"
                        + " equal sizes for every pair.",
                pairs, rounds, peerRounds);
        out.columns(
                "pairs",
                "states",
                "arcs",
                "Espalier",
                "OpenFst plain",
                "OpenFst best",
                "times as fast as plain",
                "times as fast as best");
        for (Comparison row : comparisons) {
            out.row(
                    row.pairs,
                    row.states,
                    row.arcs,
                    micros(row.espalier),
                    micros(row.plain),
                    micros(row.best),
                    times(row.timesAsFastAsPlain),
                    times(row.timesAsFastAsBest));
        }
        if (openFstMissing != null) {
            out.paragraph("OpenFst was not measured: %s.", openFstMissing);
        }
    }

    private void threadRates(MarkdownWriter out) {
        out.paragraph("### Two threads");
        out.columns("pairs", "lattices per second, one thread", "two threads", "ratio");
        for (ThreadRates row : threadRates) {
            out.row(row.pairs, format("%,.0f", row.one), format("%,.0f", row.two), format("%.2f", row.two / row.one));
        }
    }

    private void allocations(MarkdownWriter out) {
        out.paragraph("### Allocation");
        out.columns(
                "pairs",
                "bytes held per lattice",
                "bytes allocated to build it",
                "beyond the lattice",
                "bytes held per arc");
        for (Allocation row : allocations) {
            out.row(
                    row.pairs,
                    format("%,d", row.held),
                    format("%,.0f", row.allocated),
                    format("%.1f%%", 100 * row.overhead),
                    format("%.1f", row.heldPerArc));
        }
    }

    private void sizes(MarkdownWriter out) {
        out.paragraph("### Cost by size");
        out.columns("pair", "arcs", "µs", "ns per arc", "times the row above");
        for (int k = 0; k < sizes.size(); k++) {
            SizeCost row = sizes.get(k);
            out.row(
                    row.length + "×" + row.length,
                    format("%,d", row.arcs),
                    format("%,.1f", row.micros),
                    format("%.1f", row.nanosPerArc),
                    k == 0 ? "" : times(row.micros / sizes.get(k - 1).micros));
        }
    }

    private static String format(String format, Object value) {
        return MarkdownWriter.format(format, value);
    }

    private static String micros(@Nullable Double value) {
        return value == null ? "–" : format(value < 100 ? "%.1f µs" : "%,.0f µs", value);
    }

    private static String times(@Nullable Double ratio) {
        return ratio == null ? "–" : format("%.1f", ratio);
    }
}
