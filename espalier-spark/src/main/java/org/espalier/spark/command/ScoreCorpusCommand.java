package org.espalier.spark.command;

import java.util.List;
import org.espalier.cli.console.Console;
import org.espalier.cli.run.ScoreOptions;
import org.espalier.run.folder.TrainedRun;
import org.espalier.spark.RowTask;
import org.espalier.spark.ScoreTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Scores the pairs of a corpus. */
@Command(
        name = "score",
        description = {
            "Score the pairs of a corpus with the model of a run: log p(x, y) or, if it is given the input, log p(y | x), "
                    + "summed over all alignments.",
            "Writes the line of score --json for each pair. With --format tsv: the id of the row, log p, its standard error, x "
                    + "and y."
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
    private ScoreOptions options = new ScoreOptions();

    ScoreCorpusCommand(Console console) {
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
        ScoreTask.Method method = options.exact()
                ? ScoreTask.Method.EXACT
                : options.smc() ? ScoreTask.Method.SMC : ScoreTask.Method.SAMPLING;
        return new ScoreTask(options.budget(), method, options.enumeration().maxPaths(), seed);
    }
}
