package org.espalier.spark.command;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.max;

import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Row;
import org.espalier.cli.console.Console;
import org.espalier.run.folder.TrainedRun;
import org.espalier.spark.LatticeSizesTask;
import org.espalier.spark.RowTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures the lattices of a corpus. */
@Command(
        name = "lattices",
        description = {
            "Measure the lattices of the pairs of a corpus, with the machine of a run.",
            "Prints means over the pairs. With --out, also writes the line of lattice --pairs for each pair."
        },
        footer = {
            "",
            "Examples:",
            "  espalier spark lattices --run runs/swa --pairs words.tsv",
            "  espalier spark lattices --run runs/swa --pairs words.tsv --out sizes --format parquet"
        })
final class LatticesCorpusCommand extends CorpusCommand {
    @Mixin
    private PairPathOptions pairs = new PairPathOptions();

    LatticesCorpusCommand(Console console) {
        super(console);
    }

    @Override
    List<String> paths() {
        return pairs.paths();
    }

    @Override
    boolean needsOut() {
        return false;
    }

    @Override
    RowTask task(TrainedRun opened, long seed) {
        return new LatticeSizesTask();
    }

    @Override
    void summarize(Summary summary) {
        Row means = summary.results()
                .answers()
                .agg(
                        avg("x"),
                        avg("y"),
                        avg("before.states"),
                        avg("before.arcs"),
                        avg("states"),
                        avg("arcs"),
                        max("states"),
                        max("arcs"))
                .head();
        var out = summary.console().out();
        out.println(summary.header().line());
        out.println(row("input length", means.getDouble(0)));
        out.println(row("output length", means.getDouble(1)));
        out.println(row("states of T_xy", means.getDouble(2)));
        out.println(row("arcs of T_xy", means.getDouble(3)));
        out.println(row("states, minimal", means.getDouble(4)));
        out.println(row("arcs, minimal", means.getDouble(5)));
        out.println(row("most states", means.getInt(6)));
        out.println(row("most arcs", means.getInt(7)));
    }

    private static String row(String name, double value) {
        return String.format(Locale.ROOT, "%-28s%,12.2f", name, value);
    }
}
