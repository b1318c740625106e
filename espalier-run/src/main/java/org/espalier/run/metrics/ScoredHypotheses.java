package org.espalier.run.metrics;

import java.util.Comparator;
import java.util.List;
import org.espalier.fst.base.EspalierException;

/**
 * The outputs proposed for one input, held against those that are right.
 *
 * <p>Any of the references is right. Character errors are counted against the nearest, the one of the smallest edit
 * distance from the first hypothesis, and of several as near against the longest, so that their order does not matter.
 *
 * @param hypotheses the best first; none if nothing was found, which is wrong and has the errors of the empty string
 * @param references at least one
 */
public record ScoredHypotheses(List<List<String>> hypotheses, List<List<String>> references) {
    /**
     * What is counted of character errors.
     *
     * @param length of the reference they are counted against
     */
    public record Errors(int count, int length) {}

    public ScoredHypotheses {
        hypotheses = hypotheses.stream().map(List::copyOf).toList();
        references = references.stream().map(List::copyOf).toList();
        if (references.isEmpty()) {
            throw new EspalierException("an input has no reference; give at least one right output of each input");
        }
    }

    /** Whether the first hypothesis is a reference. */
    public boolean isCorrect() {
        return !hypotheses.isEmpty() && references.contains(hypotheses.get(0));
    }

    /** One over the place, from 1, of the first hypothesis that is a reference; 0 if none is. */
    public double reciprocalRank() {
        for (int k = 0; k < hypotheses.size(); k++) {
            if (references.contains(hypotheses.get(k))) {
                return 1.0 / (k + 1);
            }
        }
        return 0;
    }

    public Errors characterErrors() {
        List<String> best = hypotheses.isEmpty() ? List.of() : hypotheses.get(0);
        return references.stream()
                .map(reference -> new Errors(EditDistance.between(best, reference), reference.size()))
                .min(Comparator.comparingInt(Errors::count)
                        .thenComparing(Comparator.comparingInt(Errors::length).reversed()))
                .orElseThrow();
    }
}
