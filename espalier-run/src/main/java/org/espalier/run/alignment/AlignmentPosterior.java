package org.espalier.run.alignment;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.fst.base.EspalierException;

/**
 * How probable each part of an alignment of a pair is: the weight of all alignments that have it.
 *
 * <p>There are two kinds of parts. A {@link AlignmentLink} says what a symbol is joined to. A place says that an operation reads just
 * these symbols of x and writes just those of y; of a machine that only deletes and inserts, whose links are all certain,
 * it still says at which symbol of x each symbol of y is written.
 */
public final class AlignmentPosterior {
    private final SortedMap<AlignmentLink, Double> links;
    private final Map<Place, Double> places;

    /** Parts x[i … i+read) and y[j … j+written). */
    private record Place(int i, int j, int read, int written) {
        static Place of(AlignmentOperation operation) {
            return new Place(
                    operation.i(),
                    operation.j(),
                    operation.read().size(),
                    operation.written().size());
        }
    }

    private AlignmentPosterior(SortedMap<AlignmentLink, Double> links, Map<Place, Double> places) {
        this.links = Collections.unmodifiableSortedMap(links);
        this.places = places;
    }

    /**
     * The posterior over alignments as weighted.
     *
     * @param weights of the alignments, in their order, adding up to 1: exact, or those of strings that were drawn
     */
    public static AlignmentPosterior of(List<Alignment> alignments, List<Double> weights) {
        if (alignments.size() != weights.size()) {
            throw new EspalierException("every alignment needs a weight; found " + alignments.size()
                    + " alignments and " + weights.size() + " weights");
        }
        SortedMap<AlignmentLink, Double> links = new TreeMap<>();
        Map<Place, Double> places = new HashMap<>();
        for (int k = 0; k < alignments.size(); k++) {
            double weight = weights.get(k);
            for (AlignmentOperation operation : alignments.get(k).columns()) {
                places.merge(Place.of(operation), weight, Double::sum);
                operation.links().forEach(link -> links.merge(link, weight, Double::sum));
            }
        }
        // What all alignments have would otherwise have 1.0000000000000002 now and then.
        links.replaceAll((link, sum) -> Math.min(1, sum));
        places.replaceAll((place, sum) -> Math.min(1, sum));
        return new AlignmentPosterior(links, places);
    }

    /** Every link that some alignment has, with its probability, by position. */
    public Map<AlignmentLink, Double> links() {
        return links;
    }

    /** 0 for a link that no alignment has. */
    public double of(AlignmentLink link) {
        return links.getOrDefault(link, 0.0);
    }

    /** That of an operation which reads and writes just what this one does, where it does; not of a silent one. */
    public double of(AlignmentOperation operation) {
        return places.getOrDefault(Place.of(operation), 0.0);
    }
}
