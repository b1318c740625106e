package org.espalier.cli.data;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.UsageException;
import org.espalier.lab.task.DakshinaTask;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Imports the data of the tr task. */
@Command(
        name = "dakshina",
        description = {
            "Import a romanization lexicon of the Dakshina dataset: romanized words as inputs, native words as outputs.",
            "Symbols are characters, and every output begins with a symbol for the language, such as <ur>."
        },
        footer = {
            "",
            "The dataset is published at " + DakshinaTask.HOME,
            "as " + DakshinaTask.ARCHIVE + ", under CC BY-SA 4.0. Espalier does not download it.",
            "",
            "Examples:",
            "  espalier data dakshina --from " + DakshinaTask.ARCHIVE + " --out data/tr",
            "  espalier data dakshina --from dakshina_dataset_v1.0 --language hi --out data/hi"
        })
final class DataDakshinaCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--from",
            paramLabel = "PATH",
            description =
                    "The archive (.tar or .tar.gz), the folder it was unpacked to, or a folder with the three files "
                            + "of the lexicon.")
    private @Nullable Path from;

    @Option(
            names = "--language",
            paramLabel = "CODE",
            description = "Language code of the dataset. Default: ${DEFAULT-VALUE}, as in the paper.")
    private String language = DakshinaTask.DakshinaSettings.DEFAULT.language();

    @Mixin
    private TaskDataOptions dataset = new TaskDataOptions();

    DataDakshinaCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (from == null) {
            throw new UsageException("the dataset is missing, and nothing is downloaded; get " + DakshinaTask.ARCHIVE
                    + " from " + DakshinaTask.HOME + " and name it, or the folder you unpacked it to, with --from");
        }
        dataset.check();
        DakshinaTask.DakshinaSettings settings = TaskDataOptions.fromOptions(() -> new DakshinaTask.DakshinaSettings(
                language, dataset.sizes(DakshinaTask.DakshinaSettings.DEFAULT.sizes()), dataset.seed));
        return dataset.finish(DakshinaTask.read(from, settings), console);
    }
}
