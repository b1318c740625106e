package org.espalier.model;

import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.Tensor;

/**
 * One of several stacked layers: a cell, and the affine map from the layer's input to the cell's gates.
 *
 * @param input the weights of the map, one row per gate and dimension
 */
record RecurrentLayer(Tensor input, Tensor inputBias, RecurrentCell cell) {
    /** Returns the contribution of each row of the input to the gates. */
    Tensor gates(Tensor rows, MatrixPrecision precision) {
        return GradMode.is_enabled()
                ? BatchInvariantProducts.affine(rows, input, inputBias, precision)
                : gates(rows, inputTransposed(precision));
    }

    /** Returns the contribution of each row of the input to the gates, without gradient. */
    Tensor gates(Tensor rows, CachedMatrix inputTransposed) {
        return inputTransposed.plus(cell.empty(rows.size(0), input.size(0)), inputBias, rows);
    }

    /** Returns the matrix that rows of the input are multiplied by. */
    CachedMatrix inputTransposed(MatrixPrecision precision) {
        return cell.factor(input.t(), precision);
    }
}
