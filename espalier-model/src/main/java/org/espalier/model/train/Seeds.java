package org.espalier.model.train;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Derives the seeds of random streams from the seed of the training, a purpose, and numbers such as the step and the pair. So
 * there is no state of a generator to save, and streams can be created in any order.
 */
final class Seeds {
    static final long ORDER = 1;
    static final long DROPOUT = 2;
    static final long SAMPLER = 3;
    static final long SCORER = 4;
    static final long VALIDATION = 5;
    static final long DREAMS = 6;
    static final long MADE_UP = 7;

    private Seeds() {}

    /** Returns a hash of some numbers. */
    static long of(long... parts) {
        long result = 0;
        for (long part : parts) {
            result = new SplittableRandom(result + part).nextLong();
        }
        return result;
    }

    /** Returns a stream for each pair that does not depend on the other pairs of the batch. */
    static RandomGenerator[] streams(long seed, long purpose, long step, int... pairs) {
        RandomGenerator[] result = new RandomGenerator[pairs.length];
        for (int p = 0; p < pairs.length; p++) {
            result[p] = new SplittableRandom(of(seed, purpose, step, pairs[p]));
        }
        return result;
    }
}
