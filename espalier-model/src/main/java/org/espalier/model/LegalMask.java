package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.LegalMarks;

/**
 * Which symbols may follow prefixes: the marks with which a path for the input continues, and EOS where one ends. The softmax of
 * a masked scorer is over these alone, so that the probabilities of all outputs of an input add up to one.
 *
 * @param legal 1 for a symbol that may follow and 0 for others, one row per prefix, one column per mark and one for EOS
 */
record LegalMask(Tensor legal) {
    /**
     * Returns the mask of prefixes at some places. Where nothing may follow, as in an input that no path reads, all may.
     *
     * @param ofInputs the legal marks of each input
     * @param marks |Ω|
     */
    static LegalMask of(List<LegalMarks.OfInput> ofInputs, int marks, InputPlaces places, Tensor like) {
        int width = marks + 1;
        double[] legal = new double[LatticeBatch.index((long) places.rows() * width)];
        for (int row = 0; row < places.rows(); row++) {
            int first = row * width;
            int found = ofInputs.get(places.input()[row])
                    .forEach(places.state()[row], places.position()[row], symbol -> legal[first + symbol] = 1);
            if (found == 0) {
                Arrays.fill(legal, first, first + width, 1);
            }
        }
        return new LegalMask(Torch.vector(legal, like).view(places.rows(), width));
    }

    /** Returns log-probabilities from logits, both one row per prefix. */
    Tensor logSoftmax(Tensor logits) {
        return torch.log_softmax(logits.add(legal.log()), -1);
    }

    /** Returns for each row the uniform distribution over the symbols that may follow. */
    Tensor uniform() {
        return legal.div(legal.sum(1).unsqueeze(1));
    }
}
