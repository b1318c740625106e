package org.espalier.model.train;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Which pairs each step takes: every epoch all of them once, in an order that depends on the seed and the epoch alone.
 *
 * <p>Batches are not made of pairs of similar size. Merged lattices and prefix trees have no padding that this could
 * save, and shuffled batches estimate the gradient better.
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

    /** The epoch of a step; both count from 0. */
    int epoch(long step) {
        return Math.toIntExact(step / stepsPerEpoch);
    }

    /** The pairs of a step. The last step of an epoch takes what is left. */
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
