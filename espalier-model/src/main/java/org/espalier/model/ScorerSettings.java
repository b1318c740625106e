package org.espalier.model;

import org.espalier.fst.base.EspalierException;

/**
 * Which scorer, and how large.
 *
 * @param kind LSTM as in the paper, or a causal Transformer
 * @param dimension d, of every embedding and state
 * @param layers how many, one on another
 * @param heads Transformer: attention heads, a divisor of the dimension
 * @param maxMarks Transformer: the longest mark string it has positions for
 */
public record ScorerSettings(Kind kind, int dimension, int layers, int heads, int maxMarks) {
    /** The architectures. */
    public enum Kind {
        LSTM,
        TRANSFORMER
    }

    /** The paper's: an LSTM of two layers of 256. */
    public static final ScorerSettings DEFAULT = new ScorerSettings(Kind.LSTM, 256, 2, 4, 1024);

    public ScorerSettings {
        if (dimension < 1 || layers < 1 || heads < 1 || maxMarks < 1) {
            throw new EspalierException("a scorer's dimension, layers, heads and maxMarks must be at least 1; got "
                    + dimension + ", " + layers + ", " + heads + " and " + maxMarks);
        }
        if (kind == Kind.TRANSFORMER && dimension % heads != 0) {
            throw new EspalierException(
                    "a Transformer's dimension must be a multiple of its heads; got " + dimension + " and " + heads);
        }
    }

    public ScorerSettings withKind(Kind changed) {
        return new ScorerSettings(changed, dimension, layers, heads, maxMarks);
    }

    public ScorerSettings withDimension(int changed) {
        return new ScorerSettings(kind, changed, layers, heads, maxMarks);
    }
}
