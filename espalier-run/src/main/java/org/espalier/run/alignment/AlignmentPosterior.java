package org.espalier.run.alignment;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.fst.base.EspalierException;

/**
 * The probability of each part of an alignment of a pair: the total weight of the alignments that contain it.
 *
 * <p>There are two kinds of parts. A {@link AlignmentLink} says what a symbol is aligned with. A span says that one operation
 * reads exactly these symbols of x and writes exactly those of y. For a machine that only deletes and inserts, all links are
 * certain, but spans still tell at which position of x each symbol of y is written.
 */
public final class AlignmentPosterior {
    private final SortedMap<AlignmentLink, Double> links;
    private final Map<Span, Double> spans;

    /** The spans x[i … i+read) and y[j … j+written). */
    private record Span(int i, int j, int read, int written) {
        static Span of(AlignmentOperation operation) {
            return new Span(
                    operation.i(),
                    operation.j(),
                    operation.read().size(),
                    operation.written().size());
        }
    }

    private AlignmentPosterior(SortedMap<AlignmentLink, Double> links, Map<Span, Double> spans) {
        this.links = Collections.unmodifiableSortedMap(links);
        this.spans = spans;
    }

    /**
     * Computes the posterior from weighted alignments.
     *
     * @param weights the posterior weights of the alignments, exact or estimated, which sum to 1
     */
    public static AlignmentPosterior of(List<Alignment> alignments, List<Double> weights) {
        if (alignments.size() != weights.size()) {
            throw new EspalierException("every alignment needs a weight; found " + alignments.size()
                    + " alignments and " + weights.size() + " weights");
        }
        SortedMap<AlignmentLink, Double> links = new TreeMap<>();
        Map<Span, Double> spans = new HashMap<>();
        for (int k = 0; k < alignments.size(); k++) {
            double weight = weights.get(k);
            for (AlignmentOperation operation : alignments.get(k).columns()) {
                spans.merge(Span.of(operation), weight, Double::sum);
                operation.links().forEach(link -> links.merge(link, weight, Double::sum));
            }
        }
        // Rounding can make the sum over all alignments 1.0000000000000002.
        links.replaceAll((link, sum) -> Math.min(1, sum));
        spans.replaceAll((span, sum) -> Math.min(1, sum));
        return new AlignmentPosterior(links, spans);
    }

    /** Returns every link that occurs, with its probability, ordered by position. */
    public Map<AlignmentLink, Double> links() {
        return links;
    }

    /** Returns the probability of a link; 0 if it does not occur. */
    public double of(AlignmentLink link) {
        return links.getOrDefault(link, 0.0);
    }

    /** Returns the probability that an operation reads and writes the same spans as this one, which must not be silent. */
    public double of(AlignmentOperation operation) {
        return spans.getOrDefault(Span.of(operation), 0.0);
    }
}
