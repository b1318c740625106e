package org.espalier.model.train;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Everything random is derived from the seed of the training, from what it is for, and from the numbers that say where:
 * so there is no state of a generator to save, and no order in which numbers must be asked for.
 */
final class Seeds {
    static final long ORDER = 1;
    static final long DROPOUT = 2;
    static final long SAMPLER = 3;
    static final long SCORER = 4;
    static final long VALIDATION = 5;

    private Seeds() {}

    static long of(long... parts) {
        long result = 0;
        for (long part : parts) {
            result = new SplittableRandom(result + part).nextLong();
        }
        return result;
    }

    /** A stream for each pair, which no other pair of the batch has a part in. */
    static RandomGenerator[] streams(long seed, long purpose, long step, int... pairs) {
        RandomGenerator[] result = new RandomGenerator[pairs.length];
        for (int p = 0; p < pairs.length; p++) {
            result[p] = new SplittableRandom(of(seed, purpose, step, pairs[p]));
        }
        return result;
    }
}
