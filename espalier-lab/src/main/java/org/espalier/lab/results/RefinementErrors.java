package org.espalier.lab.results;

import java.util.List;
import org.espalier.model.estimate.Estimate;

/**
 * How far the estimates of log p̃(x, y) by one sampler are from the exact values, by the number of strings, without and with
 * refinement. Measured on pairs whose paths can be enumerated.
 *
 * @param settings how the measurements were made
 * @param pairs the number of pairs, of the validation and test parts
 * @param paths the mean number of paths of a pair
 * @param plain the errors of strings drawn from the sampler alone, for each budget
 * @param refined the errors with refinement, for each budget
 */
public record RefinementErrors(
        SamplerVariant sampler,
        Settings settings,
        int pairs,
        double paths,
        List<OfBudget> plain,
        List<OfBudget> refined) {
    /**
     * How the measurements are made. Those that an earlier version made in another way are made again.
     *
     * @param pairs the largest number of pairs
     * @param maxPaths the largest number of paths of a pair
     * @param budgets the largest numbers of strings per pair
     * @param refine the number of rounds of refinement
     * @param repetitions the number of estimates of each pair and budget
     * @param seed the seed of the first repetition
     */
    public record Settings(int pairs, long maxPaths, List<Integer> budgets, int refine, int repetitions, long seed) {
        public Settings {
            budgets = List.copyOf(budgets);
        }
    }

    /**
     * The errors of estimates from a number of strings, in nats. Standard errors are over pairs.
     *
     * @param samples the largest number of strings per pair
     * @param drawn the mean number of strings drawn per pair: less where refinement needed fewer
     * @param error the mean of |estimate − exact value|
     * @param bias the mean of estimate − exact value
     */
    public record OfBudget(int samples, double drawn, Estimate error, Estimate bias) {}

    public RefinementErrors {
        plain = List.copyOf(plain);
        refined = List.copyOf(refined);
    }
}
