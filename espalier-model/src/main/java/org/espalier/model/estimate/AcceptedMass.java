package org.espalier.model.estimate;

import java.io.Serializable;
import java.util.List;
import java.util.random.RandomGenerator;
import org.espalier.model.ScorerSampling;
import org.espalier.model.ScorerSampling.Fate;
import org.espalier.model.ScorerSampling.ScorerDraw;

/**
 * An estimate of Z_θ, the mass of p̃θ on the mark strings that the machine accepts, from strings drawn from p̃θ alone. The rest
 * is the mass of ⊥, the ungrammatical strings (Appendix C).
 *
 * @param drawn the number of strings drawn
 * @param accepted the number of those that the machine accepts
 * @param cut the number of those that were cut off, of which it is unknown whether the machine accepts them
 */
public record AcceptedMass(long drawn, long accepted, long cut) implements Serializable {
    public static final AcceptedMass NONE = new AcceptedMass(0, 0, 0);

    /** The number of strings drawn at once. */
    private static final int ROWS = 512;

    /** Draws strings and counts what becomes of them. */
    public static AcceptedMass estimate(ScorerSampling sampling, long draws, long seed) {
        AcceptedMass result = NONE;
        while (result.drawn < draws) {
            RandomGenerator[] streams = new RandomGenerator[(int) Math.min(ROWS, draws - result.drawn)];
            for (int k = 0; k < streams.length; k++) {
                streams[k] = RandomStreams.of(seed, result.drawn + k);
            }
            result = result.plus(of(sampling.draw(streams)));
        }
        return result;
    }

    /** Counts what became of some draws. */
    public static AcceptedMass of(List<ScorerDraw> draws) {
        return new AcceptedMass(draws.size(), count(draws, Fate.ACCEPTED), count(draws, Fate.CUT));
    }

    private static long count(List<ScorerDraw> draws, Fate fate) {
        return draws.stream().filter(draw -> draw.fate() == fate).count();
    }

    /** Returns the counts of these draws and others together. */
    public AcceptedMass plus(AcceptedMass other) {
        return new AcceptedMass(drawn + other.drawn, accepted + other.accepted, cut + other.cut);
    }

    /** Returns the estimate of Z_θ, to which strings that were cut off do not contribute; NaN without draws. */
    public Estimate mass() {
        return share(accepted);
    }

    /** Returns the share of strings that were cut off: by at most so much {@link #mass} is too small on average. */
    public Estimate cutMass() {
        return share(cut);
    }

    private Estimate share(long count) {
        // One more of each outcome, so that the error is not 0 where all draws had the same one.
        double smoothed = (count + 1.0) / (drawn + 2);
        return new Estimate((double) count / drawn, Math.sqrt(smoothed * (1 - smoothed) / drawn));
    }
}
