package org.espalier.model;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * What dropout drops in one pass. The mask of a row is a function of the seed, of the place in the network, of the number of
 * its pair in the data, and of its own among the pair's rows. So it does not matter which pairs are computed together, in
 * what parts, or in which process.
 */
final class DropoutMasks {
    private final double dropout;
    private final long kept;
    private final long seed;
    private final int[] pairs;

    /** @param pairs the number of each pair of the batch in its data */
    DropoutMasks(double dropout, long seed, int... pairs) {
        this.dropout = dropout;
        this.kept = Math.round((1 - dropout) * (1L << Integer.SIZE));
        this.seed = seed;
        this.pairs = pairs.clone();
    }

    /** A table that all pairs read, with some entries zeroed and the others scaled up. */
    Tensor ofTable(String place, Tensor table) {
        byte[] mask = new byte[LatticeBatch.index(table.numel())];
        fill(mask, 0, mask.length, mixed(seed, place.hashCode()));
        return masked(table, mask);
    }

    /** Rows of pairs; what the last dimension of the tensor has not is all rows. */
    Tensor ofRows(String place, Tensor rows, DropoutKeys names) {
        long ofPlace = mixed(mixed(seed, place.hashCode()), 1);
        long[] ofPair =
                Arrays.stream(pairs).mapToLong(pair -> mixed(ofPlace, pair)).toArray();
        byte[] mask = new byte[LatticeBatch.index(rows.numel())];
        int width = Math.toIntExact(rows.size(-1));
        for (int row = 0; row < names.pair().length; row++) {
            int pair = names.pair()[row];
            if (pair >= 0) {
                fill(mask, row * width, width, mixed(ofPair[pair], names.number()[row]));
            }
        }
        return masked(rows, mask);
    }

    private static long mixed(long value, long with) {
        return new SplittableRandom(value + with).nextLong();
    }

    /** Two entries of each random number, 32 bits each. */
    private void fill(byte[] mask, int from, int count, long key) {
        SplittableRandom random = new SplittableRandom(key);
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits = i % 2 == 0 ? random.nextLong() : bits >>> Integer.SIZE;
            mask[from + i] = (byte) ((bits & 0xffffffffL) < kept ? 1 : 0);
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
