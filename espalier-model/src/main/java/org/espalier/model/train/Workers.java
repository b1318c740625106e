package org.espalier.model.train;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.espalier.model.Torch;

/**
 * The processes that train one model together, as one of them sees them. All of them do the same things in the same order;
 * what one knows and the others do not travels by sums.
 */
public interface Workers extends AutoCloseable {
    /** The number of this worker, from 0. */
    int rank();

    /** How many workers there are. */
    int size();

    /**
     * Makes tensors the sums over all workers of what each of them has there, with the same bits in all. Waits until all
     * have called this with tensors of the same types and sizes. What travels is one message for each type of number.
     *
     * @throws LostWorkerException if another worker is not there any more, or has been waited for too long
     */
    void sum(List<Tensor> tensors);

    /** The sums of numbers. */
    default double[] sum(double... numbers) {
        Torch.load();
        try (PointerScope scope = new PointerScope()) {
            Tensor tensor = DoubleTensors.tensor(numbers);
            sum(List.of(tensor));
            return DoubleTensors.of(tensor);
        }
    }

    /** Gives all workers what worker 0 has. */
    default void takeFirst(List<Tensor> tensors) {
        if (rank() > 0) {
            tensors.forEach(tensor -> tensor.detach().zero_());
        }
        sum(tensors);
    }

    /** Says goodbye. Others that still wait for this worker will have lost it. */
    @Override
    void close();

    /** A worker alone. */
    static Workers one() {
        return SingleWorker.INSTANCE;
    }

    /**
     * Joins others through Gloo, and waits until all are there.
     *
     * @param store a file that all workers can read and write, in which they find each other; not there before, and not
     *     needed any more when this returns: worker 0 removes it
     * @param host the name or address of this machine, to listen on and to be found by the others: 127.0.0.1 where all
     *     workers are on one
     * @param timeout how long to wait for the others, now and at each sum
     * @throws LostWorkerException if the others do not come
     */
    static Workers gloo(int rank, int size, Path store, String host, Duration timeout) {
        return GlooWorkers.join(rank, size, store, host, timeout);
    }
}
