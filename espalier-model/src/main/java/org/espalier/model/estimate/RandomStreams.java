package org.espalier.model.estimate;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeBatch;

/**
 * The random streams of pairs. A stream is determined by a seed and the key of its pair; pairs with equal keys have equal
 * streams.
 */
final class RandomStreams {
    private RandomStreams() {}

    /**
     * Returns the stream of each pair of a batch.
     *
     * @param keys one key per pair
     */
    static SplittableRandom[] of(LatticeBatch batch, long seed, int... keys) {
        if (keys.length != batch.pairs()) {
            throw new EspalierException(
                    "a batch of " + batch.pairs() + " pairs needs as many stream keys; got " + keys.length);
        }
        return Arrays.stream(keys).mapToObj(key -> of(seed, key)).toArray(SplittableRandom[]::new);
    }

    /** Returns a key for each pair that is a hash of its input and output, so that it does not depend on other pairs. */
    static int[] keysOfStrings(LatticeBatch batch) {
        return batch.lattices().stream()
                .mapToInt(lattice -> 31 * Arrays.hashCode(lattice.input()) + Arrays.hashCode(lattice.output()))
                .toArray();
    }

    /** Returns the stream of a key. */
    static SplittableRandom of(long seed, long key) {
        // Seeds that differ by a little, or by the generator's own step, must not give streams that overlap.
        long mixed = new SplittableRandom(seed).nextLong() ^ new SplittableRandom(~key).nextLong();
        return new SplittableRandom(new SplittableRandom(mixed).nextLong());
    }
}
