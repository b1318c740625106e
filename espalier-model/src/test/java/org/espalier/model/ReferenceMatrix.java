package org.espalier.model;

import java.util.Arrays;

/** A matrix of doubles, stored by rows; a vector is a matrix with a single column. */
final class ReferenceMatrix {
    private final int columns;
    private final double[] values;

    ReferenceMatrix(int columns, double... values) {
        this.columns = columns;
        this.values = values;
    }

    int rows() {
        return values.length / columns;
    }

    int columns() {
        return columns;
    }

    double[] values() {
        return values.clone();
    }

    double[] row(int row) {
        return Arrays.copyOfRange(values, row * columns, (row + 1) * columns);
    }

    /** Returns one of several blocks with equal numbers of rows. */
    ReferenceMatrix block(int block, int rows) {
        return new ReferenceMatrix(
                columns, Arrays.copyOfRange(values, block * rows * columns, (block + 1) * rows * columns));
    }

    double[] times(double[] vector) {
        double[] product = new double[rows()];
        Arrays.setAll(product, row -> Vectors.dot(row(row), vector));
        return product;
    }
}
