package org.espalier.model;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.DoubleUnaryOperator;

/** Vector operations for the slow transcriptions of the paper's equations. */
final class Vectors {
    private Vectors() {}

    static double dot(double[] a, double[] b) {
        if (a.length != b.length) {
            throw new IllegalArgumentException("vectors of " + a.length + " and " + b.length + " numbers");
        }
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    static double[] sum(double[]... vectors) {
        double[] sum = new double[vectors[0].length];
        for (double[] vector : vectors) {
            Arrays.setAll(sum, i -> sum[i] + vector[i]);
        }
        return sum;
    }

    static double[] scaled(double factor, double[] vector) {
        return map(vector, value -> factor * value);
    }

    /** Returns the elementwise product. */
    static double[] product(double[] a, double[] b) {
        double[] product = new double[a.length];
        Arrays.setAll(product, i -> a[i] * b[i]);
        return product;
    }

    /** Returns (1-z)·a + z·b, elementwise. */
    static double[] between(double[] a, double[] b, double[] z) {
        double[] result = new double[a.length];
        Arrays.setAll(result, i -> (1 - z[i]) * a[i] + z[i] * b[i]);
        return result;
    }

    static double[] concatenation(double[] a, double[] b) {
        double[] result = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, result, a.length, b.length);
        return result;
    }

    static double[] sigmoid(double[] vector) {
        return map(vector, value -> 1 / (1 + Math.exp(-value)));
    }

    static double[] tanh(double[] vector) {
        return map(vector, Math::tanh);
    }

    /** Returns log Σ exp without overflow, relative to the maximum. */
    static double logSumExp(Collection<Double> values) {
        double largest = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return largest
                + Math.log(
                        values.stream().mapToDouble(v -> Math.exp(v - largest)).sum());
    }

    private static double[] map(double[] vector, DoubleUnaryOperator function) {
        return Arrays.stream(vector).map(function).toArray();
    }
}
