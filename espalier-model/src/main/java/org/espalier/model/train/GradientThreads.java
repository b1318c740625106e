package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.espalier.model.Model;
import org.espalier.model.Parameters;
import org.espalier.model.Torch;

/**
 * Threads that compute gradients, each for some pairs, with a replica of the model that has gradients of its own. A step is
 * mostly a sequence of many small operations; different pairs on different threads use the processors better than each
 * small operation on all of them.
 *
 * <p>Gradients are summed in a fixed order: the number of threads changes rounding, but no random choice.
 */
final class GradientThreads implements AutoCloseable {
    /** The model itself, and a replica for each further thread. */
    private final List<Model> models = new ArrayList<>();

    private final ExecutorService threads;

    GradientThreads(Model model, int size) {
        models.add(model);
        for (int t = 1; t < size; t++) {
            models.add(model.replica());
        }
        this.threads = Executors.newFixedThreadPool(size, work -> {
            Thread thread = new Thread(
                    () -> {
                        Torch.useThreads(1);
                        work.run();
                    },
                    "espalier-gradients");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Work on one thread. */
    @FunctionalInterface
    interface PartWork<P, T> {
        /**
         * Works on a part.
         *
         * @param thread the number of the thread, from 0
         */
        T apply(int thread, P part);
    }

    /** Returns the number of threads. */
    int size() {
        return models.size();
    }

    /** Returns the model, or its replica, of a thread. */
    Model model(int thread) {
        return models.get(thread);
    }

    /** Applies a function to parts of a batch, no more than threads, each on its own thread; returns the results in order. */
    <P, T> List<T> map(List<P> parts, PartWork<P, T> function) {
        if (models.size() == 1) {
            return parts.stream().map(part -> inScope(0, part, function)).toList();
        }
        List<CompletableFuture<T>> futures = new ArrayList<>();
        for (int t = 0; t < parts.size(); t++) {
            int thread = t;
            P own = parts.get(t);
            futures.add(CompletableFuture.supplyAsync(() -> inScope(thread, own, function), threads));
        }
        try {
            // Waits for all threads even if one has failed: the caller may then free what they use.
            CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new)).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
        return futures.stream().map(CompletableFuture::join).toList();
    }

    private static <P, T> T inScope(int thread, P part, PartWork<P, T> function) {
        try (PointerScope scope = new PointerScope()) {
            return function.apply(thread, part);
        }
    }

    /** Distributes pairs over the threads: the longest pairs first, each to the thread with the least load. */
    List<MicroBatch> distribute(MicroBatch pairs) {
        if (models.size() == 1) {
            return List.of(pairs);
        }
        int size = Math.min(models.size(), pairs.pairs().length);
        List<List<Integer>> ofThread = new ArrayList<>();
        IntStream.range(0, size).forEach(thread -> ofThread.add(new ArrayList<>()));
        int[] load = new int[size];
        IntStream.range(0, pairs.pairs().length)
                .boxed()
                .sorted(Comparator.comparing(pairs::symbols).reversed())
                .forEach(index -> {
                    int least = 0;
                    for (int thread = 1; thread < size; thread++) {
                        least = load[thread] < load[least] ? thread : least;
                    }
                    ofThread.get(least).add(index);
                    load[least] += pairs.symbols(index);
                });
        return ofThread.stream().map(pairs::select).toList();
    }

    /** Adds the gradients of the replicas to those of the model, and resets the replicas' gradients. */
    void sumGradients() {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            for (Model replica : models.subList(1, models.size())) {
                addGradients(
                        models.get(0).sampler().parameters(), replica.sampler().parameters());
                addGradients(
                        models.get(0).scorer().parameters(), replica.scorer().parameters());
            }
        }
    }

    private static void addGradients(Parameters to, Parameters from) {
        from.tensors().forEach((name, tensor) -> {
            Tensor gradient = tensor.grad();
            if (gradient.defined()) {
                to.accumulate(name, gradient);
            }
        });
        from.zeroGradients();
    }

    @Override
    public void close() {
        threads.shutdown();
        models.subList(1, models.size()).forEach(Model::close);
    }
}
