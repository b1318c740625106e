package org.espalier.cli.console;

import java.time.Duration;

/**
 * What happens at Ctrl-C, or a request to terminate, in commands that do not end in order by themselves as {@link
 * Interruption} lets them: the lines printed so far are passed on, a person is told, and the process ends. Files need
 * nothing: they are whole or not there.
 */
public final class FlushOnShutdown implements AutoCloseable {
    /** Nobody may be reading the results any more; that must not keep the process from ending. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Console console;
    private final Thread hook = new Thread(this::stop);

    /** Watches from now on. */
    public FlushOnShutdown(Console console) {
        this.console = console;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stop() {
        if (GracefulShutdown.isAwaited()) {
            return;
        }
        Thread passing = new Thread(console::passOnWholeLines);
        passing.setDaemon(true);
        passing.start();
        try {
            passing.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        console.say("stopped; the results printed are whole lines, and no file is half-written");
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the process is ending, and the hook running
        }
    }
}
