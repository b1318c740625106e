package org.espalier.model.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.espalier.fst.base.LogSpace;
import org.espalier.model.estimate.Estimate;

/**
 * An output in its place among others.
 *
 * @param output as it was found or given
 * @param logP log p̃(x, y), over all alignments; -∞ if the machine writes no such output for the input
 * @param probability of this output, if it is one of those ranked: p̃(x, y) divided by the sum of theirs
 * @param isExact whether all alignments were enumerated
 */
public record RankedOutput(FoundOutput output, Estimate logP, Estimate probability, boolean isExact) {
    record Scored(FoundOutput output, Estimate logP, boolean isExact) {}

    /** The most probable first, those alike in the order given. */
    static List<RankedOutput> ranking(List<Scored> scored) {
        double total = LogSpace.ZERO;
        for (Scored each : scored) {
            total = LogSpace.add(total, each.logP.value());
        }
        double[] shares = new double[scored.size()];
        double squares = 0;
        for (int k = 0; k < shares.length; k++) {
            shares[k] = total == LogSpace.ZERO ? 0 : Math.exp(scored.get(k).logP.value() - total);
            squares += Math.pow(shares[k] * scored.get(k).logP.standardError(), 2);
        }
        List<RankedOutput> result = new ArrayList<>();
        for (int k = 0; k < shares.length; k++) {
            Scored each = scored.get(k);
            Estimate probability = new Estimate(shares[k], error(shares[k], each.logP.standardError(), squares));
            result.add(new RankedOutput(each.output, each.logP, probability, each.isExact));
        }
        result.sort(Comparator.comparingDouble((RankedOutput each) -> each.logP.value())
                .reversed());
        return List.copyOf(result);
    }

    /**
     * By the delta method: ∂P_i / ∂ log p̃_j is P_i (1 - P_i) for j = i and -P_i P_j for others, whose estimates are
     * independent.
     *
     * @param squares Σ P_j² s_j²
     */
    private static double error(double share, double standardError, double squares) {
        double own = standardError * standardError;
        double variance = squares + ((1 - share) * (1 - share) - share * share) * own;
        return share * Math.sqrt(Math.max(0, variance));
    }
}
