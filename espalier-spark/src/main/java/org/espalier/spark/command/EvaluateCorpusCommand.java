package org.espalier.spark.command;

import java.util.List;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.run.EvaluateOptions;
import org.espalier.cli.run.RefineOption;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.Evaluation;
import org.espalier.run.result.EvaluationLines;
import org.espalier.run.result.Json;
import org.espalier.spark.EvaluateTask;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures a model on the pairs of a corpus. */
@Command(
        name = "evaluate",
        description = {
            "Evaluate the model of a run on a corpus: means over pairs, each with its standard error.",
            "Prints the same table as evaluate. With --out, also writes the measures of each pair."
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
            description = "Number of samples per pair. Default: the run's training.iwaeSamples.")
    private @Nullable Integer samples;

    @Mixin
    private RefineOption refinement = new RefineOption();

    @Mixin
    private EvaluateOptions options = new EvaluateOptions();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    EvaluateCorpusCommand(Console console) {
        super(console);
    }

    @Override
    void requireConsistent() {
        options.requireConsistent(refinement);
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
                refinement.budget(
                        samples != null ? samples : opened.config().training().iwaeSamples()),
                options.smc(),
                options.exact(),
                options.enumeration().maxPaths(),
                options.weighted(),
                seed);
    }

    @Override
    void summarize(Summary summary) {
        Evaluation evaluation = new Evaluation();
        summary.results().sortedMeasures().forEachRemaining(evaluation::add);
        options.warnNotEnumerated(evaluation, summary.console());
        EvaluationLines results = new EvaluationLines(
                summary.header(),
                evaluation,
                ((EvaluateTask) summary.task()).budget(),
                summary.seconds() / evaluation.pairs(),
                options.smc(),
                options.exact());
        if (json) {
            summary.console().out().println(Json.line(results.object()));
        } else {
            results.lines().forEach(summary.console().out()::println);
        }
    }
}
