package org.espalier.model.search;

/** Sums of probabilities that are given by their logs. */
final class LogMass {
    static final double NONE = Double.NEGATIVE_INFINITY;

    private LogMass() {}

    static double plus(double a, double b) {
        double larger = Math.max(a, b);
        return larger == NONE ? NONE : larger + Math.log1p(Math.exp(Math.min(a, b) - larger));
    }

    /** Of numbers of which the first is not the smaller. */
    static double minus(double a, double b) {
        return b == NONE ? a : a + Math.log1p(-Math.exp(b - a));
    }
}
