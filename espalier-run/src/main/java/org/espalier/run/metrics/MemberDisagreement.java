package org.espalier.run.metrics;

import java.util.List;
import java.util.Map;

/**
 * The disagreement of the members of an ensemble about the best outputs of inputs, each with its confidence interval. Means over
 * inputs are weighted by the weights of the inputs.
 *
 * @param disputed the fraction of inputs for which the members' best outputs are not all equal
 * @param dissent the mean over inputs of the fraction of members whose best output is not that of the ensemble
 */
public record MemberDisagreement(ConfidenceInterval disputed, ConfidenceInterval dissent) {
    /**
     * The members' best outputs for one input.
     *
     * @param isDisputed whether they are not all equal
     * @param dissent the fraction of them that is not the output of the ensemble
     * @param weight the weight of the input
     */
    public record InputVote(boolean isDisputed, double dissent, double weight) {
        /**
         * Counts the votes for the outputs of an input. Members without an output vote for none, as the ensemble may.
         *
         * @param votes the number of members by their best output; outputs without votes may be missing
         * @param answer the output of the ensemble, and the weight of the input
         * @param members the number of members
         */
        public static InputVote of(Map<List<String>, Integer> votes, ScoredHypotheses answer, int members) {
            int found = votes.values().stream().mapToInt(Integer::intValue).sum();
            int agreeing = answer.hypotheses().isEmpty()
                    ? members - found
                    : votes.getOrDefault(answer.hypotheses().get(0), 0);
            boolean isDisputed = found > 0 && votes.values().stream().noneMatch(count -> count == members);
            return new InputVote(isDisputed, 1 - (double) agreeing / members, answer.weight());
        }
    }

    /** Computes the means. */
    public static MemberDisagreement of(List<InputVote> inputs, Bootstrap bootstrap) {
        double[] weights = Bootstrap.numbers(inputs, InputVote::weight);
        return new MemberDisagreement(
                bootstrap.mean(Bootstrap.numbers(inputs, input -> input.isDisputed ? 1 : 0), weights),
                bootstrap.mean(Bootstrap.numbers(inputs, InputVote::dissent), weights));
    }
}
