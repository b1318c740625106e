package org.espalier.app.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.espalier.app.task.Dakshina;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Imports the data of the tr task. */
@Command(
        name = "dakshina",
        description = {
            "Import the Dakshina dataset's romanization lexicon: words of a language from their romanization.",
            "Every character is a symbol, and every output begins with a symbol for the language, such as <ur>."
        },
        footer = {
            "",
            "The dataset is published at " + Dakshina.HOME,
            "as " + Dakshina.ARCHIVE + ", under CC BY-SA 4.0. Nothing is downloaded here.",
            "",
            "Examples:",
            "  espalier data dakshina --from " + Dakshina.ARCHIVE + " --out data/tr",
            "  espalier data dakshina --from dakshina_dataset_v1.0 --language hi --out data/hi"
        })
final class DataDakshinaCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--from",
            paramLabel = "PATH",
            description = "The archive, compressed by gzip or not, the folder it was unpacked to, or a folder with the "
                    + "three files of the lexicon.")
    private @Nullable Path from;

    @Option(
            names = "--language",
            paramLabel = "CODE",
            description = "A language of the dataset. Default: ${DEFAULT-VALUE}, the paper's.")
    private String language = Dakshina.Settings.DEFAULT.language();

    @Mixin
    private DatasetOptions dataset = new DatasetOptions();

    DataDakshinaCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (from == null) {
            throw new WrongCall("the dataset is missing, and nothing is downloaded; get " + Dakshina.ARCHIVE + " from "
                    + Dakshina.HOME + " and name it, or the folder you unpacked it to, with --from");
        }
        dataset.requireSense();
        Dakshina.Settings settings = DatasetOptions.fromOptions(
                () -> new Dakshina.Settings(language, dataset.sizes(Dakshina.Settings.DEFAULT.sizes()), dataset.seed));
        return dataset.finish(Dakshina.read(from, settings), console);
    }
}
