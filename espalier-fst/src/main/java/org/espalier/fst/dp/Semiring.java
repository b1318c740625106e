package org.espalier.fst.dp;

/**
 * The operations that combine weights: {@link #times} along a path, {@link #plus} over paths. Both are associative,
 * plus is commutative, times distributes over plus, and zero annihilates. Implementations are stateless and fast, since
 * they are called once for every arc of large lattices.
 */
public interface Semiring {
    /** Returns the weight of no path at all, neutral for {@link #plus}. */
    double zero();

    /** Returns the weight of the empty path, neutral for {@link #times}. */
    double one();

    double plus(double a, double b);

    double times(double a, double b);
}
