package org.espalier.model.search;

import java.io.Serializable;
import org.espalier.fst.base.EspalierException;

/**
 * How outputs are searched for.
 *
 * @param beam the most prefixes of mark strings kept for an input at each length
 * @param nBest how many outputs are wanted; the search of an input ends when no others can be among them
 * @param outputsPerInput with {@code extraOutputs}, the most symbols an output may have: so many for each of the input's …
 * @param extraOutputs … and so many besides
 * @param maxMarks the longest mark string, or 0 for four times as many marks as symbols can be read and written
 */
public record SearchSettings(int beam, int nBest, int outputsPerInput, int extraOutputs, int maxMarks)
        implements Serializable {
    public static final SearchSettings DEFAULT = new SearchSettings(64, 5, 3, 10, 0);

    private static final int SPARE_MARKS = 16;

    public SearchSettings {
        if (beam < 1 || nBest < 1) {
            throw new EspalierException("beam and nBest must be at least 1; got " + beam + " and " + nBest);
        }
        if (outputsPerInput < 0 || extraOutputs < 0 || maxMarks < 0) {
            throw new EspalierException("outputsPerInput, extraOutputs and maxMarks must be 0 or more; got "
                    + outputsPerInput + ", " + extraOutputs + " and " + maxMarks);
        }
    }

    public SearchSettings withBeam(int changed) {
        return new SearchSettings(changed, nBest, outputsPerInput, extraOutputs, maxMarks);
    }

    public SearchSettings withNBest(int changed) {
        return new SearchSettings(beam, changed, outputsPerInput, extraOutputs, maxMarks);
    }

    /** With the same bound on outputs for inputs of every length. */
    public SearchSettings withMaxOutput(int changed) {
        return new SearchSettings(beam, nBest, 0, changed, maxMarks);
    }

    public SearchSettings withMaxMarks(int changed) {
        return new SearchSettings(beam, nBest, outputsPerInput, extraOutputs, changed);
    }

    /** The most symbols that an output of an input of this length may have. */
    public int maxOutput(int inputLength) {
        return Math.toIntExact(Math.min(Integer.MAX_VALUE / 8, (long) outputsPerInput * inputLength + extraOutputs));
    }

    /** The most marks that a string for an input of this length may have. */
    public int maxMarks(int inputLength) {
        return maxMarks > 0 ? maxMarks : 4 * (inputLength + maxOutput(inputLength)) + SPARE_MARKS;
    }
}
