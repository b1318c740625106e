package org.espalier.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.OutputTarget;
import org.espalier.cli.console.UsageException;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.settings.RunConfig;
import picocli.CommandLine.Option;

/** A trained run and the random seed. */
public final class RunOption {
    @Option(
            names = "--run",
            required = true,
            paramLabel = "DIR",
            description = "Folder of a trained run or of an ensemble. Several runs over one machine are an ensemble.")
    private List<Path> runs = List.of();

    @Option(names = "--seed", paramLabel = "N", description = "Random seed. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    /** Returns the folders, which are not checked. */
    public List<Path> paths() {
        return runs;
    }

    public long seed() {
        return seed;
    }

    /** Refuses to replace a file of the run. */
    void requireNotOwn(Stream<Path> targets) {
        targets.forEach(target -> runs.stream()
                .filter(folder -> RunFolder.isFileOf(folder, target))
                .findFirst()
                .ifPresent(folder -> {
                    throw new UsageException(target + " is a file of the run in " + folder
                            + ", and is not replaced; name another file to write to");
                }));
    }

    /** Refuses to replace a file that the configuration of the run, or of a member of an ensemble, names. */
    static void requireNotNamed(TrainedRun opened, Stream<Path> targets) {
        List<String> named = data(opened)
                .flatMap(data -> Stream.of(
                                Optional.of(data.machine()), Optional.of(data.train()), data.valid(), data.test())
                        .flatMap(Optional::stream))
                .distinct()
                .toList();
        targets.filter(target -> named.stream().anyMatch(file -> OutputTarget.isSameFile(target.toString(), file)))
                .findFirst()
                .ifPresent(target -> {
                    throw new UsageException(target + " is a file that the configuration of " + opened.name()
                            + " names, and is not replaced; name another file to write to");
                });
    }

    /** Returns whether a run, or a member of an ensemble, was trained on a file. */
    static boolean isTrainedOn(TrainedRun opened, String file) {
        return data(opened).anyMatch(each -> OutputTarget.isSameFile(file, each.train()));
    }

    private static Stream<RunConfig.Data> data(TrainedRun opened) {
        List<TrainedRun> trained = opened.members().isEmpty() ? List.of(opened) : opened.members();
        return trained.stream().map(each -> each.config().data());
    }

    /** Opens the run and sets the number of threads to that of the run. */
    TrainedRun open(Console console) {
        TrainedRun opened = TrainedRun.open(runs, console::info);
        opened.useThreads();
        return opened;
    }
}
