package org.espalier.model;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.LegalMarks;
import org.jspecify.annotations.Nullable;

/** A scorer that is a network: it computes a state after each prefix, and from the state the logits of the next symbol. */
abstract class NeuralScorer implements MarkScorer {
    /** Returns the length of a state. */
    abstract int dimension();

    /** Returns the state after every prefix of a tree, one row per node. */
    abstract Tensor states(PrefixTree tree, Pass pass);

    /** Returns the logits of the next symbol, given states, one row each. */
    abstract Tensor logits(Tensor states);

    /** Returns how the input is read; null for a joint scorer. */
    abstract @Nullable InputReader reader();

    @Override
    public final boolean isConditional() {
        return reader() != null;
    }

    @Override
    public final NeuralWalk walk(InputPlaces places) {
        LegalMarks legal = legal();
        if (legal == null) {
            return start(places);
        }
        int[] states = new int[places.rows()];
        Arrays.fill(states, legal.initial());
        return start(places.withStates(states));
    }

    /** Returns empty prefixes, one per place. */
    abstract NeuralWalk start(InputPlaces places);

    @Override
    public final EventScores score(PrefixTree tree, Pass pass) {
        if (pass.hasGradient()) {
            return new MarkEventScores(tree, logits(states(tree, pass)), mask(tree), pass);
        }
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            return new MarkEventScores(tree, logits(states(tree, pass)), mask(tree), pass);
        }
    }

    /** Returns what a masked scorer knows of the machine; null for other scorers. */
    final @Nullable LegalMarks legal() {
        InputReader reader = reader();
        return reader == null ? null : reader.legal();
    }

    private @Nullable LegalMask mask(PrefixTree tree) {
        InputReader reader = reader();
        return reader == null ? null : reader.mask(tree, InputPlaces.of(this, tree.batch(), tree.states()));
    }

    /**
     * Returns log p(symbol | prefix) of some symbols after the prefixes of a tree, given the states after the prefixes.
     *
     * @param entries for each, its place in a matrix of one row per prefix and one column per symbol, row by row
     */
    final double[] logProbabilities(PrefixTree tree, Tensor states, int... entries) {
        try (PointerScope scope = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            return entriesOf(logSoftmax(logits(states), mask(tree)), entries);
        }
    }

    private static Tensor logSoftmax(Tensor logits, @Nullable LegalMask mask) {
        return mask == null ? torch.log_softmax(logits, -1) : mask.logSoftmax(logits);
    }

    private static double[] entriesOf(Tensor matrix, int... entries) {
        return Torch.doubles(matrix.reshape(-1).index_select(0, Torch.indices(entries, matrix)));
    }

    /** Prefixes with the state of the network after each. */
    abstract class NeuralWalk implements ScoringWalk {
        /** Returns the states, one row per prefix. They live as long as the walk. */
        abstract Tensor states();

        abstract InputPlaces places();

        /** Returns the inputs of a conditional scorer. */
        abstract InputReader.@Nullable EncodedInputs inputs();

        @Override
        public abstract NeuralWalk advance(int[] from, int[] marks, IntUnaryOperator position);

        /** Returns some rows of this walk, in the given order. */
        abstract NeuralWalk select(int... rows);

        @Override
        public abstract NeuralWalk joinedWith(List<? extends ScoringWalk> others);

        @Override
        public final double[] logProbabilities() {
            try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                return Torch.doubles(logSoftmax());
            }
        }

        /** Returns some of {@link #logProbabilities()}, by their places there. */
        final double[] logProbabilities(int... entries) {
            try (PointerScope scope = new PointerScope();
                    NoGradGuard guard = new NoGradGuard()) {
                return entriesOf(logSoftmax(), entries);
            }
        }

        private Tensor logSoftmax() {
            Tensor logits = logits(states());
            InputReader.EncodedInputs inputs = inputs();
            return NeuralScorer.logSoftmax(
                    logits,
                    inputs == null || inputs.legal() == null
                            ? null
                            : LegalMask.of(inputs.legal(), marks(), places(), logits));
        }
    }
}
