package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A tiny run of the edit machine over letters. */
public final class TinyTrainedRun extends CommandTestBase {
    private TinyTrainedRun() {}

    /** Trains a run in the subfolder {@code run}; {@code more} is appended to the configuration. */
    public static String train(Path folder, String pairs, String more) throws IOException {
        Files.writeString(folder.resolve("pairs.tsv"), pairs);
        String config =
                Files.writeString(folder.resolve("run.yaml"), """
                        machine: builtin:edit
                        train: pairs.tsv
                        tokens: chars
                        out: run
                        threads: 1
                        scorer: {dimension: 8, layers: 1}
                        sampler: {dimension: 8}
                        """ + more).toString();
        TinyTrainedRun training = new TinyTrainedRun();
        assertThat(training.run("train", "--config", config)).as(training.err).isZero();
        return folder.resolve("run").toString();
    }
}
