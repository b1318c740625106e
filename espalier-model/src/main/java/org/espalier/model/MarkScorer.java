package org.espalier.model;

/**
 * p̃θ: an autoregressive model of mark strings, p̃(ω) = Π p(ω_t | ω_&lt;t), the last factor that of EOS (equation 11). It
 * knows nothing of machines: strings that no path writes have probability too.
 */
public interface MarkScorer {
    /** A scorer with new random parameters, which depend on the seed alone. */
    static MarkScorer create(ScorerSettings settings, int marks, Parameters.Precision precision, long seed) {
        Parameters parameters = new Parameters(precision, seed);
        return switch (settings.kind()) {
            case LSTM -> new LstmScorer(parameters, settings, marks);
            case TRANSFORMER -> new TransformerScorer(parameters, settings, marks);
        };
    }

    /** |Ω|, and the number that stands for EOS. */
    int marks();

    Parameters parameters();

    /** This scorer, the very same parameters, with gradients of its own: for another thread to train with. */
    MarkScorer replica();

    /** The log-probability of every event of a tree. */
    EventScores score(PrefixTree tree, Pass pass);

    /** Starts at the empty prefix, {@code rows} times over. Nothing is kept for going back. */
    Walk walk(int rows);

    /** Many prefixes, each a row, that grow mark by mark. Immutable: growing makes another, which lives on when this is
     * closed. */
    interface Walk extends AutoCloseable {
        int rows();

        /** log p(symbol | prefix), row by row, |Ω|+1 entries each, the last for EOS. */
        double[] logProbabilities();

        /**
         * The prefixes longer by a mark: row i of the result is row {@code from[i]} followed by {@code marks[i]}. A row may
         * be taken often, or never.
         */
        Walk advance(int[] from, int[] marks);

        /** Frees what this holds; without it that is freed some time after nobody refers to this any more. */
        @Override
        default void close() {}
    }
}
