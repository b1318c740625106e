package org.espalier.model.train;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.espalier.model.Torch;

/**
 * One of the processes that train a model together. All workers call the same operations in the same order, and communicate
 * by sums over all workers only.
 */
public interface Workers extends AutoCloseable {
    /** Returns the number of this worker, from 0. */
    int rank();

    /** Returns the number of workers. */
    int size();

    /**
     * Replaces tensors by their sums over all workers, with the same bits in all of them. Waits until all workers have called
     * this with tensors of the same types and sizes. Sends one message per type of number.
     *
     * @throws LostWorkerException if another worker has ended or does not answer in time
     */
    void sum(List<Tensor> tensors);

    /** Returns the sums of numbers over all workers. */
    default double[] sum(double... numbers) {
        Torch.load();
        try (PointerScope scope = new PointerScope()) {
            Tensor tensor = NumberTensors.tensor(numbers);
            sum(List.of(tensor));
            return NumberTensors.numbers(tensor);
        }
    }

    /** Copies the tensors of worker 0 to all workers. */
    default void broadcast(List<Tensor> tensors) {
        if (rank() > 0) {
            tensors.forEach(tensor -> tensor.detach().zero_());
        }
        sum(tensors);
    }

    /** Disconnects this worker. Workers that still wait for it fail with a {@link LostWorkerException}. */
    @Override
    void close();

    /** Returns a single worker, which communicates with nobody. */
    static Workers one() {
        return SingleWorker.INSTANCE;
    }

    /**
     * Connects to the other workers through Gloo, and waits until all are connected.
     *
     * @param rank the number of this worker, from 0
     * @param size the number of workers
     * @param store a file that all workers can read and write, by which they find each other; it must not exist, and worker
     *     0 deletes it before this returns
     * @param host the name or address of this machine on which the other workers reach it: 127.0.0.1 if all workers are on
     *     one machine
     * @param timeout the maximum time to wait for the others, now and in each sum
     * @throws LostWorkerException if another worker does not connect in time
     */
    static Workers gloo(int rank, int size, Path store, String host, Duration timeout) {
        return GlooWorkers.join(rank, size, store, host, timeout);
    }
}
