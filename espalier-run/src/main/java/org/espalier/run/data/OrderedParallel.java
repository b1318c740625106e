package org.espalier.run.data;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.espalier.model.Torch;

/**
 * Independent pieces of work on as many threads as libtorch may use, one each: many small operations keep processors busier
 * side by side than each of them on all. What a piece comes to does not depend on the number of threads, in no bit.
 */
public final class OrderedParallel {
    private OrderedParallel() {}

    /**
     * Does pieces of work, and hands over the results in order.
     *
     * @param prepare called in order, by the calling thread, shortly before the piece with this number is begun; returns it
     * @param consumer called in order, by the calling thread
     */
    public static <T> void forEach(int pieces, IntFunction<Supplier<T>> prepare, ObjIntConsumer<T> consumer) {
        int threads = Math.min(pieces, Torch.threads());
        if (threads <= 1) {
            for (int piece = 0; piece < pieces; piece++) {
                consumer.accept(prepare.apply(piece).get(), piece);
            }
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(threads, OrderedParallel::thread);
        Deque<CompletableFuture<T>> begun = new ArrayDeque<>();
        try {
            for (int piece = 0; piece < pieces; piece++) {
                begun.add(CompletableFuture.supplyAsync(prepare.apply(piece), pool));
                // One more than there are threads, so that none waits for the consumer.
                if (begun.size() > threads) {
                    consumer.accept(begun.remove().join(), piece - threads);
                }
            }
            for (int piece = pieces - begun.size(); piece < pieces; piece++) {
                consumer.accept(begun.remove().join(), piece);
            }
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        } finally {
            // Nobody may be at work any more on what is closed after this.
            begun.forEach(piece -> piece.handle((result, failure) -> result).join());
            pool.shutdown();
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(
                () -> {
                    Torch.useThreads(1);
                    work.run();
                },
                "espalier-batches");
        thread.setDaemon(true);
        return thread;
    }
}
