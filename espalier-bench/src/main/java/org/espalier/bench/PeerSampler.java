package org.espalier.bench;

import org.bytedeco.pytorch.Tensor;

/**
 * A sampler written the way users of PyTorch write it, on the parameters of one of Espalier's. Its tensors live in the
 * {@code PointerScope} in which it was made.
 */
interface PeerSampler {
    /** Draws k strings for each pair; row {@code pair·k + i} of the result is the i-th of a pair. */
    Drawn draw(int k);

    /**
     * Strings, and their log-probability with libtorch's record of how it came about.
     *
     * @param symbols a row for each string: its marks, then EOS until the longest has ended
     * @param logQ for each string log q
     */
    record Drawn(Tensor symbols, Tensor logQ) {}
}
