package org.espalier.app.alignment;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.fst.EspalierException;

/** How probable each link of a pair is: the weight of all alignments that have it. */
public final class LinkPosterior {
    private final SortedMap<Link, Double> probabilities;

    private LinkPosterior(SortedMap<Link, Double> probabilities) {
        this.probabilities = Collections.unmodifiableSortedMap(probabilities);
    }

    /**
     * The posterior over alignments as weighted.
     *
     * @param weights of the alignments, in their order, adding up to 1: exact, or those of strings that were drawn
     */
    public static LinkPosterior of(List<Alignment> alignments, List<Double> weights) {
        if (alignments.size() != weights.size()) {
            throw new EspalierException("every alignment needs a weight; found " + alignments.size()
                    + " alignments and " + weights.size() + " weights");
        }
        SortedMap<Link, Double> sums = new TreeMap<>();
        for (int k = 0; k < alignments.size(); k++) {
            for (Link link : alignments.get(k).links()) {
                sums.merge(link, weights.get(k), Double::sum);
            }
        }
        // A link that all alignments have would otherwise have 1.0000000000000002 now and then.
        sums.replaceAll((link, sum) -> Math.min(1, sum));
        return new LinkPosterior(sums);
    }

    /** Every link that some alignment has, with its probability, by position. */
    public Map<Link, Double> probabilities() {
        return probabilities;
    }

    /** 0 for a link that no alignment has. */
    public double of(Link link) {
        return probabilities.getOrDefault(link, 0.0);
    }

    /** That of the least probable link of an operation; 1 for one that has none. */
    public double of(Operation operation) {
        return operation.links().stream().mapToDouble(this::of).min().orElse(1);
    }
}
