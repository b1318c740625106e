package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.espalier.model.LatticeSource;

/**
 * Workers that take some steps each on its own, with the gradient of its own share, and then all become their mean: the
 * parameters, and what the optimizer remembers. Three times as much travels as in a step of {@link SynchronousSteps}, but only once
 * in so many steps. What comes of it depends on the number of workers.
 *
 * @param step of this worker alone
 */
record LocalSteps(TrainingStep step, LatticeSource source, DataOrder order, int parts, int localSteps, Workers workers)
        implements SyncPolicy {
    /** What is told of a step. */
    private static final int TOLD = 6;

    @Override
    public Advance advance(long number, long end, BooleanSupplier stopRequested) {
        long until = Math.min(end, (number / localSteps + 1) * localSteps);
        int steps = Math.toIntExact(until - number);
        double[] told = new double[steps * TOLD + 1];
        for (int s = 0; s < steps; s++) {
            tell(told, s * TOLD, number + s);
        }
        told[steps * TOLD] = stopRequested.getAsBoolean() ? 1 : 0;
        double[] sums = meet(told);
        List<TrainingStep.Result> results = new ArrayList<>();
        for (int s = 0; s < steps; s++) {
            results.add(result(Arrays.copyOfRange(sums, s * TOLD, (s + 1) * TOLD)));
        }
        return new Advance(results, sums[steps * TOLD] > 0);
    }

    private void tell(double[] told, int at, long number) {
        int[] own = WorkerBatch.slice(order.pairs(number), workers.rank(), workers.size());
        if (own.length == 0) {
            return;
        }
        TrainingStep.Result result = step.take(WorkerBatch.of(source, own, parts, own.length), number, false)
                .orElseThrow();
        told[at] = own.length;
        told[at + 1] = own.length * result.samplerLoss();
        told[at + 2] = own.length * result.scorerLoss();
        told[at + 3] = own.length * result.ess();
        told[at + 4] = own.length * result.samplerNorm();
        told[at + 5] = own.length * result.scorerNorm();
    }

    /** Means over the pairs; of the norms too, which are of gradients that no worker has seen together. */
    private static TrainingStep.Result result(double... sums) {
        double pairs = sums[0];
        return new TrainingStep.Result(
                sums[1] / pairs, sums[2] / pairs, sums[3] / pairs, sums[4] / pairs, sums[5] / pairs);
    }

    /** All workers become their mean. */
    private double[] meet(double... told) {
        try (PointerScope scope = new PointerScope()) {
            Tensor numbers = DoubleTensors.tensor(told);
            List<Tensor> tensors = new ArrayList<>(step.changing());
            tensors.add(numbers);
            workers.sum(tensors);
            Scalar size = new Scalar(workers.size());
            step.changing().forEach(tensor -> tensor.detach().div_(size));
            return DoubleTensors.of(numbers);
        }
    }
}
