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
 * Does what a page says in the current folder, as its reader would, and ends with 1 at the first thing that is not as the
 * page says. A process of its own, because the files that commands name lie in the folder they are called from.
 */
final class DocumentRunner {
    /**
     * What takes minutes or does not end by itself is only looked at: the call must be one that is understood. Calls of spark,
     * whose module is not at hand, are looked at there.
     */
    private static final Set<String> PARSED_ONLY = Set.of("quickstart", "reproduce", "serve", "spark");

    /** Training that takes no time: two steps of networks that learn nothing. */
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

    /** Bounds for what works with a model, and is long where that has learnt nothing. */
    private static final Map<String, Map<String, String>> BOUNDS = Map.of(
            "transduce", Map.of("--beam", "4", "--max-output", "12", "--samples", "8"),
            "evaluate", Map.of("--samples", "8", "--max-paths", "1000"),
            "align", Map.of("--samples", "8"),
            "score", Map.of("--samples", "8"),
            "rerank", Map.of("--samples", "8"));

    /** These also read only so many lines of the files that they are given. */
    private static final int LINES = 10;

    private final Path root;

    private DocumentRunner(Path root) {
        this.root = root;
    }

    /** {@code args}: the root of the project, and the page. */
    public static void main(String[] args) throws IOException {
        DocumentRunner runner = new DocumentRunner(Path.of(args[0]));
        for (Step step : DocumentPage.of(Files.readString(Path.of(args[1]))).steps()) {
            String complaint = runner.follow(step);
            if (!complaint.isEmpty()) {
                System.out.println(args[1] + ":" + complaint);
                System.exit(1);
            }
        }
        // Pools of threads may be left that nobody waits for.
        System.exit(0);
    }

    /** What is wrong with the step, or nothing. */
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
        ByteArrayOutputStream words = new ByteArrayOutputStream();
        CommandLine commands = Espalier.commandLine(Console.of(results, words));
        long start = System.nanoTime();
        if (PARSED_ONLY.contains(args.get(0))) {
            commands.parseArgs(args.toArray(String[]::new));
            return "";
        }
        int code = commands.execute(args.toArray(String[]::new));
        System.out.printf("%4d ms  %s%n", (System.nanoTime() - start) / 1_000_000, String.join(" ", args));
        if (code != 0) {
            return call.line() + ": exit code " + code + " of: " + String.join(" ", args) + "\n"
                    + words.toString(UTF_8);
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
            cut(args, "--pairs");
            cut(args, "--inputs");
        }
        return args;
    }

    /** A setting has the value of the page no longer. */
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
