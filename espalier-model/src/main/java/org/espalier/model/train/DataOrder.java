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
    private final int stepsPerEpoch;
    private final int[] permutation;
    private int epochOfPermutation = -1;

    DataOrder(long seed, int pairs, int batch) {
        this.seed = seed;
        this.batch = batch;
        this.stepsPerEpoch = stepsPerEpoch(pairs, batch);
        this.permutation = new int[pairs];
    }

    static int stepsPerEpoch(int pairs, int batch) {
        return Math.toIntExact((pairs + (long) batch - 1) / batch);
    }

    /** Returns the epoch of a step; both count from 0. */
    int epoch(long step) {
        return Math.toIntExact(step / stepsPerEpoch);
    }

    /** Returns the pairs of a step. The last step of an epoch takes the remaining pairs. */
    int[] pairs(long step) {
        permute(epoch(step));
        int from = Math.toIntExact(step % stepsPerEpoch * batch);
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
