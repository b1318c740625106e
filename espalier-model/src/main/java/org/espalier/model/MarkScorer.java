package org.espalier.model;

import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.espalier.fst.CanonicalForm;
import org.espalier.fst.Lattices;
import org.espalier.fst.LegalMarks;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/**
 * A scorer p̃θ: an autoregressive model of mark strings, p̃(ω) = Π p(ω_t | ω_&lt;t), whose last factor is that of EOS (equation
 * 11). It does not depend on a machine: strings that are on no path have a probability, too.
 *
 * <p>A joint scorer sees marks only, and the sum over the paths of a lattice is p̃(x, y). A conditional scorer, p̃(ω | x), also
 * reads the input at the position that the marks have reached, and the sum is p̃(y | x). All else is the same for both.
 */
public interface MarkScorer {
    /** Creates a scorer that is not masked, with random parameters that depend on the seed alone. */
    static MarkScorer create(
            ScorerSettings settings, Vocabulary vocabulary, Parameters.Precision precision, long seed) {
        return create(settings.withMasked(false), vocabulary, null, precision, seed);
    }

    /**
     * Creates a scorer for a machine, with random parameters that depend on the seed alone.
     *
     * @throws EspalierException if the scorer is masked and the machine has no canonical form
     */
    static MarkScorer create(ScorerSettings settings, Mfst machine, Parameters.Precision precision, long seed) {
        Vocabulary vocabulary = Vocabulary.of(machine);
        if (!settings.masked()) {
            return create(settings, vocabulary, null, precision, seed);
        }
        Lattices lattices = Lattices.of(machine);
        obstacleOfInput(lattices).ifPresent(reason -> {
            throw new EspalierException(reason);
        });
        return create(settings, vocabulary, LegalMarks.of(lattices), precision, seed);
    }

    private static MarkScorer create(
            ScorerSettings settings,
            Vocabulary vocabulary,
            @Nullable LegalMarks legal,
            Parameters.Precision precision,
            long seed) {
        Parameters parameters = new Parameters(precision, seed);
        return switch (settings.kind()) {
            case LSTM -> new LstmScorer(parameters, settings, vocabulary, legal);
            case TRANSFORMER -> new TransformerScorer(parameters, settings, vocabulary, legal);
        };
    }

    /** Returns whether probabilities are conditional on the input. */
    default boolean isConditional() {
        return false;
    }

    /**
     * Returns why this scorer cannot be used with a machine; empty if it can. A conditional scorer needs a canonical form: without
     * one, positions in the input depend on the path and not on the marks alone.
     */
    default Optional<String> obstacle(Lattices lattices) {
        return isConditional() ? obstacleOfInput(lattices) : Optional.empty();
    }

    private static Optional<String> obstacleOfInput(Lattices lattices) {
        return lattices.form() instanceof CanonicalForm.Missing missing
                ? Optional.of(
                        "a scorer that is given the input (scorer.given: input) needs a machine with a canonical form; "
                                + "change the machine, or use scorer.given: nothing: " + missing.explanation())
                : Optional.empty();
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

    /** Returns empty prefixes, one per place, from which walks without gradient start. */
    ScoringWalk walk(InputPlaces places);

    /** Returns {@code rows} empty prefixes of a joint scorer. */
    default ScoringWalk walk(int rows) {
        return walk(InputPlaces.none(rows));
    }

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
         *
         * @param position returns how many symbols of its input a new row has read; a joint scorer does not ask
         */
        ScoringWalk advance(int[] from, int[] marks, IntUnaryOperator position);

        /** Returns prefixes of a joint scorer that are one mark longer. */
        default ScoringWalk advance(int[] from, int[] marks) {
            return advance(from, marks, row -> 0);
        }

        /**
         * Returns the rows of this walk, followed by those of other walks of this scorer. All prefixes must have the same length,
         * and those of a conditional scorer must have started from one call of {@link MarkScorer#walk(InputPlaces)}.
         */
        ScoringWalk joinedWith(List<? extends ScoringWalk> others);

        /** Frees the memory of this walk at once. Otherwise it is freed after the walk becomes unreachable. */
        @Override
        default void close() {}
    }
}
