package org.espalier.model;

import java.util.Objects;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * A matrix that multiplies many rows within a pass, in the pass's precision. With bfloat16 it is rounded once, and rows and
 * products are rounded in buffers that are allocated once. It belongs to the pointer scope in which it is created.
 */
final class CachedMatrix {
    /** Smaller matrices are not rounded: rounding the rows takes longer than the product saves. */
    private static final long MIN_ENTRIES = 1 << 15;

    private static final int TRIALS = 5;

    private final Tensor matrix;
    private final @Nullable Buffers buffers;

    CachedMatrix(Tensor matrix, MatrixPrecision precision, Workspace workspace) {
        boolean rounds = isRounded(matrix.numel(), precision);
        this.matrix = rounds ? matrix.detach().to(torch.ScalarType.BFloat16) : matrix;
        this.buffers = rounds ? new Buffers(workspace) : null;
    }

    /** Returns whether a matrix with this number of entries is rounded. */
    static boolean isRounded(long entries, MatrixPrecision precision) {
        return precision == MatrixPrecision.BFLOAT16 && entries >= MIN_ENTRIES;
    }

    /** Returns rows times this matrix. */
    Tensor of(Tensor rows) {
        return buffers == null
                ? BatchInvariantProducts.of(rows, matrix)
                : buffers.product(rows, matrix).to(rows.scalar_type());
    }

    /** Writes rows times this matrix into a result. */
    void into(Tensor result, Tensor rows) {
        if (buffers == null) {
            BatchInvariantProducts.into(result, rows, matrix);
        } else {
            result.copy_(buffers.product(rows, matrix));
        }
    }

    /** Writes the sum of an addend, a matrix or one vector for all rows, and rows times this matrix into a result. */
    Tensor plus(Tensor result, Tensor addend, Tensor rows) {
        return buffers == null
                ? BatchInvariantProducts.plus(result, addend, rows, matrix)
                : result.copy_(buffers.product(rows, matrix)).add_(addend);
    }

    /** Adds rows times this matrix to a result. */
    void addTo(Tensor result, Tensor rows) {
        if (buffers == null) {
            BatchInvariantProducts.plus(result, result, rows, matrix);
        } else {
            result.add_(buffers.product(rows, matrix));
        }
    }

    /** Returns leftᵀ·right, where both have many rows: the gradient of a matrix that has multiplied rows. */
    static Tensor gradient(Tensor left, Tensor right, MatrixPrecision precision, Workspace workspace) {
        if (!isRounded(left.size(1) * right.size(1), precision)) {
            return torch.mm(left.t(), right);
        }
        Tensor roundedLeft =
                roundedBuffer(workspace, left, left.size(0), left.size(1)).copy_(left);
        Tensor roundedRight =
                roundedBuffer(workspace, right, right.size(0), right.size(1)).copy_(right);
        return torch.mm(roundedLeft.t(), roundedRight).to(left.scalar_type());
    }

    /** Returns an uninitialized bfloat16 matrix in the memory of the workspace. */
    private static Tensor roundedBuffer(Workspace workspace, Tensor like, long rows, long columns) {
        long inOne = like.element_size() / 2;
        return workspace
                .empty(like, rows, (columns + inOne - 1) / inOne)
                .view(torch.ScalarType.BFloat16)
                .narrow(1, 0, columns);
    }

    /** Returns the speed of rounded products relative to full ones: the fastest of some trials, on one thread. */
    static double relativeSpeedOfRounding() {
        int threads = Torch.threads();
        Torch.useThreads(1);
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard();
                Workspace workspace = new Workspace()) {
            Tensor rows = torch.rand(128, 256);
            Tensor matrix = torch.rand(256, 1024);
            return nanoseconds(new CachedMatrix(matrix, MatrixPrecision.FULL, workspace), rows)
                    / nanoseconds(new CachedMatrix(matrix, MatrixPrecision.BFLOAT16, workspace), rows);
        } finally {
            Torch.useThreads(threads);
        }
    }

    private static double nanoseconds(CachedMatrix factor, Tensor rows) {
        Tensor result = torch.empty(rows.size(0), factor.matrix.size(1));
        long least = Long.MAX_VALUE;
        for (int trial = 0; trial < TRIALS; trial++) {
            try (PointerScope scope = new PointerScope()) {
                long start = System.nanoTime();
                factor.into(result, rows);
                least = Math.min(least, System.nanoTime() - start);
            }
        }
        return least;
    }

    /** The buffers for rounded rows and products, as large as the largest so far. */
    private static final class Buffers {
        private final Workspace workspace;
        private final PointerScope scope = Objects.requireNonNull(PointerScope.getInnerScope());
        private @Nullable Tensor roundedRows;
        private @Nullable Tensor roundedProducts;

        Buffers(Workspace workspace) {
            this.workspace = workspace;
        }

        /** Returns the rounded product, which is valid until the next call. */
        Tensor product(Tensor rows, Tensor matrix) {
            long count = rows.size(0);
            roundedRows = enlarged(roundedRows, rows, count, matrix.size(0));
            roundedProducts = enlarged(roundedProducts, rows, count, matrix.size(1));
            Tensor rounded = Torch.rows(roundedRows, 0, count).copy_(rows);
            return torch.mm_out(Torch.rows(roundedProducts, 0, count), rounded, matrix);
        }

        private Tensor enlarged(@Nullable Tensor present, Tensor like, long rows, long columns) {
            if (present != null && present.size(0) >= rows) {
                return present;
            }
            // With a reserve, since the number of rows grows slowly.
            Tensor larger = roundedBuffer(workspace, like, rows + rows / 4, columns);
            scope.attach(larger);
            return larger;
        }
    }
}
