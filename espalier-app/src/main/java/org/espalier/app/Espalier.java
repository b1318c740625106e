package org.espalier.app;

import org.espalier.app.cli.Console;
import org.espalier.app.cli.ConsoleFactory;
import org.espalier.app.cli.EspalierCommand;
import org.espalier.app.cli.Numbers;
import org.espalier.app.cli.Stopping;
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
        try (Stopping stopping = new Stopping(console)) {
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
        Ending ending = new Ending(console, root::debug);
        CommandLine line = new CommandLine(root, new ConsoleFactory(console));
        line.addSubcommand(spark);
        Numbers.register(line);
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
