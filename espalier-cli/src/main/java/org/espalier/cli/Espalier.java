package org.espalier.cli;

import org.espalier.cli.console.CommandFactory;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ExitHandler;
import org.espalier.cli.console.FlushOnShutdown;
import org.espalier.cli.console.NumberConverters;
import picocli.CommandLine;

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
            code = commandLine(console, spark).execute(args);
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
        EspalierCommand root = new EspalierCommand();
        ExitHandler exitHandler = new ExitHandler(console, root::debug);
        CommandLine line = new CommandLine(root, new CommandFactory(console));
        line.addSubcommand(spark);
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
}
