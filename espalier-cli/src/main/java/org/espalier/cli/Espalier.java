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
     * Does what arguments say, and ends the process.
     *
     * @param spark the command {@code spark}, which another module has
     */
    public static void main(String[] args, Class<?> spark) {
        Console console = Console.system();
        int code;
        try (FlushOnShutdown stopping = new FlushOnShutdown(console)) {
            code = commandLine(console, spark).execute(args);
        }
        System.exit(code);
    }

    /** The whole command line on these streams; {@code execute} returns the exit code and never throws. */
    static CommandLine commandLine(Console console) {
        return commandLine(console, EspalierCommand.Spark.class);
    }

    /** The same with another command {@code spark}. */
    public static CommandLine commandLine(Console console, Class<?> spark) {
        EspalierCommand root = new EspalierCommand();
        ExitHandler ending = new ExitHandler(console, root::debug);
        CommandLine line = new CommandLine(root, new CommandFactory(console));
        line.addSubcommand(spark);
        NumberConverters.register(line);
        return line.setOut(console.out())
                .setErr(console.err())
                .setExecutionStrategy(ending)
                .setParameterExceptionHandler(ending)
                .setUsageHelpWidth(100)
                .setCaseInsensitiveEnumValuesAllowed(true)
                // "@" may be a symbol of somebody's alphabet.
                .setExpandAtFiles(false);
    }
}
