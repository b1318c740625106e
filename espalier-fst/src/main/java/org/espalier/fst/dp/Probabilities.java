package org.espalier.fst.dp;

/**
 * A probability for each arc of a lattice and for ending at each of its states; 0 at a state that is not final. The
 * arrays belong to the caller.
 *
 * @param arc one probability per arc
 * @param end one probability per state
 */
@SuppressWarnings("ArrayRecordComponent") // Two results side by side, never compared.
public record Probabilities(double[] arc, double[] end) {}
