package org.espalier.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;

/**
 * A program that calls typical commands on tiny data and prints nothing. The launcher of a release runs it so that Java
 * writes the classes of these commands to a file, from which later calls load them several times as fast.
 */
final class TypicalCommands {
    private TypicalCommands() {}

    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("espalier");
        try {
            run(folder);
        } finally {
            delete(folder);
        }
        System.exit(0);
    }

    /** Calls the commands. Without libtorch the neural ones fail, but have loaded the classes that they need until then. */
    static void run(Path folder) throws IOException {
        Path pairs = Files.writeString(folder.resolve("pairs.tsv"), "ab\tb\nba\tc\nabb\tc b\nbab\tb c\n");
        Path config = Files.writeString(folder.resolve("run.yaml"), """
                machine: builtin:edit
                train: pairs.tsv
                valid: pairs.tsv
                tokens: {input: chars, output: words}
                out: run
                threads: 1
                scorer: {given: input, dimension: 8, layers: 1}
                sampler: {kind: sws, dimension: 8}
                training: {steps: 2, batch: 2, dropout: 0.1}
                """);
        String run = folder.resolve("run").toString();
        List.of(
                        List.of("--help"),
                        List.of("machine", "check", "builtin:edit", "--x", "a b", "--y", "b c"),
                        List.of("lattice", "--machine", "builtin:edit", "--x", "a b", "--y", "b c"),
                        List.of(
                                "init",
                                "--pairs",
                                pairs.toString(),
                                "--out",
                                folder.resolve("project").toString()),
                        List.of("train", "--config", config.toString()),
                        List.of("evaluate", "--run", run, "--pairs", pairs.toString()),
                        List.of("align", "--run", run, "--pairs", pairs.toString(), "--best"),
                        List.of("transduce", "--run", run, "--x", "ab"))
                .forEach(TypicalCommands::call);
    }

    private static void call(List<String> arguments) {
        String[] words = arguments.toArray(String[]::new);
        Console console = Console.of(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
        Espalier.commandLineFor(console, EspalierCommand.Spark.class, words).execute(words);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path file : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
