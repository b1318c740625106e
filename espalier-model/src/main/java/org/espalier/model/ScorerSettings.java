package org.espalier.model;

import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Range;
import org.espalier.fst.base.Records;

/**
 * The architecture and size of a scorer.
 *
 * @param kind the architecture
 * @param dimension d, the dimension of every embedding and state
 * @param layers the number of stacked layers
 * @param heads for a Transformer, the number of attention heads, a divisor of the dimension
 * @param maxMarks for a Transformer, the largest number of marks of a string
 */
public record ScorerSettings(
        Kind kind,
        @Range(min = 1, max = 1 << 16) int dimension,
        @Range(min = 1, max = 64) int layers,
        @Range(min = 1, max = 1 << 16) int heads,
        @Range(min = 1, max = 1 << 20) int maxMarks) {
    /** The architectures of scorers. */
    public enum Kind {
        /** An LSTM, as in the paper. */
        LSTM,
        /** A causal Transformer. */
        TRANSFORMER
    }

    /** The paper's scorer: an LSTM with two layers of dimension 256 (Appendix D). */
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
