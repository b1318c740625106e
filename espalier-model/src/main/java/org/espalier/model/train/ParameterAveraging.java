package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * Local SGD: each worker takes some steps with the gradient of its own pairs; then all workers average their parameters and
 * optimizer states. An average moves three times as much data as a step of {@link GradientSumming}, but only once in
 * {@code localSteps} steps. The result depends on the number of workers.
 *
 * @param trainingStep the step of this worker alone
 */
record ParameterAveraging(
        TrainingStep trainingStep,
        MadeUpPairs madeUp,
        DataOrder order,
        int microBatches,
        int localSteps,
        Workers workers)
        implements DataParallelism {
    /**
     * What workers add up for a local step: the results of each, weighted by its pairs' weight. The norms are averaged too,
     * weighted by pairs and dreams, since no worker has the gradient of all of them.
     */
    private record LocalStepSums(
            double weight,
            double samplerLoss,
            double scorerLoss,
            double ess,
            double samplerWeight,
            double samplerNorm,
            double scorerNorm,
            DreamSums dreams) {
        static final LocalStepSums NONE = new LocalStepSums(0, 0, 0, 0, 0, 0, 0, DreamSums.NONE);

        private static final int FIRST_OF_DREAMS = 7;

        /** The length of {@link #toArray}. */
        static final int NUMBERS = FIRST_OF_DREAMS + DreamSums.NUMBERS;

        static LocalStepSums of(WorkerBatch batch, TrainingStep.Result result) {
            double weight = batch.weight();
            double samplerWeight = batch.samplerWeight();
            return new LocalStepSums(
                    weight,
                    weight * result.samplerLoss(),
                    // A step with dreams alone has no loss of the scorer.
                    weight == 0 ? 0 : weight * result.scorerLoss(),
                    weight * result.ess(),
                    samplerWeight,
                    samplerWeight * result.samplerNorm(),
                    samplerWeight * result.scorerNorm(),
                    result.dreams());
        }

        double[] toArray() {
            double[] result = Arrays.copyOf(
                    new double[] {weight, samplerLoss, scorerLoss, ess, samplerWeight, samplerNorm, scorerNorm},
                    NUMBERS);
            System.arraycopy(dreams.toArray(), 0, result, FIRST_OF_DREAMS, DreamSums.NUMBERS);
            return result;
        }

        static LocalStepSums fromArray(double... numbers) {
            return new LocalStepSums(
                    numbers[0],
                    numbers[1],
                    numbers[2],
                    numbers[3],
                    numbers[4],
                    numbers[5],
                    numbers[6],
                    DreamSums.fromArray(numbers, FIRST_OF_DREAMS));
        }

        TrainingStep.Result mean() {
            double divisor = weight == 0 ? 1 : weight;
            return new TrainingStep.Result(
                    samplerLoss / divisor,
                    scorerLoss / divisor,
                    ess / divisor,
                    samplerNorm / samplerWeight,
                    scorerNorm / samplerWeight,
                    dreams);
        }
    }

    @Override
    public Synchronized nextSteps(long step, long end, BooleanSupplier stopRequested) {
        long next = Math.min(end, (step / localSteps + 1) * localSteps);
        int steps = Math.toIntExact(next - step);
        // The sums of all steps, and the number of workers that want to stop.
        double[] numbers = new double[steps * LocalStepSums.NUMBERS + 1];
        for (int s = 0; s < steps; s++) {
            double[] sums = take(step + s).toArray();
            System.arraycopy(sums, 0, numbers, s * LocalStepSums.NUMBERS, LocalStepSums.NUMBERS);
        }
        int last = numbers.length - 1;
        numbers[last] = stopRequested.getAsBoolean() ? 1 : 0;
        double[] sums = average(numbers);
        List<TrainingStep.Result> results = new ArrayList<>();
        for (int from = 0; from < last; from += LocalStepSums.NUMBERS) {
            results.add(LocalStepSums.fromArray(Arrays.copyOfRange(sums, from, from + LocalStepSums.NUMBERS))
                    .mean());
        }
        return new Synchronized(results, sums[last] > 0);
    }

    private LocalStepSums take(long step) {
        int[] own = WorkerBatch.share(order.pairs(step), workers, trainingStep.remembers());
        int[] dreams = WorkerBatch.share(trainingStep.dreamNumbers(), workers, false);
        WorkerBatch batch = WorkerBatch.split(madeUp, step, own, microBatches, madeUp.weight(own))
                .withDreams(dreams, microBatches, dreams.length);
        return batch.samplerWeight() == 0
                ? LocalStepSums.NONE
                : LocalStepSums.of(batch, trainingStep.take(batch, step, false).orElseThrow());
    }

    /** Averages the parameters and optimizer states of all workers, and returns the sums of some numbers. */
    private double[] average(double... numbers) {
        try (PointerScope scope = new PointerScope()) {
            Tensor sums = NumberTensors.tensor(numbers);
            List<Tensor> tensors = new ArrayList<>(trainingStep.updatedTensors());
            tensors.add(sums);
            workers.sum(tensors);
            Scalar size = new Scalar(workers.size());
            trainingStep.updatedTensors().forEach(tensor -> tensor.detach().div_(size));
            return NumberTensors.numbers(sums);
        }
    }
}
