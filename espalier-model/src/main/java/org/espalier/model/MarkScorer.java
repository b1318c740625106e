package org.espalier.model;

import java.util.List;

/**
 * A scorer p̃θ: an autoregressive model of mark strings, p̃(ω) = Π p(ω_t | ω_&lt;t), whose last factor is that of EOS (equation
 * 11). It does not depend on a machine: strings that are on no path have a probability, too.
 */
public interface MarkScorer {
    /** Creates a scorer with random parameters that depend on the seed alone. */
    static MarkScorer create(ScorerSettings settings, int marks, Parameters.Precision precision, long seed) {
        Parameters parameters = new Parameters(precision, seed);
        return switch (settings.kind()) {
            case LSTM -> new LstmScorer(parameters, settings, marks);
            case TRANSFORMER -> new TransformerScorer(parameters, settings, marks);
        };
    }

    /** Returns |Ω|, which is also the symbol that stands for EOS. */
    int marks();

    /** Returns the largest number of marks of a string that this can score. */
    default int maxMarks() {
        return Integer.MAX_VALUE;
    }

    /** Returns the parameters of this scorer. */
    Parameters parameters();

    /** Returns a scorer that shares the values of the parameters but has separate gradients, for another thread. */
    MarkScorer replica();

    /** Scores every event of a tree. The scores are differentiable if the pass is. */
    EventScores score(PrefixTree tree, Pass pass);

    /** Returns {@code rows} empty prefixes, from which walks without gradient start. */
    ScoringWalk walk(int rows);

    /**
     * Prefixes of mark strings, one per row, with the state of the network after each. A walk is immutable: {@link #advance}
     * returns another one, which stays valid when this one is closed.
     */
    interface ScoringWalk extends AutoCloseable {
        /** Returns the number of prefixes. */
        int rows();

        /** Returns log p(symbol | prefix) row by row, with |Ω|+1 entries per row, the last for EOS. */
        double[] logProbabilities();

        /**
         * Returns prefixes that are one mark longer: row i is row {@code from[i]} followed by {@code marks[i]}. A row may be
         * continued any number of times, or not at all.
         */
        ScoringWalk advance(int[] from, int[] marks);

        /** Returns the rows of this walk, followed by those of other walks of this scorer. All prefixes must have the same length. */
        ScoringWalk joinedWith(List<? extends ScoringWalk> others);

        /** Frees the memory of this walk at once. Otherwise it is freed after the walk becomes unreachable. */
        @Override
        default void close() {}
    }
}
