package org.espalier.fst.dp;

import org.espalier.fst.base.LogSpace;

/** The semirings over doubles that lattices need. */
public enum Semirings implements Semiring {
    /** Log weights with the sum log(eᵃ + eᵇ): the total is the log of the partition function. */
    LOG(Double.NEGATIVE_INFINITY, 0) {
        @Override
        public double plus(double a, double b) {
            return LogSpace.add(a, b);
        }
    },

    /** Log weights and their maximum: the total is the log weight of the best path. */
    MAX_PLUS(Double.NEGATIVE_INFINITY, 0) {
        @Override
        public double plus(double a, double b) {
            return Math.max(a, b);
        }
    },

    /** Sums of products. Weights of long paths underflow; {@link #LOG} has no such limit. */
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

    /** Returns the sum, which is the product in log space. */
    @Override
    public double times(double a, double b) {
        return a + b;
    }
}
