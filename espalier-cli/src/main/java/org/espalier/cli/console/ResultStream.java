package org.espalier.cli.console;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * A buffer that writes complete lines, so that a command that is interrupted leaves no partial line behind. Failures are
 * unchecked, since a {@link java.io.PrintWriter} would swallow an {@link IOException}.
 */
final class ResultStream extends OutputStream {
    private static final int BUFFER = 1 << 16;

    private final OutputStream target;
    private final byte[] buffer = new byte[BUFFER];
    private int size;
    private volatile boolean completeLinesOnly;

    ResultStream(OutputStream target) {
        this.target = target;
    }

    /** Makes {@link #flush} keep a partial line from now on. For any thread. */
    void completeLinesOnly() {
        completeLinesOnly = true;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        for (int done = 0; done < length; ) {
            if (size == BUFFER) {
                writeLines();
            }
            int part = Math.min(length - done, BUFFER - size);
            System.arraycopy(bytes, from + done, buffer, size, part);
            size += part;
            done += part;
        }
    }

    /** Writes the complete lines of the buffer, or all of it if one line fills it. */
    private void writeLines() {
        int end = size;
        while (end > 0 && buffer[end - 1] != '\n') {
            end--;
        }
        writeFirst(end == 0 && size == BUFFER ? size : end);
    }

    private void writeFirst(int count) {
        try {
            target.write(buffer, 0, count);
        } catch (IOException e) {
            throw unchecked(e);
        }
        System.arraycopy(buffer, count, buffer, 0, size - count);
        size -= count;
    }

    /** Java reports a broken pipe by the system's message alone. Most languages call a pipe a pipe. */
    private static RuntimeException unchecked(IOException e) {
        String reason = String.valueOf(e.getMessage());
        return reason.toLowerCase(Locale.ROOT).contains("pipe")
                ? new BrokenPipeException(e)
                : new UncheckedIOException(new IOException("cannot write the results: " + reason, e));
    }

    @Override
    public void flush() throws IOException {
        if (completeLinesOnly) {
            writeLines();
        } else {
            writeFirst(size);
        }
        target.flush();
    }
}
