package org.espalier.spark.command;

import java.util.List;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.run.EvaluateOptions;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.Evaluation;
import org.espalier.run.result.EvaluationLines;
import org.espalier.run.result.Json;
import org.espalier.spark.EvaluateTask;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code evaluate} for a corpus. */
@Command(
        name = "evaluate",
        description = {
            "Say how good the model of a run is on a corpus: means over pairs, each with its standard error.",
            "Prints what evaluate prints. With --out, what each pair says is kept, too."
        },
        footer = {
            "",
            "Examples:",
            "  espalier spark evaluate --run runs/swa --pairs test.tsv",
            "  espalier spark evaluate --run runs/swa --pairs \"held-out/*.parquet\" --json --out measures --format parquet"
        })
final class EvaluateCorpusCommand extends CorpusCommand {
    @Mixin
    private PairPathOptions pairs = new PairPathOptions();

    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = PositiveNumber.Samples.class,
            description = "Mark strings drawn for each pair. Default: the run's training.iwaeSamples.")
    private @Nullable Integer samples;

    @Mixin
    private EvaluateOptions wanted = new EvaluateOptions();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    EvaluateCorpusCommand(Console console) {
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
    EvaluateTask task(TrainedRun opened, long seed) {
        return new EvaluateTask(
                samples != null ? samples : opened.config().training().iwaeSamples(),
                wanted.smc(),
                wanted.exact(),
                wanted.enumeration().maxPaths(),
                seed);
    }

    @Override
    void summarize(Summary summary) {
        Evaluation evaluation = new Evaluation();
        summary.results().measuresInOrder().forEachRemaining(evaluation::add);
        wanted.warnNotEnumerated(evaluation, summary.console());
        int drawn = ((EvaluateTask) summary.task()).samples();
        EvaluationLines results = new EvaluationLines(
                summary.head(),
                evaluation,
                drawn,
                summary.seconds() / evaluation.pairs(),
                wanted.smc(),
                wanted.exact());
        if (json) {
            summary.console().out().println(Json.line(results.object()));
        } else {
            results.lines().forEach(summary.console().out()::println);
        }
    }
}
