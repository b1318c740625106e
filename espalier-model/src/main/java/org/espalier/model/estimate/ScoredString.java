package org.espalier.model.estimate;

import java.util.Arrays;

/**
 * A mark string ω of a lattice with its log-probabilities under what it was drawn from and the scorer.
 *
 * @param marks ω
 * @param logQ log q(ω | T_xy), from the sampler or, if it is refined, from the mean of q over all rounds
 * @param logP log p̃(ω), from the scorer
 */
@SuppressWarnings("ArrayRecordComponent") // equality is by content, below
public record ScoredString(int[] marks, double logQ, double logP) {
    /** Returns the log of the importance weight p̃(ω) / q(ω | T_xy). */
    public double logWeight() {
        return logP - logQ;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ScoredString string
                && Arrays.equals(marks, string.marks)
                && Double.compare(logQ, string.logQ) == 0
                && Double.compare(logP, string.logP) == 0;
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(marks) + Double.hashCode(logP - logQ);
    }

    @Override
    public String toString() {
        return "ScoredString[" + Arrays.toString(marks) + ", logQ=" + logQ + ", logP=" + logP + "]";
    }
}
