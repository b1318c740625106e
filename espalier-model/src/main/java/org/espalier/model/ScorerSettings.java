package org.espalier.model;

import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Range;
import org.espalier.fst.base.Records;

/**
 * The architecture and size of a scorer.
 *
 * @param kind the architecture
 * @param given what the probability of a mark string is conditional on
 * @param dimension d, the dimension of every embedding and state
 * @param layers the number of stacked layers
 * @param attention for a conditional scorer, whether it also attends over all of the input
 * @param masked for a conditional scorer, whether only marks with which a path for the input continues have a probability
 * @param tied for a conditional scorer, whether a symbol of the input shares the embedding of the mark that has its name
 * @param heads for a Transformer, the number of attention heads, a divisor of the dimension
 * @param maxMarks for a Transformer, the largest number of marks of a string
 */
public record ScorerSettings(
        Kind kind,
        Given given,
        @Range(min = 1, max = 1 << 16) int dimension,
        @Range(min = 1, max = 64) int layers,
        boolean attention,
        boolean masked,
        boolean tied,
        @Range(min = 1, max = 1 << 16) int heads,
        @Range(min = 1, max = 1 << 20) int maxMarks) {
    /** The architectures of scorers. */
    public enum Kind {
        /** An LSTM, as in the paper. */
        LSTM,
        /** A causal Transformer. */
        TRANSFORMER
    }

    /** What the probability of a mark string is conditional on. */
    public enum Given {
        /** Nothing: a joint model, log p̃(x, y), as in the paper's experiments. */
        NOTHING,
        /** The input: a conditional model, log p̃(y | x). */
        INPUT
    }

    /** The paper's scorer: an LSTM with two layers of dimension 256 (Appendix D). */
    public static final ScorerSettings DEFAULT =
            new ScorerSettings(Kind.LSTM, Given.NOTHING, 256, 2, false, false, false, 4, 1024);

    public ScorerSettings {
        Records.requireInRange(
                ScorerSettings.class, kind, given, dimension, layers, attention, masked, tied, heads, maxMarks);
        if (kind == Kind.TRANSFORMER && dimension % heads != 0) {
            throw new EspalierException("a Transformer's dimension must be a multiple of its heads; got " + dimension
                            + " and " + heads)
                    .withSettings("heads", "dimension");
        }
        if (attention && given == Given.NOTHING) {
            throw new EspalierException("attention over the input needs a scorer that is given the input; "
                            + "got attention: true and given: nothing; set attention: false, or given: input")
                    .withSettings("attention", "given");
        }
        if (masked && given == Given.NOTHING) {
            throw new EspalierException(
                            "which marks may follow depends on the input, so a masked scorer must be given it; "
                                    + "got masked: true and given: nothing; set masked: false, or given: input")
                    .withSettings("masked", "given");
        }
        if (tied && given == Given.NOTHING) {
            throw new EspalierException("marks share embeddings with the input, so a tied scorer must be given it; "
                            + "got tied: true and given: nothing; set tied: false, or given: input")
                    .withSettings("tied", "given");
        }
    }

    public ScorerSettings withKind(Kind changed) {
        return new ScorerSettings(changed, given, dimension, layers, attention, masked, tied, heads, maxMarks);
    }

    public ScorerSettings withGiven(Given changed) {
        return new ScorerSettings(kind, changed, dimension, layers, attention, masked, tied, heads, maxMarks);
    }

    public ScorerSettings withDimension(int changed) {
        return new ScorerSettings(kind, given, changed, layers, attention, masked, tied, heads, maxMarks);
    }

    public ScorerSettings withLayers(int changed) {
        return new ScorerSettings(kind, given, dimension, changed, attention, masked, tied, heads, maxMarks);
    }

    public ScorerSettings withAttention(boolean changed) {
        return new ScorerSettings(kind, given, dimension, layers, changed, masked, tied, heads, maxMarks);
    }

    public ScorerSettings withMasked(boolean changed) {
        return new ScorerSettings(kind, given, dimension, layers, attention, changed, tied, heads, maxMarks);
    }

    public ScorerSettings withTied(boolean changed) {
        return new ScorerSettings(kind, given, dimension, layers, attention, masked, changed, heads, maxMarks);
    }

    public ScorerSettings withHeads(int changed) {
        return new ScorerSettings(kind, given, dimension, layers, attention, masked, tied, changed, maxMarks);
    }

    public ScorerSettings withMaxMarks(int changed) {
        return new ScorerSettings(kind, given, dimension, layers, attention, masked, tied, heads, changed);
    }
}
