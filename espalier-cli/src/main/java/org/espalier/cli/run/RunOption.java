package org.espalier.cli.run;

import java.nio.file.Path;
import org.espalier.cli.console.Console;
import org.espalier.run.folder.TrainedRun;
import picocli.CommandLine.Option;

/** A trained run, and the seed of what is drawn with it. */
public final class RunOption {
    @Option(names = "--run", required = true, paramLabel = "DIR", description = "Folder of a trained run.")
    private Path run = Path.of("");

    @Option(names = "--seed", paramLabel = "N", description = "Random seed. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    /** The folder, which may not be one of a run. */
    public Path path() {
        return run;
    }

    public long seed() {
        return seed;
    }

    TrainedRun open(Console console) {
        TrainedRun opened = TrainedRun.open(run, console::say);
        opened.useThreads();
        return opened;
    }
}
