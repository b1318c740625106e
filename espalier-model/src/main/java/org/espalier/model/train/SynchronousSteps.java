package org.espalier.model.train;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.espalier.model.LatticeSource;

/** Workers that add up their gradients in every step, and so do to the parameters what one would do. */
record SynchronousSteps(TrainingStep step, LatticeSource source, DataOrder order, int parts, Workers workers)
        implements SyncPolicy {
    @Override
    public Advance advance(long number, long end, BooleanSupplier stopRequested) {
        int[] pairs = order.pairs(number);
        boolean stops = stopRequested.getAsBoolean();
        int[] own = stops ? new int[0] : WorkerBatch.slice(pairs, workers.rank(), workers.size());
        return step.take(WorkerBatch.of(source, own, parts, pairs.length), number, stops)
                .map(result -> new Advance(List.of(result), false))
                .orElse(new Advance(List.of(), true));
    }
}
