package org.espalier.model;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Products of matrices in which what comes of a row does not depend on how many rows there are.
 *
 * <p>Libraries multiply matrices of a few rows or columns in other ways than larger ones, and round otherwise. Such are
 * filled up here, so that what is found out about a pair has the same bits whatever pairs stand beside it.
 */
final class BatchInvariantProducts {
    /** From so many rows on, and so many columns, MKL rounds all products alike. */
    static final int LEAST_ROWS = 4;

    static final int LEAST_COLUMNS = 16;

    private BatchInvariantProducts() {}

    /** W·x + b for every row x. */
    static Tensor affine(Tensor x, Tensor weight, Tensor bias) {
        long inner = weight.size(1);
        if (isWide(x.numel() / inner, weight.size(0))) {
            return torch.linear(x, weight, new TensorOptional(bias));
        }
        long[] shape = x.sizes().vec().get();
        shape[shape.length - 1] = weight.size(0);
        return narrow(bias, x.reshape(-1, inner), weight.t()).reshape(shape);
    }

    /** The same in the precision of a pass. */
    static Tensor affine(Tensor x, Tensor weight, Tensor bias, MatrixPrecision precision) {
        if (!CachedMatrix.isRounded(weight.numel(), precision)) {
            return affine(x, weight, bias);
        }
        return torch.linear(x.to(torch.ScalarType.BFloat16), weight.to(torch.ScalarType.BFloat16))
                .to(x.scalar_type())
                .add(bias);
    }

    /** Rows times a matrix. */
    static Tensor of(Tensor rows, Tensor matrix) {
        return isWide(rows.size(0), matrix.size(1)) ? torch.mm(rows, matrix) : narrow(null, rows, matrix);
    }

    /** The same, written where it is wanted. */
    static void into(Tensor result, Tensor rows, Tensor matrix) {
        if (isWide(rows.size(0), matrix.size(1))) {
            torch.mm_out(result, rows, matrix);
        } else {
            result.copy_(narrow(null, rows, matrix));
        }
    }

    /** The same added to a matrix, or to a vector for every row, and written where it is wanted. */
    static Tensor plus(Tensor result, Tensor addend, Tensor rows, Tensor matrix) {
        return isWide(rows.size(0), matrix.size(1))
                ? torch.addmm_out(result, addend, rows, matrix)
                : result.copy_(narrow(addend, rows, matrix));
    }

    private static boolean isWide(long rows, long columns) {
        return rows >= LEAST_ROWS && columns >= LEAST_COLUMNS;
    }

    /** The addend takes part in the product, as in a large one: added afterwards it would be rounded otherwise. */
    private static Tensor narrow(@Nullable Tensor addend, Tensor rows, Tensor matrix) {
        long height = Math.max(LEAST_ROWS, rows.size(0));
        long width = Math.max(LEAST_COLUMNS, matrix.size(1));
        Tensor left = filled(rows, height, rows.size(1));
        Tensor right = filled(matrix, matrix.size(0), width);
        Tensor product =
                addend == null ? torch.mm(left, right) : torch.addmm(filled(addend, height, width), left, right);
        return Torch.rows(product, 0, rows.size(0)).narrow(1, 0, matrix.size(1));
    }

    /** A matrix with zeros added below and to the right; a vector, which stands for every row, to the right. */
    private static Tensor filled(Tensor tensor, long rows, long columns) {
        long right = columns - tensor.size(-1);
        if (right == 0 && (tensor.dim() == 1 || rows == tensor.size(0))) {
            return tensor;
        }
        long[] added = tensor.dim() == 1 ? new long[] {0, right} : new long[] {0, right, 0, rows - tensor.size(0)};
        return torch.constant_pad_nd(tensor, added, new Scalar(0));
    }
}
