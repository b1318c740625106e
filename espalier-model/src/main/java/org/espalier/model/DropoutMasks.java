package org.espalier.model;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The dropout masks of one pass. The mask of a row is a function of the seed, the place in the network, the number of the
 * row's pair in the data, and the row's number within the pair. So it does not depend on which pairs form a batch, or on
 * which thread or process computes them.
 */
final class DropoutMasks {
    private final double dropout;
    /** The probability that an entry is kept, as a fraction of 2³². */
    private final long keepThreshold;

    private final long seed;
    private final int[] pairs;

    /** @param pairs the number of each pair of the batch in its data */
    DropoutMasks(double dropout, long seed, int... pairs) {
        this.dropout = dropout;
        this.keepThreshold = Math.round((1 - dropout) * (1L << Integer.SIZE));
        this.seed = seed;
        this.pairs = pairs.clone();
    }

    /** Applies dropout to a table that all pairs read: zeroes some entries and scales the others up. */
    Tensor ofTable(String place, Tensor table) {
        byte[] mask = new byte[LatticeBatch.index(table.numel())];
        fill(mask, 0, mask.length, mixed(seed, place.hashCode()));
        return masked(table, mask);
    }

    /** Applies dropout to rows that each belong to one pair. All dimensions of the tensor but the last index rows. */
    Tensor ofRows(String place, Tensor rows, DropoutKeys keys) {
        long ofPlace = mixed(mixed(seed, place.hashCode()), 1);
        long[] ofPair =
                Arrays.stream(pairs).mapToLong(pair -> mixed(ofPlace, pair)).toArray();
        byte[] mask = new byte[LatticeBatch.index(rows.numel())];
        int width = Math.toIntExact(rows.size(-1));
        for (int row = 0; row < keys.pair().length; row++) {
            int pair = keys.pair()[row];
            if (pair >= 0) {
                fill(mask, row * width, width, mixed(ofPair[pair], keys.number()[row]));
            }
        }
        return masked(rows, mask);
    }

    private static long mixed(long value, long with) {
        return new SplittableRandom(value + with).nextLong();
    }

    /** Fills a part of a mask. Each random number gives two entries, 32 bits each. */
    private void fill(byte[] mask, int from, int count, long key) {
        SplittableRandom random = new SplittableRandom(key);
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits = i % 2 == 0 ? random.nextLong() : bits >>> Integer.SIZE;
            mask[from + i] = (byte) ((bits & 0xffffffffL) < keepThreshold ? 1 : 0);
        }
    }

    private Tensor masked(Tensor tensor, byte... mask) {
        try (BytePointer pointer = new BytePointer(mask)) {
            Tensor ones = torch.from_blob(
                    pointer, tensor.sizes().vec().get(), Torch.options(torch.ScalarType.Byte, Torch.cpu()));
            Tensor scaled = Torch.copy(ones, Torch.options(tensor.scalar_type(), tensor.device()))
                    .div_(new Scalar(1 - dropout));
            return tensor.mul(scaled);
        }
    }
}
