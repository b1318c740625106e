package org.espalier.model;

import java.util.Optional;

/**
 * q_φ(ω | T_xy): a distribution over the mark strings of a lattice, sampled mark by mark (section 3). At each state it is
 * a softmax over the choices that the lattice has there, and over nothing else.
 */
public interface PathSampler {
    /** A sampler with new random parameters, which depend on the seed alone. */
    static PathSampler create(
            SamplerSettings settings, Vocabulary vocabulary, Parameters.Precision precision, long seed) {
        return Samplers.create(settings, vocabulary, new Parameters(precision, seed));
    }

    Parameters parameters();

    /** This sampler, the very same parameters, with gradients of its own: for another thread to train with. */
    PathSampler twin();

    /** Whether lattices must be acyclic, because this sampler looks ahead along their arcs. */
    boolean needsAcyclic();

    /** What is computed once for a batch, before any mark is drawn. */
    Encoded encode(LatticeBatch batch, Pass pass);

    /** The distributions of a batch of pairs. */
    interface Encoded {
        LatticeBatch batch();

        /** The log-probability of every event of a tree, with gradient if the encoding was made with it. At most one that
         * goes back for an encoding. */
        EventScores score(PrefixTree tree);

        /** Starts at the empty prefix of each of these pairs, a row each. */
        Walk walk(int[] pairs);

        /** The weighted automaton that this is, where it is one: of a sampler that does not see the past. */
        default Optional<SwpWeights> suffixWeights() {
            return Optional.empty();
        }
    }

    /** Many prefixes, each a row, that grow mark by mark. Immutable: growing makes another, which lives on when this is
     * closed. */
    interface Walk extends AutoCloseable {
        int rows();

        /** The state of the batch to which a row's prefix leads. */
        int state(int row);

        /** log q(choice | prefix), row by row, as many entries as the row's state has {@linkplain LatticeBatch#choices
         * choices}, in their order. */
        double[] logProbabilities();

        /**
         * The prefixes longer by a mark: row i of the result is row {@code from[i]} followed by the mark of its arc {@code
         * rank[i]}. A row may be taken often, or never.
         */
        Walk advance(int[] from, int[] ranks);

        /** Frees what this holds; without it that is freed some time after nobody refers to this any more. */
        @Override
        default void close() {}
    }
}
