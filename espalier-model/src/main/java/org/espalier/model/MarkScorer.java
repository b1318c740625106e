package org.espalier.model;

/**
 * p̃θ: an autoregressive model of mark strings, p̃(ω) = Π p(ω_t | ω_&lt;t), the last factor that of EOS (equation 11). It
 * knows nothing of machines: strings that no path writes have probability too.
 */
public interface MarkScorer {
    /** |Ω|, and the number that stands for EOS. */
    int marks();

    Parameters parameters();

    /** The log-probability of every event of a tree. */
    EventScores score(PrefixTree tree, Pass pass);

    /** Starts at the empty prefix, {@code rows} times over. Nothing is kept for going back. */
    Walk walk(int rows);

    /** Many prefixes, each a row, that grow mark by mark. Immutable: growing makes another. */
    interface Walk {
        int rows();

        /** log p(symbol | prefix), row by row, |Ω|+1 entries each, the last for EOS. */
        float[] logProbabilities();

        /**
         * The prefixes longer by a mark: row i of the result is row {@code from[i]} followed by {@code marks[i]}. A row may
         * be taken often, or never.
         */
        Walk advance(int[] from, int[] marks);
    }
}
