package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The pairs and dreams of a step that one worker computes.
 *
 * @param microBatches the worker's pairs, in batches that are computed one after the other; empty if other workers have all
 *     pairs of the step
 * @param weight the sum of the weights of the pairs of all workers whose gradients are summed
 * @param dreams the numbers of the worker's dreams, divided as its pairs are
 * @param totalDreams the number of dreams of all workers whose gradients are summed
 */
record WorkerBatch(List<MicroBatch> microBatches, double weight, List<int[]> dreams, int totalDreams) {
    WorkerBatch {
        microBatches = List.copyOf(microBatches);
        dreams = List.copyOf(dreams);
    }

    /** Returns the batch of a single worker that computes all pairs of a step at once. */
    static WorkerBatch whole(MicroBatch pairs) {
        return new WorkerBatch(List.of(pairs), Arrays.stream(pairs.weights()).sum(), List.of(), 0);
    }

    /**
     * Returns the same pairs with dreams.
     *
     * @param count the number of parts into which the dreams are divided, fewer if there are fewer dreams
     */
    WorkerBatch withDreams(int[] numbers, int count, int total) {
        List<int[]> result = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            int[] slice = slice(numbers, index, count);
            if (slice.length > 0) {
                result.add(slice);
            }
        }
        return new WorkerBatch(microBatches, weight, result, total);
    }

    /** Returns the number by which the sampler's gradient is divided: each dream counts as a pair of weight 1. */
    double samplerWeight() {
        return weight + totalDreams;
    }

    /**
     * Divides the pairs of a step into micro-batches of nearly equal size, fewer than {@code count} if there are fewer pairs.
     *
     * @param weight the sum of the weights of the pairs of all workers whose gradients are summed
     */
    static WorkerBatch split(MadeUpPairs madeUp, long step, int[] pairs, int count, double weight) {
        List<MicroBatch> result = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            int[] slice = slice(pairs, index, count);
            if (slice.length > 0) {
                result.add(madeUp.batch(step, slice));
            }
        }
        return new WorkerBatch(result, weight, List.of(), 0);
    }

    /**
     * Returns the pairs of a step that belong to this worker: a slice of them, or, if workers remember something of their
     * pairs, those of which this worker remembers it.
     */
    static int[] share(int[] pairs, Workers workers, boolean remembers) {
        return remembers
                ? Arrays.stream(pairs)
                        .filter(pair -> owner(pair, workers) == workers.rank())
                        .toArray()
                : slice(pairs, workers.rank(), workers.size());
    }

    /** Returns the worker that remembers what there is to remember of a pair. */
    static int owner(int pair, Workers workers) {
        return pair % workers.size();
    }

    /** Returns the slice at an index, from 0, of {@code count} slices of nearly equal size. */
    static int[] slice(int[] pairs, int index, int count) {
        return Arrays.copyOfRange(pairs, boundary(pairs, index, count), boundary(pairs, index + 1, count));
    }

    private static int boundary(int[] pairs, int index, int count) {
        return Math.toIntExact((long) pairs.length * index / count);
    }
}
