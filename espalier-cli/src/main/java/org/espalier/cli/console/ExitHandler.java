package org.espalier.cli.console;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.ShellCommand;
import org.espalier.run.folder.ResumableException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Ends a command with an exit code and, if it failed, one line on standard error. Under {@code --debug} a stack trace
 * follows.
 */
public final class ExitHandler implements IExecutionStrategy, IParameterExceptionHandler {
    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_USAGE = 2;

    private final Console console;
    private final BooleanSupplier debug;

    public ExitHandler(Console console, BooleanSupplier debug) {
        this.console = console;
        this.debug = debug;
    }

    @Override
    public int execute(ParseResult call) {
        try {
            int code = new CommandLine.RunLast().execute(call);
            console.out().flush();
            return code;
        } catch (ParameterException e) {
            throw e;
        } catch (Throwable e) {
            return failed(unwrapped(e), call);
        }
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] args) {
        CommandLine line = wrong.getCommandLine();
        String command = line.getCommandSpec().qualifiedName();
        info(
                usageError(wrong, line) + "; see: " + command + " --help",
                wrong,
                Arrays.asList(args).contains("--debug"));
        return WRONG_USAGE;
    }

    private int failed(Throwable failure, ParseResult call) {
        if (failure instanceof BrokenPipeException) {
            return DONE;
        }
        List<CommandLine> commands = call.asCommandLineList();
        CommandSpec command = commands.get(commands.size() - 1).getCommandSpec();
        if (failure instanceof UsageException usage) {
            info(
                    usage.getMessage() + usage.remedy(command) + "; see: " + command.qualifiedName() + " --help",
                    failure,
                    debug.getAsBoolean());
            return WRONG_USAGE;
        }
        String remedy = failure instanceof EspalierException ours ? SettingFlags.remedy(ours, command) : "";
        info(describe(failure) + remedy, failure, debug.getAsBoolean());
        return FAILED;
    }

    /** Prints the line after the results so far. */
    private void info(String line, Throwable failure, boolean trace) {
        try {
            console.out().flush();
        } catch (BrokenPipeException | UncheckedIOException e) {
            failure.addSuppressed(e);
        }
        console.info(line.replaceAll("\\s*\\R\\s*", " "));
        if (trace) {
            StringWriter lines = new StringWriter();
            failure.printStackTrace(new PrintWriter(lines));
            lines.toString().lines().map(Console::printable).forEach(console.err()::println);
        }
        console.err().flush();
    }

    /** Returns the failure inside the wrappers of picocli, streams and executors. */
    private static Throwable unwrapped(Throwable thrown) {
        Throwable inner = thrown.getCause();
        boolean wrapper = thrown instanceof CommandLine.ExecutionException
                || thrown instanceof UncheckedIOException
                || thrown instanceof CompletionException
                || thrown instanceof ExecutionException;
        return wrapper && inner != null ? unwrapped(inner) : thrown;
    }

    private static String describe(Throwable failure) {
        if (failure instanceof FileSystemException file && file.getReason() == null) {
            return file.getFile() + ": " + words(file);
        }
        if (failure instanceof InvalidPathException path) {
            return EspalierException.quote(path.getInput()) + " is not a valid name of a file on this system: "
                    + path.getReason();
        }
        if (failure instanceof CharacterCodingException) {
            return "a file is not UTF-8 text: " + failure.getMessage();
        }
        if (failure instanceof ResumableException resumable) {
            return resumable.getMessage() + ": " + ShellCommand.of("train", "--resume", resumable.folder());
        }
        if ((failure instanceof EspalierException || failure instanceof IOException) && failure.getMessage() != null) {
            return failure.getMessage();
        }
        if (failure instanceof OutOfMemoryError) {
            long limit = Runtime.getRuntime().maxMemory() >> 20;
            return "out of memory with a heap of at most " + limit + " MiB; allow more with ESPALIER_JAVA_OPTS=-Xmx"
                    + 2 * limit + "m";
        }
        if (failure instanceof StackOverflowError) {
            return "nested too deeply for the stack; allow more with ESPALIER_JAVA_OPTS=-Xss64m";
        }
        return "internal error: " + failure + "; --debug shows where it happened";
    }

    /** Describes exceptions that carry no message but their class name, such as NoSuchFileException. */
    private static String words(FileSystemException failure) {
        String name = failure.getClass().getSimpleName().replace("Exception", "");
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    private static String usageError(ParameterException wrong, CommandLine line) {
        List<String> commands = line.getSubcommands().entrySet().stream()
                .filter(command ->
                        !command.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            String what = unmatched.isUnknownOption() ? "option" : commands.isEmpty() ? "argument" : "command";
            List<String> similar = unmatched.getSuggestions().stream().limit(3).toList();
            return "unknown " + what + " '" + unmatched.getUnmatched().get(0) + "'"
                    + (similar.isEmpty() ? "" : " (did you mean " + String.join(" or ", similar) + "?)");
        }
        String message = String.valueOf(wrong.getMessage());
        if (message.equals("Missing required subcommand")) {
            return "a command is missing" + (commands.isEmpty() ? "" : ", one of: " + String.join(", ", commands));
        }
        return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }
}
