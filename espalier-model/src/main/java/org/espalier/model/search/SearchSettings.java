package org.espalier.model.search;

import java.io.Serializable;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.MarkScorer;

/**
 * The settings of a beam search.
 *
 * @param beam the largest number of mark-string prefixes kept per input at each length; 0 for what the scorer needs
 * @param threshold the share of the probability of the best string or prefix below which a prefix is dropped; 0 to drop none and
 *     to compare prefixes by p̃ alone, {@link #AUTOMATIC} for what the scorer allows
 * @param nBest the number of outputs wanted; a search ends when no other output can be among the n best
 * @param outputsPerInput the factor a of the bound a·|x| + b on the symbols of an output
 * @param extraOutputs the constant b of that bound
 * @param maxMarks the longest mark string; 0 means four marks per symbol that can be read or written, and 16 more
 */
public record SearchSettings(int beam, double threshold, int nBest, int outputsPerInput, int extraOutputs, int maxMarks)
        implements Serializable {
    /** The threshold that stands for the scorer's own. */
    public static final double AUTOMATIC = -1;

    public static final SearchSettings DEFAULT = new SearchSettings(0, AUTOMATIC, 5, 3, 10, 0);

    /** The beam for a joint scorer, under which prefixes are hard to compare. */
    public static final int JOINT_BEAM = 32;

    /** The beam for a conditional scorer. */
    public static final int CONDITIONAL_BEAM = 8;

    /** The threshold for a joint scorer, under which a prefix is compared with others that have read as much. */
    public static final double JOINT_THRESHOLD = 1e-2;

    /** The threshold for a conditional scorer. */
    public static final double CONDITIONAL_THRESHOLD = 1e-3;

    private static final int SPARE_MARKS = 16;

    public SearchSettings {
        if (!(threshold == AUTOMATIC || (threshold >= 0 && threshold < 1))) {
            throw new EspalierException("threshold must be at least 0 and under 1; got " + threshold);
        }
        if (beam < 0 || nBest < 1) {
            throw new EspalierException("beam must be 0 or more and nBest at least 1; got " + beam + " and " + nBest);
        }
        if (outputsPerInput < 0 || extraOutputs < 0 || maxMarks < 0) {
            throw new EspalierException("outputsPerInput, extraOutputs and maxMarks must be 0 or more; got "
                    + outputsPerInput + ", " + extraOutputs + " and " + maxMarks);
        }
    }

    /** Returns settings with a beam and a threshold that the scorer needs, where they are not given. */
    SearchSettings forScorer(MarkScorer scorer) {
        boolean isConditional = scorer.isConditional();
        SearchSettings chosen = beam > 0 ? this : withBeam(isConditional ? CONDITIONAL_BEAM : JOINT_BEAM);
        return threshold >= 0 ? chosen : chosen.withThreshold(isConditional ? CONDITIONAL_THRESHOLD : JOINT_THRESHOLD);
    }

    public SearchSettings withThreshold(double changed) {
        return new SearchSettings(beam, changed, nBest, outputsPerInput, extraOutputs, maxMarks);
    }

    public SearchSettings withBeam(int changed) {
        return new SearchSettings(changed, threshold, nBest, outputsPerInput, extraOutputs, maxMarks);
    }

    public SearchSettings withNBest(int changed) {
        return new SearchSettings(beam, threshold, changed, outputsPerInput, extraOutputs, maxMarks);
    }

    /** Returns settings with a bound on outputs that does not depend on the length of the input. */
    public SearchSettings withMaxOutput(int changed) {
        return new SearchSettings(beam, threshold, nBest, 0, changed, maxMarks);
    }

    public SearchSettings withMaxMarks(int changed) {
        return new SearchSettings(beam, threshold, nBest, outputsPerInput, extraOutputs, changed);
    }

    /** Returns the largest number of symbols of an output, for an input of this length. */
    public int maxOutput(int inputLength) {
        return Math.toIntExact(Math.min(Integer.MAX_VALUE / 8, (long) outputsPerInput * inputLength + extraOutputs));
    }

    /** Returns the largest number of marks of a string, for an input of this length. */
    public int maxMarks(int inputLength) {
        return maxMarks > 0 ? maxMarks : 4 * (inputLength + maxOutput(inputLength)) + SPARE_MARKS;
    }
}
