package org.espalier.cli.run;

import java.nio.file.Path;
import org.espalier.cli.console.Console;
import org.espalier.run.folder.TrainedRun;
import picocli.CommandLine.Option;

/** A trained run and the random seed. */
public final class RunOption {
    @Option(names = "--run", required = true, paramLabel = "DIR", description = "Folder of a trained run.")
    private Path run = Path.of("");

    @Option(names = "--seed", paramLabel = "N", description = "Random seed. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    /** Returns the folder, which is not checked. */
    public Path path() {
        return run;
    }

    public long seed() {
        return seed;
    }

    /** Opens the run and sets the number of threads to that of the run. */
    TrainedRun open(Console console) {
        TrainedRun opened = TrainedRun.open(run, console::info);
        opened.useThreads();
        return opened;
    }
}
