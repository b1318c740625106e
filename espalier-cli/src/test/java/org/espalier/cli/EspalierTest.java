package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.fst.Minimality;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.SourceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class EspalierTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Console console = Console.of(out, err);

    /** A command that prints a line and then runs code of the test. */
    @Command(name = "probe")
    static final class Probe implements Callable<Integer> {
        private final Console console;
        private final Callable<Integer> work;

        @Option(names = "--minimal")
        Minimality minimal = Minimality.NONE;

        @Option(names = "--text")
        String text = "état → 終";

        Probe(Console console, Callable<Integer> work) {
            this.console = console;
            this.work = work;
        }

        @Override
        public Integer call() throws Exception {
            console.out().println(text + " " + minimal);
            return work.call();
        }
    }

    private int run(Console to, Callable<Integer> work, String... args) {
        CommandLine line = Espalier.commandLine(to);
        line.addSubcommand(new Probe(to, work));
        // A setter applies to the commands that exist when it is called, so not to the probe.
        return line.setOut(to.out()).setCaseInsensitiveEnumValuesAllowed(true).execute(args);
    }

    private int run(String... args) {
        return run(console, () -> 0, args);
    }

    private static Callable<Integer> failingWith(Throwable failure) {
        return () -> {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        };
    }

    private String out() {
        return out.toString(UTF_8).replace(System.lineSeparator(), "\n");
    }

    private String err() {
        return err.toString(UTF_8).replace(System.lineSeparator(), "\n");
    }

    @Test
    void helpGoesToStandardOutput() {
        assertThat(run("--help")).isZero();
        assertThat(out()).startsWith("Usage: espalier ").contains("\nExample:\n  espalier lattice --machine ");
        assertThat(err()).isEmpty();
    }

    @Test
    void everyCommandInheritsHelpAndDebug() {
        assertThat(run("probe", "--help")).isZero();
        assertThat(out())
                .startsWith("Usage: espalier probe ")
                .contains("--debug")
                .doesNotContain("--version");
    }

    /** The program builds only the commands that a call names. Nobody should notice. */
    @Test
    void callIsAnsweredAsByTheWholeCommandLine() {
        List<List<String>> calls = new ArrayList<>(List.of(
                List.of(),
                List.of("--help"),
                List.of("trian"),
                List.of("--trian"),
                List.of("machine"),
                List.of("machine", "chek"),
                List.of("machine", "check", "--help"),
                List.of("lattice", "--x", "train"),
                List.of("lattice", "--machine", "builtin:edit", "--x", "a b", "--y", "b", "--json")));
        for (CommandLine line : Espalier.commandLine(console).getSubcommands().values()) {
            calls.add(List.of(line.getCommandName(), "--help"));
            calls.add(List.of(line.getCommandName(), "--no-such-option"));
        }
        for (List<String> call : calls) {
            String[] args = call.toArray(String[]::new);
            assertThat(answer(to -> Espalier.commandLineFor(to, EspalierCommand.Spark.class, args), args))
                    .as(String.join(" ", call))
                    .isEqualTo(answer(Espalier::commandLine, args));
        }
    }

    private static List<String> answer(Function<Console, CommandLine> line, String... args) {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int code = line.apply(Console.of(results, messages)).execute(args);
        return List.of(String.valueOf(code), results.toString(UTF_8), messages.toString(UTF_8));
    }

    @Test
    void everyCommandHasDescriptionAndExample() {
        for (CommandLine line : withSubcommands(Espalier.commandLine(console))) {
            String usage = line.getUsageMessage(CommandLine.Help.Ansi.OFF);
            String name = line.getCommandSpec().qualifiedName();
            assertThat(usage).as(name).contains("Example").contains("\n  " + name + " ");
            assertThat(line.getCommandSpec().usageMessage().description())
                    .as(name)
                    .isNotEmpty();
            assertThat(line.getCommandSpec().options())
                    .as(name)
                    .allSatisfy(option -> assertThat(option.description())
                            .as(option.longestName())
                            .isNotEmpty());
        }
    }

    private static List<CommandLine> withSubcommands(CommandLine line) {
        List<CommandLine> lines = new ArrayList<>(List.of(line));
        line.getSubcommands().values().forEach(sub -> lines.addAll(withSubcommands(sub)));
        return lines;
    }

    @Test
    void versionNamesTheBuildAndTheJava() {
        assertThat(run("--version")).isZero();
        assertThat(out()).matches("espalier .+\nJava \\d+.*\n.+\n");
    }

    @Test
    void resultsAreUtf8AndTheExitCodeIsTheCommands() {
        assertThat(run(console, () -> 1, "probe")).isEqualTo(1);
        assertThat(out()).isEqualTo("état → 終 NONE\n");
        assertThat(err()).isEmpty();
    }

    @Test
    void argumentFilesAreNotExpanded() {
        assertThat(run("probe", "--minimal", "marks", "--text", "@pom.xml")).isZero();
        assertThat(out()).isEqualTo("@pom.xml MARKS\n");
    }

    static Stream<Arguments> wrongCalls() {
        return Stream.of(
                arguments(
                        "",
                        "a command is missing, one of: quickstart, init, reproduce, report, machine, lattice, data, train, calibrate, evaluate, align, score, transduce, rerank, ask, baseline, serve, spark, probe; see: espalier --help"),
                arguments("prob", "unknown command 'prob' (did you mean probe or reproduce?); see: espalier --help"),
                arguments("probe --tex x", "unknown option '--tex' (did you mean --text?); see: espalier probe --help"),
                arguments("probe more", "unknown argument 'more'; see: espalier probe --help"),
                arguments(
                        "probe --text",
                        "missing required parameter for option '--text' (<text>); see: espalier probe --help"),
                arguments(
                        "probe --minimal most",
                        "invalid value for option '--minimal': expected one of [NONE, LABELS, MARKS] (case-insensitive) but was 'most';"
                                + " see: espalier probe --help"));
    }

    @ParameterizedTest
    @MethodSource("wrongCalls")
    void wrongCallPrintsOneLineAndEndsWith2(String args, String line) {
        assertThat(run(args.isEmpty() ? new String[0] : args.split(" "))).isEqualTo(2);
        assertThat(err()).isEqualTo("espalier: " + line + "\n");
        assertThat(out()).isEmpty();
    }

    @Test
    void sparkWithoutItsModuleIsRefused() {
        assertThat(run("spark", "align", "--run", "runs/swa")).isEqualTo(1);
        assertThat(err())
                .isEqualTo(
                        "espalier: Spark comes with the module espalier-spark, which the launcher of a source tree builds: "
                                + "./espalier spark …; docs/guides/scale.md has the line for spark-submit\n");
    }

    @Test
    void wrongCallFoundLateKeepsTheResults() {
        Exception late = new CommandLine.ParameterException(Espalier.commandLine(console), "Too late");
        assertThat(run(console, failingWith(late), "probe")).isEqualTo(2);
        assertThat(out()).isEqualTo("état → 終 NONE\n");
        assertThat(err()).isEqualTo("espalier: too late; see: espalier --help\n");
    }

    static Stream<Arguments> failures() {
        EspalierException ours = new EspalierException("3 states; at most 2");
        return Stream.of(
                arguments(ours, "3 states; at most 2"),
                arguments(new CompletionException(new ExecutionException(ours)), "3 states; at most 2"),
                arguments(new SourceException("a.mfst", 3, 7, "found )"), "a.mfst:3:7: found )"),
                arguments(new IOException("disk on\n  fire"), "disk on fire"),
                arguments(new UncheckedIOException(new NoSuchFileException("x.tsv")), "x.tsv: no such file"),
                arguments(new AccessDeniedException("x.tsv"), "x.tsv: access denied"),
                arguments(
                        new NoSuchFileException("\u001b[2J\u0007\u009b1m\u202ex.tsv"),
                        "\\u001B[2J\\u0007\\u009B1m\\u202Ex.tsv: no such file"),
                arguments(
                        new EspalierException("no symbol \u001b]0;title\nespalier: done\r, but \u0645\u200c\u06cc"),
                        "no symbol \\u001B]0;title espalier: done , but \u0645\u200c\u06cc"),
                arguments(new FileSystemException("x.tsv", null, "Is a directory"), "x.tsv: Is a directory"),
                arguments(
                        new InvalidPathException("a\0b.tsv", "Nul character not allowed"),
                        "'a?b.tsv' is not a valid name of a file on this system: Nul character not allowed"),
                arguments(new MalformedInputException(1), "a file is not UTF-8 text: Input length = 1"),
                arguments(
                        new StackOverflowError(),
                        "nested too deeply for the stack; allow more with ESPALIER_JAVA_OPTS=-Xss64m"),
                arguments(
                        new IllegalStateException("oops"),
                        "internal error: java.lang.IllegalStateException: oops; --debug shows where it happened"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failurePrintsOneLineAfterTheResultsAndEndsWith1(Throwable failure, String line) {
        assertThat(run(console, failingWith(failure), "probe")).isEqualTo(1);
        assertThat(out()).isEqualTo("état → 終 NONE\n");
        assertThat(err()).isEqualTo("espalier: " + line + "\n");
    }

    @Test
    void outOfMemoryPrintsTheRemedy() {
        assertThat(run(console, failingWith(new OutOfMemoryError("Java heap space")), "probe"))
                .isEqualTo(1);
        assertThat(err())
                .matches("espalier: out of memory with a heap of at most \\d+ MiB; "
                        + "allow more with ESPALIER_JAVA_OPTS=-Xmx\\d+m\n");
    }

    @ParameterizedTest
    @MethodSource("debugCalls")
    void debugPrintsTheTrace(String args) {
        run(console, failingWith(new EspalierException("bad")), args.split(" "));
        assertThat(err()).startsWith("espalier: ").contains("\n\tat ");
    }

    @Test
    void traceHasNoControlCharacters() {
        run(console, failingWith(new EspalierException("\u001b[2J")), "probe", "--debug");
        assertThat(err())
                .startsWith("espalier: \\u001B[2J\norg.espalier.fst.base.EspalierException: \\u001B[2J\n\tat ")
                .doesNotContain("\u001b");
    }

    @Test
    void unknownOptionIsPrintedWithoutControlCharacters() {
        assertThat(run("probe", "--\u001b[31m")).isEqualTo(2);
        assertThat(err()).isEqualTo("espalier: unknown option '--\\u001B[31m'; see: espalier probe --help\n");
    }

    static Stream<String> debugCalls() {
        return Stream.of("--debug probe", "probe --debug", "probe --what --debug");
    }

    @Test
    void closedPipeEndsWithoutMessage() {
        assertThat(run(Console.of(refusing("Broken pipe"), err), () -> 0, "probe"))
                .isZero();
        assertThat(err()).isEmpty();
    }

    @Test
    void fullDiskEndsWith1() {
        assertThat(run(Console.of(refusing("No space left on device"), err), () -> 0, "probe"))
                .isEqualTo(1);
        assertThat(err()).isEqualTo("espalier: cannot write the results: No space left on device\n");
    }

    private static OutputStream refusing(String reason) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(reason);
            }
        };
    }
}
