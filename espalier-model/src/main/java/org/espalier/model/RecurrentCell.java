package org.espalier.model;

import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * One layer of a recurrent network: the step that computes new states from old states and inputs, and its gradient.
 *
 * <p>The caller computes the input's contribution to the gates, {@code x}, with one row per state and one block of columns per
 * gate; for symbols it is a row of a table. {@link #step} writes its results into tensors allocated by {@link #keep}. The
 * first {@link #states} of them are the new state: h, and for an LSTM c. {@link #backward} computes the gradient of a step
 * from these tensors. It writes the gradients of the gates into rows of {@link #gradientWidth} numbers, from which {@link
 * #toInput} and {@link #toHidden} extract the gradients of x and of the product with the hidden weight.
 */
abstract sealed class RecurrentCell permits GruCell, RnnCell, LstmCell {
    final int dimension;
    final Tensor hidden;
    final @Nullable Tensor hiddenBias;
    private final Workspace workspace;

    RecurrentCell(Parameters parameters, String name, int gates, int dimension, boolean bias) {
        this.dimension = dimension;
        this.hidden = parameters.uniform(name + ".hidden", dimension, (long) gates * dimension, dimension);
        this.hiddenBias = bias ? parameters.uniform(name + ".hiddenBias", dimension, (long) gates * dimension) : null;
        this.workspace = parameters.workspace();
    }

    /** Returns the number of tensors that form a state. */
    int states() {
        return 1;
    }

    /** Returns the matrix that a step multiplies states by. */
    final CachedMatrix hiddenTransposed(MatrixPrecision precision) {
        return factor(hidden.t(), precision);
    }

    /** Returns the matrix that the backward pass multiplies gradients by. */
    final CachedMatrix hidden(MatrixPrecision precision) {
        return factor(hidden, precision);
    }

    /** Returns a matrix prepared for many products. */
    final CachedMatrix factor(Tensor matrix, MatrixPrecision precision) {
        return new CachedMatrix(matrix, precision, workspace);
    }

    /** Adds to the gradient of the hidden weight, given the gradients of its products and the states it multiplied. */
    final void accumulate(Tensor ofProducts, Tensor before, MatrixPrecision precision) {
        RecurrentPass.accumulate(hidden, CachedMatrix.gradient(ofProducts, before, precision, workspace));
    }

    /** Returns an uninitialized matrix. */
    final Tensor empty(long rows, long columns) {
        return workspace.empty(hidden, rows, columns);
    }

    /** Returns the width of the gradient of the gates. */
    abstract int gradientWidth();

    /** Allocates the tensors for the results of a step over a number of rows. */
    abstract Tensor[] keep(long rows);

    /**
     * Computes {@code kept} from the input's contribution to the gates, which it may overwrite, and the states before. States
     * other than h may share memory with their successors in {@code kept}, so a single elementwise operation must read the
     * old and write the new one.
     */
    abstract void step(Tensor x, Tensor[] before, Tensor[] kept, CachedMatrix hiddenTransposed);

    /**
     * Computes the gradients of the gates and of the states before a step.
     *
     * @param gradient the gradient of the states after the step; may be overwritten
     * @param gates output: the gradient of the gates
     * @param gradientBefore output: the gradient of the states before the step
     */
    abstract void backward(
            Tensor[] before,
            Tensor[] kept,
            Tensor[] gradient,
            Tensor gates,
            Tensor[] gradientBefore,
            CachedMatrix hidden);

    /** Extracts the gradient of x from the gradient of the gates. */
    abstract Tensor toInput(Tensor gates);

    /** Extracts the gradient of hidden·h + bias from the gradient of the gates. */
    abstract Tensor toHidden(Tensor gates);
}
