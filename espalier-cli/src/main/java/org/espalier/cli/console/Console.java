package org.espalier.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The streams of a command: results go to {@link #out}, messages for a person to {@link #err}. Both are UTF-8. */
public final class Console {
    private final ResultStream results;
    private final @Nullable StandardOutput standardOutput;
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean isTerminal;

    private Console(OutputStream out, @Nullable StandardOutput standardOutput, OutputStream err, boolean isTerminal) {
        this.results = new ResultStream(out);
        this.standardOutput = standardOutput;
        this.out = new PrintWriter(results, false, UTF_8);
        this.err = new PrintWriter(err, true, UTF_8);
        this.isTerminal = isTerminal;
    }

    /** Returns the console of this process. */
    public static Console system() {
        StandardOutput out = new StandardOutput();
        return new Console(out, out, new FileOutputStream(FileDescriptor.err), isSystemTerminal());
    }

    /** From Java 22 on there may be a console without a terminal, and {@code isTerminal} distinguishes the two. */
    @SuppressWarnings("SystemConsoleNull") // before Java 22 it is null without a terminal
    private static boolean isSystemTerminal() {
        java.io.Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** Returns a console on other streams, which are no terminal. */
    public static Console of(OutputStream out, OutputStream err) {
        return of(out, err, false);
    }

    public static Console of(OutputStream out, OutputStream err, boolean isTerminal) {
        return new Console(out, null, err, isTerminal);
    }

    /**
     * Returns the writer of results, which nothing else is written to. It is buffered until the command ends. Unlike
     * other {@link PrintWriter}s it throws when a write fails: {@link BrokenPipeException} if nobody reads any more, so
     * that a long listing into {@code head} stops early, and {@link java.io.UncheckedIOException} otherwise, for example
     * if the disk is full.
     */
    public PrintWriter out() {
        return out;
    }

    /** Returns the writer of messages. */
    public PrintWriter err() {
        return err;
    }

    /** Returns whether messages go to a terminal, where a line of progress can be overwritten. */
    public boolean isTerminal() {
        return isTerminal;
    }

    /** Writes the results so far up to the last complete line: another thread may be in the middle of the next. */
    void flushCompleteLines() {
        results.completeLinesOnly();
        out.flush();
    }

    /** Reserves standard output for results: text that native libraries print there is discarded from now on. */
    public void keepOutForResults() {
        if (standardOutput != null) {
            standardOutput.reserve();
        }
    }

    /** Prints a message on a line of its own, with the name of the program before it and {@link #printable}. */
    public void info(String message) {
        err.println("espalier: " + printable(message));
    }

    /**
     * Returns a line with its control characters written as escapes. Names of files and symbols may contain sequences
     * that a terminal would execute. Characters that change the direction of the following text are escaped as well;
     * tabs are kept.
     */
    public static String printable(String line) {
        StringBuilder text = new StringBuilder(line.length());
        line.codePoints().forEach(c -> {
            if (isControl(c)) {
                text.append(String.format(Locale.ROOT, "\\u%04X", c));
            } else {
                text.appendCodePoint(c);
            }
        });
        return text.toString();
    }

    private static boolean isControl(int c) {
        return (Character.isISOControl(c) && c != '\t')
                || Character.getType(c) == Character.LINE_SEPARATOR
                || Character.getType(c) == Character.PARAGRAPH_SEPARATOR
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }
}
