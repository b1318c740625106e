package org.espalier.model.estimate;

import java.util.Comparator;
import java.util.List;

/**
 * A mark string with its posterior weight.
 *
 * @param string the mark string with its scores
 * @param weight p(ω | x, y), exact or estimated; the weights of all strings of an estimate sum to 1
 */
public record PosteriorString(ScoredString string, double weight) {
    /** Returns the strings sorted by weight, the largest first. */
    static List<PosteriorString> heaviestFirst(List<PosteriorString> strings) {
        return strings.stream()
                .sorted(Comparator.comparingDouble(PosteriorString::weight).reversed())
                .toList();
    }
}
