package org.espalier.model;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Matrix products in which the result for a row does not depend on the number of rows.
 *
 * <p>MKL multiplies matrices of few rows or columns with other kernels than larger ones, and these round differently. Such
 * matrices are padded with zeros here, so that the result for a pair has the same bits whatever pairs share its batch.
 */
final class BatchInvariantProducts {
    /** The number of columns from which on MKL rounds all products alike. */
    static final int MIN_COLUMNS = 16;

    /** The largest inner dimension for which {@link #FEW_ROWS} are enough. */
    private static final long SHORT_SUM = 64;

    private static final int FEW_ROWS = 4;

    /** Needed on Intel processors with AVX-512, where kernels for up to 15 rows split long sums; FEW_ROWS on AMD's. */
    private static final int MORE_ROWS = 16;

    private BatchInvariantProducts() {}

    /** Returns the number of rows from which on MKL rounds all products alike, for sums of this many terms. */
    static int minRows(long inner) {
        return inner <= SHORT_SUM ? FEW_ROWS : MORE_ROWS;
    }

    /** Returns W·x + b for every row x. */
    static Tensor affine(Tensor x, Tensor weight, Tensor bias) {
        long inner = weight.size(1);
        if (isWide(x.numel() / inner, inner, weight.size(0))) {
            return torch.linear(x, weight, new TensorOptional(bias));
        }
        long[] shape = x.sizes().vec().get();
        shape[shape.length - 1] = weight.size(0);
        return narrow(bias, x.reshape(-1, inner), weight.t()).reshape(shape);
    }

    /** Returns W·x + b for every row x, with products in the precision of a pass. */
    static Tensor affine(Tensor x, Tensor weight, Tensor bias, MatrixPrecision precision) {
        if (!CachedMatrix.isRounded(weight.numel(), precision)) {
            return affine(x, weight, bias);
        }
        return torch.linear(x.to(torch.ScalarType.BFloat16), weight.to(torch.ScalarType.BFloat16))
                .to(x.scalar_type())
                .add(bias);
    }

    /** Returns rows times a matrix. */
    static Tensor of(Tensor rows, Tensor matrix) {
        return isWide(rows.size(0), matrix.size(0), matrix.size(1))
                ? torch.mm(rows, matrix)
                : narrow(null, rows, matrix);
    }

    /** Writes rows times a matrix into a result. */
    static void into(Tensor result, Tensor rows, Tensor matrix) {
        if (isWide(rows.size(0), matrix.size(0), matrix.size(1))) {
            torch.mm_out(result, rows, matrix);
        } else {
            result.copy_(narrow(null, rows, matrix));
        }
    }

    /** Writes the sum of an addend, a matrix or one vector for all rows, and rows times a matrix into a result. */
    static Tensor plus(Tensor result, Tensor addend, Tensor rows, Tensor matrix) {
        return isWide(rows.size(0), matrix.size(0), matrix.size(1))
                ? torch.addmm_out(result, addend, rows, matrix)
                : result.copy_(narrow(addend, rows, matrix));
    }

    private static boolean isWide(long rows, long inner, long columns) {
        return rows >= minRows(inner) && columns >= MIN_COLUMNS;
    }

    /** Pads the factors. The addend is part of the padded product: added afterwards, it would be rounded differently. */
    private static Tensor narrow(@Nullable Tensor addend, Tensor rows, Tensor matrix) {
        long height = Math.max(minRows(rows.size(1)), rows.size(0));
        long width = Math.max(MIN_COLUMNS, matrix.size(1));
        Tensor left = padded(rows, height, rows.size(1));
        Tensor right = padded(matrix, matrix.size(0), width);
        Tensor product =
                addend == null ? torch.mm(left, right) : torch.addmm(padded(addend, height, width), left, right);
        return Torch.rows(product, 0, rows.size(0)).narrow(1, 0, matrix.size(1));
    }

    /** Returns a matrix padded with zeros below and to the right, or a vector padded to the right. */
    private static Tensor padded(Tensor tensor, long rows, long columns) {
        long right = columns - tensor.size(-1);
        if (right == 0 && (tensor.dim() == 1 || rows == tensor.size(0))) {
            return tensor;
        }
        long[] added = tensor.dim() == 1 ? new long[] {0, right} : new long[] {0, right, 0, rows - tensor.size(0)};
        return torch.constant_pad_nd(tensor, added, new Scalar(0));
    }
}
