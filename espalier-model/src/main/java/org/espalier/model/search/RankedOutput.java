package org.espalier.model.search;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.espalier.fst.base.LogSpace;
import org.espalier.model.estimate.Estimate;

/**
 * An output with its probability among the outputs it was ranked with.
 *
 * @param output the output, as it was found or given
 * @param logP log p̃(x, y), summed over all alignments; -∞ if the machine does not write this output for the input
 * @param probability p̃(x, y) divided by its sum over the outputs that were ranked together
 * @param isExact whether all alignments were enumerated
 */
public record RankedOutput(FoundOutput output, Estimate logP, Estimate probability, boolean isExact) {
    /**
     * Ranks the outputs of one input, the most probable first; outputs with equal probability stay in the order given.
     *
     * @param logP log p̃(x, y) of each output
     * @param exact the indices of the outputs whose alignments were enumerated
     */
    static List<RankedOutput> rank(List<FoundOutput> outputs, List<Estimate> logP, BitSet exact) {
        double total = LogSpace.ZERO;
        for (Estimate each : logP) {
            total = LogSpace.add(total, each.value());
        }
        double[] probabilities = new double[outputs.size()];
        double squares = 0;
        for (int k = 0; k < probabilities.length; k++) {
            probabilities[k] = total == LogSpace.ZERO ? 0 : Math.exp(logP.get(k).value() - total);
            squares += Math.pow(probabilities[k] * logP.get(k).standardError(), 2);
        }
        List<RankedOutput> result = new ArrayList<>();
        for (int k = 0; k < probabilities.length; k++) {
            double error = error(probabilities[k], logP.get(k).standardError(), squares);
            result.add(
                    new RankedOutput(outputs.get(k), logP.get(k), new Estimate(probabilities[k], error), exact.get(k)));
        }
        result.sort(Comparator.comparingDouble((RankedOutput each) -> each.logP.value())
                .reversed());
        return List.copyOf(result);
    }

    /**
     * Returns the standard error of a probability P_i by the delta method: ∂P_i / ∂ log p̃_j is P_i (1 - P_i) for j = i and
     * -P_i P_j otherwise, and the estimates of different outputs are independent.
     *
     * @param squares Σ P_j² s_j²
     */
    private static double error(double probability, double standardError, double squares) {
        double own = standardError * standardError;
        double variance = squares + ((1 - probability) * (1 - probability) - probability * probability) * own;
        return probability * Math.sqrt(Math.max(0, variance));
    }
}
