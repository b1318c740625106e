package org.espalier.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * Where a command writes.
 *
 * @param out the results, and nothing else; buffered until the command ends
 * @param err everything said to a person
 * @param isTerminal whether a person watches, so that a line may be written over
 */
public record Console(PrintWriter out, PrintWriter err, boolean isTerminal) {
    private static final int BUFFER = 1 << 16;

    /** The streams of this process. */
    public static Console system() {
        return of(new StandardOutput(), new FileOutputStream(FileDescriptor.err), isSystemTerminal());
    }

    /** From Java 22 on there is a console even where there is no terminal, and a method of it that tells. */
    @SuppressWarnings("SystemConsoleNull") // it does before Java 22
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

    /**
     * A console that writes UTF-8, whatever the locale. Its {@code out} does not hide failures, as {@link PrintWriter}
     * does: it throws {@link Closed} once nobody reads any more, so that a long listing into {@code head} stops at once,
     * and {@link UncheckedIOException} where a write fails for another reason, such as a full disk.
     */
    public static Console of(OutputStream out, OutputStream err) {
        return of(out, err, false);
    }

    public static Console of(OutputStream out, OutputStream err, boolean isTerminal) {
        return new Console(
                new Results(new WholeLines(new FailingLoudly(out))), new PrintWriter(err, true, UTF_8), isTerminal);
    }

    /** Passes on the results so far, but not the beginning of a line that another thread is about to print. */
    void passOnWholeLines() {
        if (out instanceof Results results) {
            results.lines.isStopped = true;
        }
        out.flush();
    }

    /** Keeps standard output for results: what libraries that are not Java print there is lost from now on. */
    public void keepOutForResults() {
        if (out instanceof Results results
                && results.lines.stream instanceof FailingLoudly loud
                && loud.stream instanceof StandardOutput standard) {
            standard.takeOver();
        }
    }

    /** Tells a person something, on a line that says who speaks and that is {@link #printable}. */
    public void say(String line) {
        err.println("espalier: " + printable(line));
    }

    /**
     * Returns a line with its control characters written as escapes. Names of files and symbols come from anywhere, and
     * a terminal would obey what they hold. Characters that reverse the direction of what follows are escaped too; tabs
     * stay.
     */
    public static String printable(String line) {
        StringBuilder text = new StringBuilder(line.length());
        line.codePoints().forEach(c -> {
            if (isObeyed(c)) {
                text.append(String.format(Locale.ROOT, "\\u%04X", c));
            } else {
                text.appendCodePoint(c);
            }
        });
        return text.toString();
    }

    private static boolean isObeyed(int c) {
        return (Character.isISOControl(c) && c != '\t')
                || Character.getType(c) == Character.LINE_SEPARATOR
                || Character.getType(c) == Character.PARAGRAPH_SEPARATOR
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }

    /** The reader of the results has gone away, as {@code head} does when it has seen enough. Not a failure. */
    public static final class Closed extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        Closed(IOException cause) {
            super(cause);
        }
    }

    private static final class Results extends PrintWriter {
        private final WholeLines lines;

        Results(WholeLines lines) {
            super(lines, false, UTF_8);
            this.lines = lines;
        }
    }

    /** A buffer that passes on whole lines, so that a command that is stopped leaves no half of one behind. */
    private static final class WholeLines extends OutputStream {
        private final OutputStream stream;
        private final byte[] buffer = new byte[BUFFER];
        private int size;
        private volatile boolean isStopped;

        WholeLines(OutputStream stream) {
            this.stream = stream;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            for (int done = 0; done < length; ) {
                if (size == BUFFER) {
                    passOn();
                }
                int part = Math.min(length - done, BUFFER - size);
                System.arraycopy(bytes, from + done, buffer, size, part);
                size += part;
                done += part;
            }
        }

        /** The lines that are whole; a line longer than the buffer, which cannot be, in parts. */
        private void passOn() throws IOException {
            int end = size;
            while (end > 0 && buffer[end - 1] != '\n') {
                end--;
            }
            int whole = end == 0 && size == BUFFER ? size : end;
            stream.write(buffer, 0, whole);
            System.arraycopy(buffer, whole, buffer, 0, size - whole);
            size -= whole;
        }

        @Override
        public void flush() throws IOException {
            if (isStopped) {
                passOn();
            } else {
                stream.write(buffer, 0, size);
                size = 0;
            }
            stream.flush();
        }
    }

    private static final class FailingLoudly extends OutputStream {
        private final OutputStream stream;

        FailingLoudly(OutputStream stream) {
            this.stream = stream;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            try {
                stream.write(bytes, from, length);
            } catch (IOException e) {
                throw unchecked(e);
            }
        }

        /** The system's words are all there is to tell the two apart; a pipe is called a pipe in most languages. */
        private static RuntimeException unchecked(IOException e) {
            String reason = String.valueOf(e.getMessage());
            return reason.toLowerCase(Locale.ROOT).contains("pipe")
                    ? new Closed(e)
                    : new UncheckedIOException(new IOException("cannot write the results: " + reason, e));
        }
    }
}
