package org.espalier.spark.command;

import java.util.List;
import org.espalier.cli.console.Console;
import org.espalier.cli.run.ScoreOptions;
import org.espalier.run.folder.TrainedRun;
import org.espalier.spark.RowTask;
import org.espalier.spark.ScoreTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code score} for a corpus. */
@Command(
        name = "score",
        description = {
            "Say how probable the scorer of a run finds the pairs of a corpus: log p(x, y), summed over all alignments.",
            "For each pair the line that score --json prints. As tsv: the row's id, log p, its standard error, x and y."
        },
        footer = {
            "",
            "Examples:",
            "  espalier spark score --run runs/swa --pairs words.tsv --out scores --format tsv",
            "  espalier spark score --master spark://cluster:7077 --run runs/swa --pairs hdfs:///names --out hdfs:///scores"
        })
final class ScoreCorpusCommand extends CorpusCommand {
    @Mixin
    private PairPathOptions pairs = new PairPathOptions();

    @Mixin
    private ScoreOptions wanted = new ScoreOptions();

    ScoreCorpusCommand(Console console) {
        super(console);
    }

    @Override
    void requireSense() {
        wanted.requireConsistent();
    }

    @Override
    List<String> paths() {
        return pairs.paths();
    }

    @Override
    RowTask task(TrainedRun opened, long seed) {
        ScoreTask.Way way =
                wanted.exact() ? ScoreTask.Way.EXACT : wanted.smc() ? ScoreTask.Way.SMC : ScoreTask.Way.SAMPLING;
        return new ScoreTask(wanted.samples(), way, wanted.enumeration().maxPaths(), seed);
    }
}
