package org.espalier.app.cli;

import java.util.concurrent.CountDownLatch;

/**
 * Ctrl-C, or a request to terminate, while something is done that wants to end in order. The process waits until this is
 * closed, and then ends with the exit code of the signal.
 */
final class Interruption implements AutoCloseable {
    /** What a shell reports of a program that Ctrl-C ended. */
    static final int EXIT_CODE = 130;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook;

    /**
     * Watches from now on.
     *
     * @param atOnce what to do as soon as the request comes, in another thread
     */
    Interruption(Runnable atOnce) {
        hook = new Thread(() -> {
            atOnce.run();
            awaitClosed();
        });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void awaitClosed() {
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
            // the process is ending, and the hook running
        }
    }
}
