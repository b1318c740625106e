package org.espalier.bench;

/**
 * A straight line fitted by least squares.
 *
 * @param error the standard error of the slope, assuming independent points
 * @param mean the mean of the values
 */
record LinearTrend(double slope, double error, double mean) {
    static LinearTrend of(double[] x, double[] y) {
        int n = x.length;
        double meanX = mean(x);
        double meanY = mean(y);
        double xx = 0;
        double xy = 0;
        for (int i = 0; i < n; i++) {
            xx += (x[i] - meanX) * (x[i] - meanX);
            xy += (x[i] - meanX) * (y[i] - meanY);
        }
        double slope = xy / xx;
        double residuals = 0;
        for (int i = 0; i < n; i++) {
            double residual = y[i] - meanY - slope * (x[i] - meanX);
            residuals += residual * residual;
        }
        return new LinearTrend(slope, Math.sqrt(residuals / Math.max(1, n - 2) / xx), meanY);
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
