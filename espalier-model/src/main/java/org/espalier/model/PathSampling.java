package org.espalier.model;

import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.fst.base.EspalierException;

/** Draws mark strings from a sampler. */
public final class PathSampling {
    /** Longest string drawn from a cyclic lattice, where nothing else bounds it. */
    public static final int MAX_MARKS = 100_000;

    private PathSampling() {}

    /**
     * What was drawn.
     *
     * @param tree the strings; the counts of the ends of each pair add up to the number of samples
     * @param logQ for each event of the tree its log-probability under the sampler, as it was when it was drawn
     */
    @SuppressWarnings("ArrayRecordComponent") // handed from one stage to the next, never compared
    public record Samples(PrefixTree tree, double[] logQ) {}

    /**
     * Draws k strings for each pair of a batch, independently. Strings that share a prefix share its computation: the k
     * draws at a prefix are split among its choices at once.
     *
     * @param streams a random stream for each pair, so that what is drawn for a pair depends on its own stream only
     */
    public static Samples sample(PathSampler.Encoded encoded, int k, RandomGenerator... streams) {
        LatticeBatch batch = encoded.batch();
        if (k < 1 || streams.length != batch.pairs()) {
            throw new EspalierException("sampling needs k of at least 1 and a stream for each pair; got k = " + k
                    + " and " + streams.length + " streams for " + batch.pairs() + " pairs");
        }
        return new Drawing(encoded, streams).draw(k);
    }

    /** The same for pairs that have not been encoded, and without a gradient. */
    public static Samples sample(PathSampler sampler, LatticeBatch batch, int k, RandomGenerator... streams) {
        try (PointerScope scope = new PointerScope()) {
            return sample(sampler.encode(batch, Pass.forward()), k, streams);
        }
    }

    /**
     * log q of each choice after a prefix, in the order of {@linkplain LatticeBatch#choices the choices} there.
     *
     * @throws EspalierException if the prefix is none of the pair's
     */
    public static double[] distribution(PathSampler sampler, LatticeBatch batch, int pair, int... prefix) {
        try (PointerScope scope = new PointerScope()) {
            PathSampler.Walk walk = sampler.encode(batch, Pass.forward()).walk(new int[] {pair});
            for (int at = 0; at < prefix.length; at++) {
                int choice = batch.choice(walk.state(0), prefix[at]);
                if (prefix[at] >= batch.marks() || choice < 0) {
                    throw new EspalierException("mark string " + Arrays.toString(prefix)
                            + " begins no path of this pair: mark " + at + " is not possible there");
                }
                walk = walk.advance(new int[] {0}, new int[] {choice});
            }
            return walk.logProbabilities();
        }
    }

    /** What Algorithm 1 makes of a batch, if that is all that a sampler goes by. */
    public static Optional<SwpWeights> suffixWeights(PathSampler sampler, LatticeBatch batch) {
        try (PointerScope scope = new PointerScope()) {
            return sampler.encode(batch, Pass.forward()).suffixWeights();
        }
    }

    /** The prefixes of one length, how many of the k strings have each, and where the draws go on. */
    private static final class Drawing {
        private final LatticeBatch batch;
        private final RandomGenerator[] streams;
        private final PrefixTree.Builder tree;
        private PathSampler.Walk walk;
        private int[] counts;
        private int firstNode;
        private double[] nodeLogQ = new double[1024];
        private double[] endLogQ = new double[1024];
        private int ends;

        Drawing(PathSampler.Encoded encoded, RandomGenerator[] streams) {
            this.batch = encoded.batch();
            this.streams = streams;
            this.tree = new PrefixTree.Builder(batch);
            int[] pairs = new int[batch.pairs()];
            Arrays.setAll(pairs, p -> p);
            this.walk = encoded.walk(pairs);
            this.counts = new int[pairs.length];
        }

        Samples draw(int k) {
            Arrays.fill(counts, k);
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
            return new Samples(tree.build(), logQ);
        }

        /** Splits the draws at each prefix among its choices; false when all strings have ended. */
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
            PathSampler.Walk longer = walk.advance(Arrays.copyOf(from, next), Arrays.copyOf(ranks, next));
            walk.close();
            walk = longer;
            return true;
        }

        private static double[] put(double[] values, int index, double value) {
            double[] result = index < values.length ? values : Arrays.copyOf(values, 2 * index);
            result[index] = value;
            return result;
        }

        /** How many of {@code count} draws fall on each choice. */
        private static int[] split(int count, double[] logQ, int offset, int choices, RandomGenerator random) {
            int[] result = new int[choices];
            if (choices == 1) {
                result[0] = count;
                return result;
            }
            // As many as are drawn from; the last takes what is left.
            double[] q = new double[choices - 1];
            for (int choice = 0; choice < q.length; choice++) {
                q[choice] = Math.exp(logQ[offset + choice]);
            }
            for (int draw = 0; draw < count; draw++) {
                double left = random.nextDouble();
                int choice = 0;
                while (choice < q.length && (left -= q[choice]) >= 0) {
                    choice++;
                }
                result[choice]++;
            }
            return result;
        }
    }
}
