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
        Console console = Console.system();
        int code;
        try (Stopping stopping = new Stopping(console)) {
            code = commandLine(console).execute(args);
        }
        System.exit(code);
    }

    /** The whole command line on these streams; {@code execute} returns the exit code and never throws. */
    static CommandLine commandLine(Console console) {
        EspalierCommand root = new EspalierCommand();
        Ending ending = new Ending(console, root::debug);
        CommandLine line = new CommandLine(root, new ConsoleFactory(console));
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
