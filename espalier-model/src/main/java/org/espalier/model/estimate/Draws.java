package org.espalier.model.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.PathSampling;
import org.espalier.model.PrefixTree;

/**
 * The mark strings that were drawn independently from q for one pair.
 *
 * @param distinct the distinct strings, each with the number of its draws
 */
public record Draws(List<Draw> distinct) {
    /**
     * A mark string and the number of times it was drawn.
     *
     * @param count the number of draws, at least 1
     */
    public record Draw(ScoredString string, int count) {
        public Draw {
            if (count < 1) {
                throw new EspalierException("a string that was drawn has a count of at least 1; got " + count);
            }
        }
    }

    public Draws {
        distinct = List.copyOf(distinct);
        if (distinct.isEmpty()) {
            throw new EspalierException("estimates need at least one string that was drawn");
        }
    }

    /**
     * Returns the draws of each pair of a batch.
     *
     * @param logP the log-probability under the scorer of each event of the tree
     */
    public static List<Draws> of(PathSampling.Samples samples, double[] logP) {
        PrefixTree tree = samples.tree();
        double[] q = tree.totals(samples.logQ());
        double[] p = tree.totals(logP);
        List<List<Draw>> ofPair =
                Stream.<List<Draw>>generate(ArrayList::new).limit(tree.pairs()).toList();
        for (int end = 0; end < tree.ends(); end++) {
            ofPair.get(tree.pair(tree.endNode(end)))
                    .add(new Draw(new ScoredString(tree.string(end), q[end], p[end]), tree.endCount(end)));
        }
        return ofPair.stream().map(Draws::new).toList();
    }

    /** Returns the number of draws, repeated strings included. */
    public int samples() {
        return distinct.stream().mapToInt(Draw::count).sum();
    }

    /** Returns log p̃(ω) / q(ω), the log importance weight, of each distinct string. */
    public double[] logWeights() {
        return distinct.stream().mapToDouble(draw -> draw.string().logWeight()).toArray();
    }

    int[] counts() {
        return distinct.stream().mapToInt(Draw::count).toArray();
    }
}
