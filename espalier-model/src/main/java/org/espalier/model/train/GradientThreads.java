package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.espalier.model.Model;
import org.espalier.model.Parameters;
import org.espalier.model.Torch;

/**
 * The threads that compute gradients, each with pairs and a twin of the model of its own. Most of what a step does is many
 * small operations one after another; pairs side by side keep processors busier than every such operation on all of them.
 *
 * <p>What the threads have found is added up in a fixed order: their number changes rounding, but not chance.
 */
final class GradientThreads implements AutoCloseable {
    /** Of the model itself, and of its twins. */
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

    /** Has the work done for all pairs, and returns what it gives for those of each thread. */
    <T> List<T> share(WorkerBatch.Part part, BiFunction<Model, WorkerBatch.Part, T> work) {
        List<WorkerBatch.Part> deals = deal(part);
        if (models.size() == 1) {
            return List.of(inScope(models.get(0), part, work));
        }
        List<CompletableFuture<T>> futures = new ArrayList<>();
        for (int t = 0; t < deals.size(); t++) {
            Model model = models.get(t);
            WorkerBatch.Part own = deals.get(t);
            futures.add(CompletableFuture.supplyAsync(() -> inScope(model, own, work), threads));
        }
        try {
            // All of them, even if one has failed: nobody may be at work on what is given up after that.
            CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new)).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
        return futures.stream().map(CompletableFuture::join).toList();
    }

    private static <T> T inScope(Model model, WorkerBatch.Part part, BiFunction<Model, WorkerBatch.Part, T> work) {
        try (PointerScope scope = new PointerScope()) {
            return work.apply(model, part);
        }
    }

    /** Deals out pairs, the longest first, each to who has least to do. */
    private List<WorkerBatch.Part> deal(WorkerBatch.Part part) {
        int hands = Math.min(models.size(), part.pairs().length);
        List<List<Integer>> dealt = new ArrayList<>();
        IntStream.range(0, hands).forEach(hand -> dealt.add(new ArrayList<>()));
        int[] load = new int[hands];
        IntStream.range(0, part.pairs().length)
                .boxed()
                .sorted(Comparator.comparing(part::symbols).reversed())
                .forEach(k -> {
                    int least = 0;
                    for (int hand = 1; hand < hands; hand++) {
                        least = load[hand] < load[least] ? hand : least;
                    }
                    dealt.get(least).add(k);
                    load[least] += part.symbols(k);
                });
        return dealt.stream().map(part::some).toList();
    }

    /** Adds the gradients that the twins have to those of the model, and leaves the twins without any. */
    void addUp() {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            for (Model twin : models.subList(1, models.size())) {
                addUp(models.get(0).sampler().parameters(), twin.sampler().parameters());
                addUp(models.get(0).scorer().parameters(), twin.scorer().parameters());
            }
        }
    }

    private static void addUp(Parameters to, Parameters from) {
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
