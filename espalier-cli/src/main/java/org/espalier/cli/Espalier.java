package org.espalier.cli;

import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.espalier.cli.console.CommandFactory;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ExitHandler;
import org.espalier.cli.console.FlushOnShutdown;
import org.espalier.cli.console.NumberConverters;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** The {@code espalier} program. */
public final class Espalier {
    private Espalier() {}

    public static void main(String[] args) {
        main(args, EspalierCommand.Spark.class);
    }

    /**
     * Runs a command and ends the process with its exit code.
     *
     * @param spark the class of the command {@code spark}, which espalier-spark provides
     */
    public static void main(String[] args, Class<?> spark) {
        Console console = Console.system();
        int code;
        try (FlushOnShutdown shutdown = new FlushOnShutdown(console)) {
            code = commandLineFor(console, spark, args).execute(args);
        }
        System.exit(code);
    }

    /** Returns the command line without the commands of espalier-spark. */
    static CommandLine commandLine(Console console) {
        return commandLine(console, EspalierCommand.Spark.class);
    }

    /**
     * Returns the command line with all commands. Its {@code execute} returns the exit code and does not throw.
     *
     * @param spark the class of the command {@code spark}
     */
    public static CommandLine commandLine(Console console, Class<?> spark) {
        return commandLine(console, spark, type -> true);
    }

    /**
     * Returns the command line for one call. Commands that the call does not name have only what the list of commands shows of
     * them: to find the options of all of them would take longer than most calls about a machine.
     */
    public static CommandLine commandLineFor(Console console, Class<?> spark, String... args) {
        Set<String> words = Set.copyOf(Arrays.asList(args));
        return commandLine(
                console, spark, type -> words.contains(annotation(type).name()));
    }

    private static CommandLine commandLine(Console console, Class<?> spark, Predicate<Class<?>> isNeeded) {
        EspalierCommand root = new EspalierCommand();
        ExitHandler exitHandler = new ExitHandler(console, root::debug);
        CommandLine line = new CommandLine(root, new CommandFactory(console));
        for (Class<?> type : EspalierCommand.COMMANDS) {
            line.addSubcommand(isNeeded.test(type) ? type : outline(type));
        }
        line.addSubcommand(isNeeded.test(spark) ? spark : outline(spark));
        NumberConverters.register(line);
        return line.setOut(console.out())
                .setErr(console.err())
                .setExecutionStrategy(exitHandler)
                .setParameterExceptionHandler(exitHandler)
                .setUsageHelpWidth(100)
                .setCaseInsensitiveEnumValuesAllowed(true)
                // An argument that starts with "@" may be a string of symbols.
                .setExpandAtFiles(false);
    }

    /** Returns a command without options that has the name and the description of another. */
    private static CommandSpec outline(Class<?> type) {
        CommandSpec outline = CommandSpec.create().name(annotation(type).name());
        outline.usageMessage().description(annotation(type).description());
        return outline;
    }

    private static Command annotation(Class<?> type) {
        return Objects.requireNonNull(type.getAnnotation(Command.class), type.getName());
    }
}
