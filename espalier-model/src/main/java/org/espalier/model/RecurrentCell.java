package org.espalier.model;

import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * One layer of a recurrent network: what becomes of many states when each takes in one more input, and the way back.
 *
 * <p>The part of the gates that comes from the input is computed outside ({@code x}: one row a state, a block of columns
 * a gate), because for symbols it is a row of a table. What a step computes is written into tensors made by {@link
 * #keep}, of which the first {@link #states} are the new state: h, and c if there is one. {@link #back} undoes a step
 * from what was kept: it writes gradients for the gates into a row of {@link #gradientWidth} numbers, of which {@link
 * #toInput} and {@link #toHidden} show the parts that belong to x and to the product with the hidden weight.
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

    /** How many tensors a state is. */
    int states() {
        return 1;
    }

    /** What a step multiplies states by. */
    final CachedMatrix hiddenTransposed(MatrixPrecision precision) {
        return factor(hidden.t(), precision);
    }

    /** What going back multiplies gradients by. */
    final CachedMatrix hidden(MatrixPrecision precision) {
        return factor(hidden, precision);
    }

    final CachedMatrix factor(Tensor matrix, MatrixPrecision precision) {
        return new CachedMatrix(matrix, precision, workspace);
    }

    /** Adds to the gradient of the hidden weight what the gradients of its products and the states before say. */
    final void accumulate(Tensor ofProducts, Tensor before, MatrixPrecision precision) {
        RecurrentPass.accumulate(hidden, CachedMatrix.gradient(ofProducts, before, precision, workspace));
    }

    /** A matrix of whatever numbers memory holds. */
    final Tensor empty(long rows, long columns) {
        return workspace.empty(hidden, rows, columns);
    }

    /** Numbers a node for its gradient. */
    abstract int gradientWidth();

    /** Room for what a step computes of so many rows. */
    abstract Tensor[] keep(long rows);

    /**
     * Computes {@code kept} from the input's part of the gates, which it may overwrite, and the states before. Those but h may
     * be the same memory as theirs in {@code kept}: what is written there must be made of the old by one operation.
     */
    abstract void step(Tensor x, Tensor[] before, Tensor[] kept, CachedMatrix hiddenTransposed);

    /**
     * From the gradient of the states after a step, which it may overwrite, to that of the gates, and to that of the states
     * before.
     */
    abstract void back(
            Tensor[] before,
            Tensor[] kept,
            Tensor[] gradient,
            Tensor gates,
            Tensor[] gradientBefore,
            CachedMatrix hidden);

    /** The gradient of x within the gradient of gates. */
    abstract Tensor toInput(Tensor gates);

    /** The gradient of hidden·h + bias within the gradient of gates. */
    abstract Tensor toHidden(Tensor gates);
}
