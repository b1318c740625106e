package org.espalier.model.train;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** A single worker, for which a sum over all workers is the worker's own value. */
enum SingleWorker implements Workers {
    INSTANCE;

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public void sum(List<Tensor> tensors) {}

    @Override
    public double[] sum(double... numbers) {
        return numbers.clone();
    }

    @Override
    public void close() {}
}
