package org.espalier.model.train;

import java.io.Serializable;
import org.espalier.model.estimate.AcceptedMass;

/**
 * What became of dreams: mark strings drawn from p̃θ alone, of which the sampler learns those that the machine accepts.
 *
 * @param mass how many were drawn and accepted: an estimate of Z_θ
 * @param skipped the number of accepted ones of which the sampler learned nothing: their lattices are too large for
 *     {@code dreamStates}, or the sampler cannot take them
 * @param loss the sum of −log q(ω | T_xy) over those of which the sampler learned, with dropout if there is any
 */
public record DreamSums(AcceptedMass mass, long skipped, double loss) implements Serializable {
    public static final DreamSums NONE = new DreamSums(AcceptedMass.NONE, 0, 0);

    /** The length of {@link #toArray}. */
    static final int NUMBERS = 5;

    /** Returns the mean of −log q(ω | T_xy) over the dreams of which the sampler learned; 0 if there are none. */
    public double meanLoss() {
        return loss / Math.max(1, mass.accepted() - skipped);
    }

    /** Returns the sums over these dreams and others. */
    DreamSums plus(DreamSums other) {
        return new DreamSums(mass.plus(other.mass), skipped + other.skipped, loss + other.loss);
    }

    /** Returns these sums as the numbers that travel between workers. */
    double[] toArray() {
        return new double[] {mass.drawn(), mass.accepted(), mass.cut(), skipped, loss};
    }

    /** Returns the sums of which {@link #toArray} made the numbers from an index on. */
    static DreamSums fromArray(double[] numbers, int from) {
        return new DreamSums(
                new AcceptedMass(
                        Math.round(numbers[from]), Math.round(numbers[from + 1]), Math.round(numbers[from + 2])),
                Math.round(numbers[from + 3]),
                numbers[from + 4]);
    }
}
