package org.espalier.cli.console;

import java.time.Duration;
import org.espalier.fst.base.AtomicFiles;

/**
 * Handles Ctrl-C and requests to terminate for commands without a {@link GracefulShutdown}: prints the complete lines of
 * the results so far and a message, and lets the process end. Files that are not complete are removed.
 */
public final class FlushOnShutdown implements AutoCloseable {
    /** If nobody reads the results any more, writing them must not keep the process from ending. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    private final Console console;
    private final Thread hook = new Thread(this::stop);

    /** Handles requests from now on. */
    public FlushOnShutdown(Console console) {
        this.console = console;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stop() {
        if (GracefulShutdown.isActive()) {
            return;
        }
        // Other threads go on while this hook runs, and could begin a file that they would not complete.
        AtomicFiles.abandon();
        Thread flush = new Thread(console::flushCompleteLines);
        flush.setDaemon(true);
        flush.start();
        try {
            flush.join(MAX_WAIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        console.info("stopped; the results printed are complete lines, and no file is half-written");
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the process is ending, and the hook is running
        }
    }
}
