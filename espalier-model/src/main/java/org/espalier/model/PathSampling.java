package org.espalier.model;

import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.base.EspalierException;
import org.jspecify.annotations.Nullable;

/** Draws mark strings from a sampler. */
public final class PathSampling {
    /** The largest number of marks of a string drawn from a cyclic lattice, where nothing else bounds its length. */
    public static final int MAX_MARKS = 100_000;

    private PathSampling() {}

    /** Mark strings that were drawn for the pairs of a batch, with the drawing that can score them. */
    public static final class Samples {
        private final PrefixTree tree;
        private final double[] logQ;
        private final PathSampler.@Nullable Drawing drawing;

        private Samples(PrefixTree tree, double[] logQ, PathSampler.@Nullable Drawing drawing) {
            this.tree = tree;
            this.logQ = logQ;
            this.drawing = drawing;
        }

        /** Returns the strings. The counts of the ends of each pair add up to the number of samples. */
        public PrefixTree tree() {
            return tree;
        }

        /** Returns the log-probability of each event of the tree under the sampler at the time of drawing. */
        public double[] logQ() {
            return logQ;
        }

        /**
         * Scores the strings by the encoding that drew them, for learning from them. If the encoding is differentiable, the
         * scores reuse the walk by which the strings were drawn. The scope of the encoding must still be open.
         *
         * @throws IllegalStateException if the strings were drawn by an encoding that has been closed
         */
        public EventScores score() {
            return drawing().score(tree);
        }

        /** Keeps the strings, to be scored by later encodings of the same batch. The scope of this one must still be open. */
        public PathSampler.KeptStrings keep() {
            return drawing().keep(tree);
        }

        private PathSampler.Drawing drawing() {
            if (drawing == null) {
                throw new IllegalStateException(
                        "the encoding that drew these strings is closed; draw them from an open one to score them");
            }
            return drawing;
        }

        /** Returns the log-probability of each event under the scorer that the sampler follows, if it follows one. */
        public Optional<double[]> logP() {
            return drawing == null ? Optional.empty() : drawing.logP(tree);
        }

        /** Returns the log-probability of each event under the scorer. If the sampler follows it, it is known already. */
        public double[] logP(MarkScorer scorer) {
            return logP().orElseGet(() -> scorer.score(tree, Pass.forward()).logProbabilities());
        }

        private Samples withoutDrawing() {
            return new Samples(tree, logQ, null);
        }
    }

    /**
     * Draws k strings for each pair of a batch, independently. Strings that share a prefix share its computation: the draws
     * at a prefix are distributed over its choices at once. Complexity: one step of the walk per length of a string.
     *
     * @param streams one random stream per pair; the strings of a pair depend on no other stream
     */
    public static Samples sample(PathSampler.Encoded encoded, int k, RandomGenerator... streams) {
        if (k < 1) {
            throw new EspalierException("sampling needs k of at least 1; got k = " + k);
        }
        int[] counts = new int[encoded.batch().pairs()];
        Arrays.fill(counts, k);
        return sample(encoded, counts, streams);
    }

    /**
     * Draws strings for the pairs of a batch, independently.
     *
     * @param counts the number of strings of each pair, which may be 0
     * @param streams one random stream per pair; the strings of a pair depend on no other stream
     */
    public static Samples sample(PathSampler.Encoded encoded, int[] counts, RandomGenerator... streams) {
        int pairs = encoded.batch().pairs();
        if (counts.length != pairs || streams.length != pairs) {
            throw new EspalierException("sampling needs a count and a stream for each pair; got " + counts.length
                    + " and " + streams.length + " for " + pairs + " pairs");
        }
        return new TreeSampling(encoded, counts, streams).draw();
    }

    /** Encodes a batch without gradient and draws k strings for each pair. The result cannot be scored. */
    public static Samples sample(PathSampler sampler, LatticeBatch batch, int k, RandomGenerator... streams) {
        try (PointerScope scope = new PointerScope()) {
            return sample(sampler.encode(batch, Pass.forward()), k, streams).withoutDrawing();
        }
    }

    /**
     * Returns log q of each choice after a prefix, in the order of the {@linkplain LatticeBatch#choices choices}.
     *
     * @throws EspalierException if no path of the pair starts with the prefix
     */
    public static double[] distribution(PathSampler sampler, LatticeBatch batch, int pair, int... prefix) {
        try (PointerScope scope = new PointerScope()) {
            PathSampler.SamplingWalk walk =
                    sampler.encode(batch, Pass.forward()).walk(new int[] {pair});
            for (int at = 0; at < prefix.length; at++) {
                int choice = batch.choice(walk.state(0), prefix[at]);
                if (prefix[at] >= batch.marks() || choice < 0) {
                    throw new EspalierException("mark string " + Arrays.toString(prefix)
                            + " starts no path of this pair: mark " + at + " is not possible");
                }
                walk = walk.advance(new int[] {0}, new int[] {choice});
            }
            return walk.logProbabilities();
        }
    }

    /** Returns the weights of the arcs of a batch, if the sampler depends on nothing else. */
    public static Optional<SwpWeights> suffixWeights(PathSampler sampler, LatticeBatch batch) {
        try (PointerScope scope = new PointerScope()) {
            return sampler.encode(batch, Pass.forward()).suffixWeights();
        }
    }

    /** Grows the tree of the strings by one length at a time, and counts how many strings have each prefix. */
    private static final class TreeSampling {
        private final LatticeBatch batch;
        private final PathSampler.Drawing drawing;
        private final RandomGenerator[] streams;
        private final PrefixTree.Builder tree;
        private PathSampler.SamplingWalk walk;
        private int[] counts;
        private int firstNode;
        private double[] nodeLogQ = new double[1024];
        private double[] endLogQ = new double[1024];
        private int ends;

        TreeSampling(PathSampler.Encoded encoded, int[] counts, RandomGenerator[] streams) {
            this.batch = encoded.batch();
            this.streams = streams;
            this.tree = new PrefixTree.Builder(batch);
            this.drawing = encoded.startDrawing();
            this.walk = drawing.start();
            this.counts = counts.clone();
        }

        Samples draw() {
            try {
                int depth = 0;
                while (extend()) {
                    if (++depth > MAX_MARKS && !batch.isAcyclic()) {
                        throw new EspalierException("a sampled string has more than " + MAX_MARKS
                                + " marks: the lattice is cyclic; unroll it with maxMarks");
                    }
                }
            } finally {
                walk.close();
            }
            int nodes = tree.nodes() - batch.pairs();
            double[] logQ = Arrays.copyOf(nodeLogQ, nodes + ends);
            System.arraycopy(endLogQ, 0, logQ, nodes, ends);
            return new Samples(tree.build(), logQ, drawing);
        }

        /** Distributes the draws at each prefix over its choices; returns false when all strings have ended. */
        private boolean extend() {
            double[] logQ = walk.logProbabilities();
            int rows = walk.rows();
            int[] from = new int[64];
            int[] ranks = new int[64];
            int[] nextCounts = new int[64];
            int next = 0;
            int offset = 0;
            int nextFirst = tree.nodes();
            for (int row = 0; row < rows; row++) {
                int state = walk.state(row);
                int choices = batch.choices(state);
                int[] split = split(counts[row], logQ, offset, choices, streams[tree.pair(firstNode + row)]);
                for (int choice = 0; choice < choices; choice++) {
                    if (split[choice] == 0) {
                        continue;
                    }
                    if (choice == batch.degree(state)) {
                        tree.end(firstNode + row, split[choice]);
                        endLogQ = put(endLogQ, ends++, logQ[offset + choice]);
                        continue;
                    }
                    if (next == from.length) {
                        from = Arrays.copyOf(from, 2 * next);
                        ranks = Arrays.copyOf(ranks, 2 * next);
                        nextCounts = Arrays.copyOf(nextCounts, 2 * next);
                    }
                    int arc = batch.arc(state, choice);
                    int node = tree.node(firstNode + row, batch.mark(arc), batch.target(arc));
                    nodeLogQ = put(nodeLogQ, node - batch.pairs(), logQ[offset + choice]);
                    from[next] = row;
                    ranks[next] = choice;
                    nextCounts[next++] = split[choice];
                }
                offset += choices;
            }
            if (next == 0) {
                return false;
            }
            tree.deeper();
            firstNode = nextFirst;
            counts = nextCounts;
            PathSampler.SamplingWalk longer = walk.advance(Arrays.copyOf(from, next), Arrays.copyOf(ranks, next));
            walk.close();
            walk = longer;
            return true;
        }

        private static double[] put(double[] values, int index, double value) {
            double[] result = index < values.length ? values : Arrays.copyOf(values, 2 * index);
            result[index] = value;
            return result;
        }

        /** Draws a choice {@code count} times and returns how often each was drawn. */
        private static int[] split(int count, double[] logQ, int offset, int choices, RandomGenerator random) {
            int[] result = new int[choices];
            if (choices == 1) {
                result[0] = count;
                return result;
            }
            // The last choice has the probability that remains, which also absorbs rounding.
            double[] q = new double[choices - 1];
            for (int choice = 0; choice < q.length; choice++) {
                q[choice] = Math.exp(logQ[offset + choice]);
            }
            for (int draw = 0; draw < count; draw++) {
                double remaining = random.nextDouble();
                int choice = 0;
                while (choice < q.length && (remaining -= q[choice]) >= 0) {
                    choice++;
                }
                result[choice]++;
            }
            return result;
        }
    }
}
