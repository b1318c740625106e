package org.espalier.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Handles Ctrl-C and requests to terminate while work runs that saves its state before it ends. The process waits until
 * this is closed, and then ends with the exit code of the signal.
 */
public final class GracefulShutdown implements AutoCloseable {
    /** The exit code that shells report for a program that Ctrl-C ended. */
    public static final int EXIT_CODE = 130;

    private static final AtomicInteger ACTIVE = new AtomicInteger();

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook;

    /**
     * Handles requests from now on.
     *
     * @param onRequest asks the work to stop; called in another thread
     */
    public GracefulShutdown(Runnable onRequest) {
        hook = new Thread(() -> {
            onRequest.run();
            awaitClosed();
        });
        Runtime.getRuntime().addShutdownHook(hook);
        ACTIVE.incrementAndGet();
    }

    /** Returns whether some work handles the request itself and reports how it ended. */
    static boolean isActive() {
        return ACTIVE.get() > 0;
    }

    /** Waits until this is closed. For other shutdown hooks that must not run earlier. */
    public void awaitClosed() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the process is ending, and the hook is running
            return;
        }
        ACTIVE.decrementAndGet();
    }
}
