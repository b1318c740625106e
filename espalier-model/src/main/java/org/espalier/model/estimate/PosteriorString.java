package org.espalier.model.estimate;

import java.util.Comparator;
import java.util.List;

/**
 * A mark string with its share of the posterior.
 *
 * @param weight p(ω | x, y) as estimated; over all strings of an estimate these add up to 1
 */
public record PosteriorString(ScoredString string, double weight) {
    static List<PosteriorString> heaviestFirst(List<PosteriorString> strings) {
        return strings.stream()
                .sorted(Comparator.comparingDouble(PosteriorString::weight).reversed())
                .toList();
    }
}
