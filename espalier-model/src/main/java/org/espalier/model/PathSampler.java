package org.espalier.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.fst.Lattice;

/**
 * A sampler q_φ(ω | T_xy): a distribution over the mark strings of a lattice, from which strings are drawn mark by mark
 * (section 3). At each state it is a softmax over the choices of the lattice at that state.
 */
public interface PathSampler {
    /**
     * Creates a sampler with random parameters that depend on the seed alone.
     *
     * @param scorer the scorer of the model that the sampler is for. A sampler of kind SWG is guided by it, and follows its
     *     parameters when they change
     */
    static PathSampler create(SamplerSettings settings, Vocabulary vocabulary, MarkScorer scorer, long seed) {
        return Samplers.create(
                settings, vocabulary, scorer, new Parameters(scorer.parameters().precision(), seed));
    }

    /** Returns the parameters of this sampler. */
    Parameters parameters();

    /** Returns a sampler that shares the values of the parameters but has separate gradients, for another thread. */
    PathSampler replica();

    /** Returns why this sampler cannot take a lattice, in words that follow the name of its pair; empty if it can. */
    default Optional<String> obstacle(Lattice lattice) {
        return Optional.empty();
    }

    /** Computes what the distributions of a batch need before any mark is drawn. */
    Encoded encode(LatticeBatch batch, Pass pass);

    /** The distributions over the mark strings of the pairs of a batch. */
    interface Encoded {
        /** Returns the batch that was encoded. */
        LatticeBatch batch();

        /**
         * Scores a tree of any mark strings of the batch by a pass over all its prefixes. The scores are differentiable if
         * the encoding is. At most one backward pass is possible per encoding.
         */
        EventScores score(PrefixTree tree);

        /** Returns the empty prefixes of the given pairs, one row each, from which walks through the lattices start. */
        SamplingWalk walk(int[] pairs);

        /**
         * Starts drawing strings for all pairs of the batch. A differentiable encoding may record the walk, so that scoring
         * the strings that were drawn does not compute their prefixes again.
         */
        default Drawing startDrawing() {
            int[] pairs = IntStream.range(0, batch().pairs()).toArray();
            return new Drawing() {
                @Override
                public SamplingWalk start() {
                    return walk(pairs);
                }

                @Override
                public EventScores score(PrefixTree tree) {
                    return Encoded.this.score(tree);
                }
            };
        }

        /** Returns the weights of the lattices' arcs if the sampler is a weighted automaton, which sees no history. */
        default Optional<SwpWeights> suffixWeights() {
            return Optional.empty();
        }
    }

    /** The walk by which strings are drawn, and their scores by that same walk. */
    interface Drawing {
        /** Returns the empty prefixes of all pairs of the batch. Each walk may be advanced at most once. */
        SamplingWalk start();

        /**
         * Scores the strings that were drawn. Equals {@link Encoded#score}, but may reuse what the walk computed.
         *
         * @param tree the tree whose nodes are the rows of the walk, in the order in which the walk reached them
         */
        EventScores score(PrefixTree tree);

        /**
         * Keeps the strings that were drawn, for further updates from them. The caller closes the result, which needs neither this
         * encoding nor its scope.
         *
         * @param tree as for {@link #score}
         */
        default KeptStrings keep(PrefixTree tree) {
            return later -> later.score(tree);
        }

        /** Returns log p̃ of each event of the tree, if the walk has computed it. */
        default Optional<double[]> logP(PrefixTree tree) {
            return Optional.empty();
        }
    }

    /** Strings that were drawn, with what the sampler has computed of them that its own parameters do not change. */
    @FunctionalInterface
    interface KeptStrings extends AutoCloseable {
        /**
         * Scores the strings. Equals {@link Encoded#score}.
         *
         * @param later an encoding by the same sampler of the batch that the strings were drawn for
         */
        EventScores score(Encoded later);

        /** Frees what was kept. */
        @Override
        default void close() {}
    }

    /**
     * Prefixes of mark strings, one per row, on their way through the lattices of a batch. A walk is immutable: {@link
     * #advance} returns another one, which stays valid when this one is closed.
     */
    interface SamplingWalk extends AutoCloseable {
        /** Returns the number of prefixes. */
        int rows();

        /** Returns the state of the batch that a prefix leads to. */
        int state(int row);

        /** Returns the states of all prefixes. */
        default int[] states() {
            return IntStream.range(0, rows()).map(this::state).toArray();
        }

        /**
         * Returns log q(choice | prefix) row by row, with one entry per {@linkplain LatticeBatch#choices choice} of the row's
         * state, in the order of the choices.
         */
        double[] logProbabilities();

        /**
         * Returns prefixes that are one mark longer: row i is row {@code from[i]} followed by the mark of arc {@code ranks[i]} of
         * its state. A row may be continued any number of times, or not at all.
         */
        SamplingWalk advance(int[] from, int[] ranks);

        /**
         * Returns the rows of this walk, followed by those of other walks of the same encoding. All prefixes must have the same
         * length.
         */
        SamplingWalk joinedWith(List<? extends SamplingWalk> others);

        /** Returns the states of all rows of some walks. */
        static int[] statesOf(SamplingWalk first, List<? extends SamplingWalk> others) {
            return Stream.concat(Stream.of(first), others.stream())
                    .flatMapToInt(walk -> IntStream.of(walk.states()))
                    .toArray();
        }

        /** Frees the memory of this walk at once. Otherwise it is freed after the walk becomes unreachable. */
        @Override
        default void close() {}
    }
}
