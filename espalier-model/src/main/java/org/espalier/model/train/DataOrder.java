package org.espalier.model.train;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The order in which steps take the pairs: every epoch each pair once, shuffled by the seed and the epoch alone.
 *
 * <p>Pairs are not grouped by size. Merged lattices and prefix trees have no padding that grouping would save, and shuffled
 * batches estimate the gradient better.
 */
final class DataOrder {
    private final long seed;
    private final int batch;
    private final long firstStep;
    private final int stepsPerEpoch;
    private final int[] permutation;
    private int epochOfPermutation = -1;

    /** @param firstStep the number of the first step that takes pairs */
    DataOrder(long seed, int pairs, int batch, long firstStep) {
        this.seed = seed;
        this.batch = batch;
        this.firstStep = firstStep;
        this.stepsPerEpoch = stepsPerEpoch(pairs, batch);
        this.permutation = new int[pairs];
    }

    static int stepsPerEpoch(int pairs, int batch) {
        return Math.toIntExact((pairs + (long) batch - 1) / batch);
    }

    /** Returns the epoch of a step; both count from 0. Before the first epoch it is -1. */
    int epoch(long step) {
        return step < firstStep ? -1 : Math.toIntExact((step - firstStep) / stepsPerEpoch);
    }

    /** Returns the pairs of a step: none before the first epoch. The last step of an epoch takes the remaining pairs. */
    int[] pairs(long step) {
        if (step < firstStep) {
            return new int[0];
        }
        permute(epoch(step));
        int from = Math.toIntExact((step - firstStep) % stepsPerEpoch * batch);
        return Arrays.copyOfRange(permutation, from, (int) Math.min(permutation.length, (long) from + batch));
    }

    private void permute(int epoch) {
        if (epoch == epochOfPermutation) {
            return;
        }
        SplittableRandom random = new SplittableRandom(Seeds.of(seed, Seeds.ORDER, epoch));
        for (int i = 0; i < permutation.length; i++) {
            int j = random.nextInt(i + 1);
            permutation[i] = permutation[j];
            permutation[j] = i;
        }
        epochOfPermutation = epoch;
    }
}
