package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.util.stream.Collectors.joining;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.espalier.cli.DocumentPage.Call;
import org.espalier.cli.DocumentPage.ShownFile;
import org.espalier.cli.DocumentPage.Step;
import org.espalier.cli.console.Console;
import picocli.CommandLine;

/**
 * Runs the commands of a page in the current folder, and ends with 1 at the first result that differs from the page. It is a
 * process of its own because commands resolve files against the current folder.
 */
final class DocumentRunner {
    /**
     * Commands that take minutes or do not end, whose arguments are only parsed. A test of espalier-spark parses the calls of
     * spark.
     */
    private static final Set<String> PARSED_ONLY = Set.of("quickstart", "reproduce", "serve", "spark");

    /** Settings of tiny networks. */
    private static final List<String> TINY = List.of(
            "scorer.dimension=8",
            "scorer.layers=1",
            "sampler.dimension=8",
            "training.batch=4",
            "training.samples=4",
            "training.iwaeSamples=4",
            "training.validationSamples=2");

    private static final List<String> SHORT =
            List.of("threads=1", "training.epochs=0", "training.steps=2", "training.evaluateEvery=1");

    /** Options that bound the work with an untrained model. */
    private static final Map<String, Map<String, String>> BOUNDS = Map.of(
            "transduce", Map.of("--beam", "4", "--max-output", "12", "--samples", "8"),
            "evaluate", Map.of("--samples", "8", "--max-paths", "1000"),
            "calibrate", Map.of("--samples", "8"),
            "align", Map.of("--samples", "8"),
            "score", Map.of("--samples", "8"),
            "rerank", Map.of("--samples", "8"));

    /** The number of lines that these commands read of a file. */
    private static final int LINES = 10;

    private final Path root;

    private DocumentRunner(Path root) {
        this.root = root;
    }

    /** Expects the root of the project and the page as arguments. */
    public static void main(String[] args) throws IOException {
        DocumentRunner runner = new DocumentRunner(Path.of(args[0]));
        for (Step step : DocumentPage.of(Files.readString(Path.of(args[1]))).steps()) {
            String difference = runner.follow(step);
            if (!difference.isEmpty()) {
                System.out.println(args[1] + ":" + difference);
                System.exit(1);
            }
        }
        // Ends idle thread pools.
        System.exit(0);
    }

    /** Returns what differs from the page, or the empty string. */
    private String follow(Step step) throws IOException {
        if (step instanceof ShownFile file) {
            Path path = Path.of(file.name());
            if (path.getParent() != null) {
                Files.createDirectories(path.getParent());
            }
            Files.writeString(path, file.content());
            return "";
        }
        Call call = (Call) step;
        if (call.words().get(0).equals("cp")) {
            Files.copy(root.resolve(call.words().get(1)), Path.of(call.words().get(2)), REPLACE_EXISTING);
            return "";
        }
        return run(call);
    }

    private static String run(Call call) throws IOException {
        List<String> args = scaled(call.words().subList(1, call.words().size()));
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        CommandLine commands = Espalier.commandLine(Console.of(results, messages));
        long start = System.nanoTime();
        if (PARSED_ONLY.contains(args.get(0))) {
            commands.parseArgs(args.toArray(String[]::new));
            return "";
        }
        int code = commands.execute(args.toArray(String[]::new));
        System.out.printf("%4d ms  %s%n", (System.nanoTime() - start) / 1_000_000, String.join(" ", args));
        if (code != 0) {
            return call.line() + ": exit code " + code + " of: " + String.join(" ", args) + "\n"
                    + messages.toString(UTF_8);
        }
        if (call.target().isPresent()) {
            Files.write(Path.of(call.target().get()), results.toByteArray());
        }
        String printed = results.toString(UTF_8);
        return call.output().isEmpty() || matches(call.output().get(), printed)
                ? ""
                : call.line() + ": " + String.join(" ", args) + " prints\n" + printed;
    }

    private static List<String> scaled(List<String> call) throws IOException {
        List<String> args = new ArrayList<>(call);
        String command = args.get(0);
        if (command.equals("train") && !args.contains("--settings")) {
            List<String> settings = new ArrayList<>(SHORT);
            if (!args.contains("--resume")) {
                settings.addAll(TINY);
            }
            settings.forEach(setting -> change(args, setting));
        }
        if (BOUNDS.containsKey(command)) {
            BOUNDS.get(command).forEach((option, value) -> set(args, option, value));
            if (args.contains("--refine")) {
                set(args, "--samples", "64"); // the fewest for three rounds
            }
            cut(args, "--pairs");
            cut(args, "--inputs");
        }
        return args;
    }

    /** Replaces the value that the page gives a setting. */
    private static void change(List<String> args, String setting) {
        String key = setting.substring(0, setting.indexOf('=') + 1);
        for (int i = args.size() - 1; i > 0; i--) {
            if (args.get(i).startsWith(key)) {
                args.subList(i - 1, i + 1).clear();
            }
        }
        args.addAll(List.of("--set", setting));
    }

    private static void set(List<String> args, String option, String value) {
        int given = args.indexOf(option);
        if (given < 0) {
            args.addAll(List.of(option, value));
        } else {
            args.set(given + 1, value);
        }
    }

    private static void cut(List<String> args, String option) throws IOException {
        int given = args.indexOf(option);
        if (given >= 0) {
            Path file = Path.of(args.get(given + 1));
            List<String> lines = Files.readAllLines(file);
            Path cut = Files.write(
                    file.resolveSibling("cut-" + file.getFileName()), lines.subList(0, Math.min(LINES, lines.size())));
            args.set(given + 1, cut.toString());
        }
    }

    private static boolean matches(List<String> shown, String printed) {
        String pattern = shown.stream()
                .map(line -> line.equals("…")
                        ? "(?:.*\n)*?"
                        : Arrays.stream(line.split("…", -1)).map(Pattern::quote).collect(joining(".*")) + " *\n")
                .collect(joining());
        return Pattern.matches(pattern, printed);
    }
}
