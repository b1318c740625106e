package org.espalier.model.estimate;

import java.util.SplittableRandom;

/** Random streams of pairs: each is given by a seed and the number of a pair in its data set, and by nothing else. */
final class RandomStreams {
    private RandomStreams() {}

    private static SplittableRandom of(long seed, long pair) {
        // Seeds that differ by a little, or by the generator's own step, must not give streams that overlap.
        long mixed = new SplittableRandom(seed).nextLong() ^ new SplittableRandom(~pair).nextLong();
        return new SplittableRandom(new SplittableRandom(mixed).nextLong());
    }

    static SplittableRandom[] of(long seed, int... pairs) {
        SplittableRandom[] streams = new SplittableRandom[pairs.length];
        for (int p = 0; p < pairs.length; p++) {
            streams[p] = of(seed, (long) pairs[p]);
        }
        return streams;
    }
}
