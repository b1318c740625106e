package org.espalier.fst.dp;

import org.espalier.fst.base.LogSpace;

/** The semirings over doubles that lattices need. */
public enum Semirings implements Semiring {
    /** Log weights, summed over paths as log(eᵃ + eᵇ): the total is the log partition function. */
    LOG(Double.NEGATIVE_INFINITY, 0) {
        @Override
        public double plus(double a, double b) {
            return LogSpace.add(a, b);
        }
    },

    /** Log weights, of which the largest counts: the total is the log weight of the best path. */
    MAX_PLUS(Double.NEGATIVE_INFINITY, 0) {
        @Override
        public double plus(double a, double b) {
            return Math.max(a, b);
        }
    },

    /** Costs, of which the smallest counts: the total is the length of the shortest path. */
    MIN_PLUS(Double.POSITIVE_INFINITY, 0) {
        @Override
        public double plus(double a, double b) {
            return Math.min(a, b);
        }
    },

    /** Plain sums of products. Weights of long paths underflow here; {@link #LOG} has no such limit. */
    REAL(0, 1) {
        @Override
        public double plus(double a, double b) {
            return a + b;
        }

        @Override
        public double times(double a, double b) {
            return a * b;
        }
    };

    private final double zero;
    private final double one;

    Semirings(double zero, double one) {
        this.zero = zero;
        this.one = one;
    }

    @Override
    public double zero() {
        return zero;
    }

    @Override
    public double one() {
        return one;
    }

    /** Returns a sum, for logs and costs alike. */
    @Override
    public double times(double a, double b) {
        return a + b;
    }
}
