package org.espalier.spark.command;

import java.util.List;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.UsageException;
import org.espalier.cli.run.TransduceOptions;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.folder.TrainedRun;
import org.espalier.spark.RowTask;
import org.espalier.spark.TransduceTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds outputs for the inputs of a corpus. */
@Command(
        name = "transduce",
        description = {
            "Find the most probable outputs of the inputs of a corpus.",
            "Writes the line of transduce --json for each input. With --format tsv, writes one line per output: the id of the "
                    + "row, x, y, the probability of y among the ranked outputs, log p and its standard error."
        },
        footer = {
            "",
            "Examples:",
            "  espalier spark transduce --run runs/swa --inputs words.txt --out outputs --nbest 1 --format tsv",
            "  espalier spark transduce --run runs/swa --inputs names.parquet --x-column name --out outputs --format parquet"
        })
final class TransduceCorpusCommand extends CorpusCommand {
    @Option(
            names = "--inputs",
            required = true,
            arity = "1..*",
            paramLabel = "PATH",
            description =
                    "Files or folders of inputs, as lines (only the first column is read), JSON lines or Parquet, on any "
                            + "file system of Hadoop; may contain wildcards.")
    private List<String> inputs = List.of();

    @Mixin
    private TransduceOptions options = new TransduceOptions();

    TransduceCorpusCommand(Console console) {
        super(console);
    }

    @Override
    void requireConsistent() {
        if (options.unknown() == UnknownSymbolPolicy.FAIL) {
            throw new UsageException(
                    "--unknown fail does not apply: a bad row does not end a job; give --unknown skip or --unknown copy");
        }
    }

    @Override
    List<String> paths() {
        return inputs;
    }

    @Override
    RowTask task(TrainedRun opened, long seed) {
        options.requireEnsemble(opened);
        return new TransduceTask(
                options.search(),
                options.nBest(),
                options.budget(),
                options.vote(),
                options.unknown() == UnknownSymbolPolicy.COPY,
                seed);
    }
}
