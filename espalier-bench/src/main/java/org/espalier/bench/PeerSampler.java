package org.espalier.bench;

import org.bytedeco.pytorch.Tensor;

/**
 * A sampler in the usual style of PyTorch, with the parameters of one of Espalier's samplers. Its tensors live in the {@code
 * PointerScope} in which it was created.
 */
interface PeerSampler {
    /** Draws k strings per pair. Row {@code pair·k + i} of the result is the i-th string of a pair. */
    Drawn draw(int k);

    /**
     * Strings and their log-probabilities, recorded by autograd.
     *
     * @param symbols one row per string: its marks, padded with EOS
     * @param logQ log q of each string
     */
    record Drawn(Tensor symbols, Tensor logQ) {}
}
