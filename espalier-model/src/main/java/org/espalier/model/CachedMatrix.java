package org.espalier.model;

import java.util.Objects;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * A matrix by which rows are multiplied again and again within a pass, in the pass's precision. It is rounded once, if at
 * all, and rows and products are rounded in memory that is taken once. Lives in the scope it is made in.
 */
final class CachedMatrix {
    /** Smaller matrices are not rounded: to round the rows takes longer than the product saves. */
    private static final long LEAST_ENTRIES = 1 << 15;

    private static final int TRIALS = 5;

    private final Tensor matrix;
    private final @Nullable Rooms rooms;

    CachedMatrix(Tensor matrix, MatrixPrecision precision, Workspace workspace) {
        boolean rounds = isRounded(matrix.numel(), precision);
        this.matrix = rounds ? matrix.detach().to(torch.ScalarType.BFloat16) : matrix;
        this.rooms = rounds ? new Rooms(workspace) : null;
    }

    /** Whether a matrix of so many entries is rounded. */
    static boolean isRounded(long entries, MatrixPrecision precision) {
        return precision == MatrixPrecision.BFLOAT16 && entries >= LEAST_ENTRIES;
    }

    /** Rows times this matrix. */
    Tensor of(Tensor rows) {
        return rooms == null
                ? BatchInvariantProducts.of(rows, matrix)
                : rooms.product(rows, matrix).to(rows.scalar_type());
    }

    /** The same, written where it is wanted. */
    void into(Tensor result, Tensor rows) {
        if (rooms == null) {
            BatchInvariantProducts.into(result, rows, matrix);
        } else {
            result.copy_(rooms.product(rows, matrix));
        }
    }

    /** The same added to another matrix, or to a vector for every row. */
    Tensor plus(Tensor result, Tensor addend, Tensor rows) {
        return rooms == null
                ? BatchInvariantProducts.plus(result, addend, rows, matrix)
                : result.copy_(rooms.product(rows, matrix)).add_(addend);
    }

    /** The same added to what the result is already. */
    void addTo(Tensor result, Tensor rows) {
        if (rooms == null) {
            BatchInvariantProducts.plus(result, result, rows, matrix);
        } else {
            result.add_(rooms.product(rows, matrix));
        }
    }

    /** leftᵀ·right, where both have many rows: the gradient of a matrix by which rows have been multiplied. */
    static Tensor gradient(Tensor left, Tensor right, MatrixPrecision precision, Workspace workspace) {
        if (!isRounded(left.size(1) * right.size(1), precision)) {
            return torch.mm(left.t(), right);
        }
        Tensor roundedLeft = room(workspace, left, left.size(0), left.size(1)).copy_(left);
        Tensor roundedRight =
                room(workspace, right, right.size(0), right.size(1)).copy_(right);
        return torch.mm(roundedLeft.t(), roundedRight).to(left.scalar_type());
    }

    /** A matrix of rounded numbers, two where one of {@code like}'s would be. */
    private static Tensor room(Workspace workspace, Tensor like, long rows, long columns) {
        long inOne = like.element_size() / 2;
        return workspace
                .empty(like, rows, (columns + inOne - 1) / inOne)
                .view(torch.ScalarType.BFloat16)
                .narrow(1, 0, columns);
    }

    /** Compares products of the shape of an LSTM's, on one thread as in training, the fastest of some each. */
    static double roundedTimesAsFast() {
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

    /** Where rows and products are rounded: as large as the largest so far. */
    private static final class Rooms {
        private final Workspace workspace;
        private final PointerScope scope = Objects.requireNonNull(PointerScope.getInnerScope());
        private @Nullable Tensor ofRows;
        private @Nullable Tensor ofProducts;

        Rooms(Workspace workspace) {
            this.workspace = workspace;
        }

        /** Valid until the next. */
        Tensor product(Tensor rows, Tensor matrix) {
            long count = rows.size(0);
            ofRows = enough(ofRows, rows, count, matrix.size(0));
            ofProducts = enough(ofProducts, rows, count, matrix.size(1));
            Tensor rounded = Torch.rows(ofRows, 0, count).copy_(rows);
            return torch.mm_out(Torch.rows(ofProducts, 0, count), rounded, matrix);
        }

        private Tensor enough(@Nullable Tensor present, Tensor like, long rows, long columns) {
            if (present != null && present.size(0) >= rows) {
                return present;
            }
            // With some room, since depths grow by and by.
            Tensor larger = room(workspace, like, rows + rows / 4, columns);
            scope.attach(larger);
            return larger;
        }
    }
}
