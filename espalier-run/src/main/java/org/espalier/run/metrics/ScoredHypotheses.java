package org.espalier.run.metrics;

import java.util.Comparator;
import java.util.List;
import org.espalier.fst.base.EspalierException;

/**
 * The hypotheses for one input, compared with its references.
 *
 * <p>Every reference is correct. Character errors are counted against the reference with the smallest edit distance from the
 * first hypothesis; among several, against the longest, so that the order of references does not matter.
 *
 * @param hypotheses the outputs found, the best first; an empty list is wrong and counts as the empty string
 * @param references the correct outputs; at least one
 * @param weight the weight of the input in means over inputs
 */
public record ScoredHypotheses(List<List<String>> hypotheses, List<List<String>> references, double weight) {
    /**
     * Character errors of one input.
     *
     * @param count the edit distance from the nearest reference
     * @param length the length of that reference
     */
    public record Errors(int count, int length) {}

    public ScoredHypotheses {
        hypotheses = hypotheses.stream().map(List::copyOf).toList();
        references = references.stream().map(List::copyOf).toList();
        if (references.isEmpty()) {
            throw new EspalierException("an input has no reference; give at least one right output of each input");
        }
    }

    /** Creates the hypotheses of an input of weight 1. */
    public ScoredHypotheses(List<List<String>> hypotheses, List<List<String>> references) {
        this(hypotheses, references, 1);
    }

    /** Returns whether the first hypothesis is a reference. */
    public boolean isCorrect() {
        return !hypotheses.isEmpty() && references.contains(hypotheses.get(0));
    }

    /** Returns 1/r, where r is the rank of the first hypothesis that is a reference; 0 if none is. */
    public double reciprocalRank() {
        for (int k = 0; k < hypotheses.size(); k++) {
            if (references.contains(hypotheses.get(k))) {
                return 1.0 / (k + 1);
            }
        }
        return 0;
    }

    /** Returns the character errors of the first hypothesis. */
    public Errors characterErrors() {
        List<String> best = hypotheses.isEmpty() ? List.of() : hypotheses.get(0);
        return references.stream()
                .map(reference -> new Errors(EditDistance.between(best, reference), reference.size()))
                .min(Comparator.comparingInt(Errors::count)
                        .thenComparing(Comparator.comparingInt(Errors::length).reversed()))
                .orElseThrow();
    }
}
