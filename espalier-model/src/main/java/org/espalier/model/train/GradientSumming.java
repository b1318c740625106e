package org.espalier.model.train;

import java.util.List;
import java.util.function.BooleanSupplier;

/** Synchronous training: workers sum their gradients in every step, so the result is that of one worker, up to rounding. */
record GradientSumming(
        TrainingStep trainingStep, MadeUpPairs madeUp, DataOrder order, int microBatches, Workers workers)
        implements DataParallelism {
    @Override
    public Synchronized nextSteps(long step, long end, BooleanSupplier stopRequested) {
        int[] pairs = order.pairs(step);
        boolean stop = stopRequested.getAsBoolean();
        int[] own = stop ? new int[0] : WorkerBatch.share(pairs, workers, trainingStep.remembers());
        int[] dreams = trainingStep.dreamNumbers();
        int[] ownDreams = stop ? new int[0] : WorkerBatch.share(dreams, workers, false);
        WorkerBatch batch = WorkerBatch.split(madeUp, step, own, microBatches, madeUp.weight(pairs))
                .withDreams(ownDreams, microBatches, dreams.length);
        return trainingStep
                .take(batch, step, stop)
                .map(result -> new Synchronized(List.of(result), false))
                .orElse(new Synchronized(List.of(), true));
    }
}
