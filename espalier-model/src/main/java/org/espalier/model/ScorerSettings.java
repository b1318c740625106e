package org.espalier.model;

import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Range;
import org.espalier.fst.base.Records;

/**
 * Which scorer, and how large.
 *
 * @param kind LSTM as in the paper, or a causal Transformer
 * @param dimension d, of every embedding and state
 * @param layers how many, one on another
 * @param heads Transformer: attention heads, a divisor of the dimension
 * @param maxMarks Transformer: the longest mark string it has positions for
 */
public record ScorerSettings(
        Kind kind,
        @Range(min = 1, max = 1 << 16) int dimension,
        @Range(min = 1, max = 64) int layers,
        @Range(min = 1, max = 1 << 16) int heads,
        @Range(min = 1, max = 1 << 20) int maxMarks) {
    /** The architectures. */
    public enum Kind {
        LSTM,
        TRANSFORMER
    }

    /** The paper's: an LSTM of two layers of 256. */
    public static final ScorerSettings DEFAULT = new ScorerSettings(Kind.LSTM, 256, 2, 4, 1024);

    public ScorerSettings {
        Records.requireInRange(ScorerSettings.class, kind, dimension, layers, heads, maxMarks);
        if (kind == Kind.TRANSFORMER && dimension % heads != 0) {
            throw new EspalierException("a Transformer's dimension must be a multiple of its heads; got " + dimension
                            + " and " + heads)
                    .withSettings("heads", "dimension");
        }
    }

    public ScorerSettings withKind(Kind changed) {
        return new ScorerSettings(changed, dimension, layers, heads, maxMarks);
    }

    public ScorerSettings withDimension(int changed) {
        return new ScorerSettings(kind, changed, layers, heads, maxMarks);
    }
}
