package org.espalier.spark.command;

import java.util.List;
import org.espalier.cli.console.Console;
import org.espalier.cli.run.AlignOptions;
import org.espalier.run.folder.TrainedRun;
import org.espalier.spark.AlignTask;
import org.espalier.spark.RowTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Aligns the pairs of a corpus. */
@Command(
        name = "align",
        description = {
            "Align the pairs of a corpus with the model of a run.",
            "Writes the line of align --format jsonl for each pair. With --format tsv, writes one line per path: the id of the "
                    + "row, weight, log q, log p, and the alignment in the format of Phonetisaurus."
        },
        footer = {
            "",
            "Examples:",
            "  espalier spark align --run runs/swa --pairs words.tsv --out aligned --best",
            "  espalier spark align --master local[2] --run runs/swa --pairs \"names-*.jsonl\" --x-column latin --y-column greek "
                    + "--out aligned --format parquet"
        })
final class AlignCorpusCommand extends CorpusCommand {
    @Mixin
    private PairPathOptions pairs = new PairPathOptions();

    @Mixin
    private AlignOptions options = new AlignOptions();

    AlignCorpusCommand(Console console) {
        super(console);
    }

    @Override
    void requireConsistent() {
        options.requireConsistent();
    }

    @Override
    List<String> paths() {
        return pairs.paths();
    }

    @Override
    RowTask task(TrainedRun opened, long seed) {
        return new AlignTask(
                options.budget(),
                options.best(),
                options.all(),
                options.enumeration().maxPaths(),
                seed);
    }
}
