package org.espalier.run.request;

import org.espalier.fst.LatticeOptions;
import org.espalier.model.estimate.Exact;

/**
 * The limits of one request. A request beyond them is refused before any work.
 *
 * @param characters the largest number of characters of a text
 * @param outputs the largest number of outputs of an input
 * @param beam the largest beam of the search
 * @param samples the largest number of strings drawn per pair
 * @param paths the largest number of paths that are enumerated
 * @param states the largest number of states of a lattice before minimization, if the run allows more
 */
public record RequestLimits(int characters, int outputs, int beam, int samples, long paths, int states) {
    /** Limits for a process that answers one program on the same machine. */
    public static final RequestLimits LOCAL = new RequestLimits(
            10_000, 1_000, 4_096, 100_000, Exact.DEFAULT_MAX_PATHS, LatticeOptions.DEFAULT_MAX_STATES);
}
