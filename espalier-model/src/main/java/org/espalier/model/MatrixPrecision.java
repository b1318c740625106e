package org.espalier.model;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** How exactly the large matrix products of a pass are computed; all else is computed as the parameters are. */
public enum MatrixPrecision {
    /** As the parameters are. */
    FULL,
    /**
     * Factors and products are rounded to bfloat16, 8 significant bits; the sums inside are not. Twice as fast, or more, on
     * processors with instructions for it, and slower than full products on others.
     */
    BFLOAT16;

    private static final int TRIALS = 5;
    private static final int ROWS = 128;
    private static final int INNER = 256;
    private static final int COLUMNS = 1024;

    /** How many times as fast as full products these are on this machine, by a trial of some milliseconds. */
    public double timesAsFast() {
        Torch.load();
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Tensor rows = torch.rand(ROWS, INNER);
            Tensor matrix = torch.rand(INNER, COLUMNS);
            return switch (this) {
                case FULL -> 1;
                case BFLOAT16 ->
                    nanoseconds(rows, matrix)
                            / nanoseconds(rows.to(torch.ScalarType.BFloat16), matrix.to(torch.ScalarType.BFloat16));
            };
        }
    }

    /** Of the fastest of some products. */
    private static double nanoseconds(Tensor rows, Tensor matrix) {
        long least = Long.MAX_VALUE;
        for (int trial = 0; trial < TRIALS; trial++) {
            try (PointerScope scope = new PointerScope()) {
                long start = System.nanoTime();
                torch.mm(rows, matrix);
                least = Math.min(least, System.nanoTime() - start);
            }
        }
        return least;
    }
}
