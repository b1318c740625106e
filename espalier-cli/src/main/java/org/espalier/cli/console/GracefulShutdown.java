package org.espalier.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ctrl-C, or a request to terminate, while something is done that wants to end in order. The process waits until this is
 * closed, and then ends with the exit code of the signal.
 */
public final class GracefulShutdown implements AutoCloseable {
    /** What a shell reports of a program that Ctrl-C ended. */
    public static final int EXIT_CODE = 130;

    private static final AtomicInteger AWAITED = new AtomicInteger();

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook;

    /**
     * Watches from now on.
     *
     * @param atOnce what to do as soon as the request comes, in another thread
     */
    public GracefulShutdown(Runnable atOnce) {
        hook = new Thread(() -> {
            atOnce.run();
            awaitClosed();
        });
        Runtime.getRuntime().addShutdownHook(hook);
        AWAITED.incrementAndGet();
    }

    /** Whether something wants to end in order, and will say itself how it ends. */
    static boolean isAwaited() {
        return AWAITED.get() > 0;
    }

    /** Waits until what wants to end in order has ended, for others that must not end before it. */
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
            // the process is ending, and the hook running
            return;
        }
        AWAITED.decrementAndGet();
    }
}
