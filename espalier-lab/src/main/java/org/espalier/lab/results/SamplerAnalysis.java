package org.espalier.lab.results;

import java.util.List;

/**
 * The errors of samplers and what causes them, measured on pairs so small that their posterior is known exactly. All
 * numbers are means over the pairs.
 *
 * @param settings how the measurements were made
 * @param pairs the number of pairs, short ones of the validation part
 * @param paths the number of paths
 * @param posteriorEntropy the entropy of the posterior, in nats
 */
public record SamplerAnalysis(
        Settings settings,
        int pairs,
        double paths,
        double posteriorEntropy,
        List<Limit> limits,
        List<ExactDivergence> samplers,
        List<Influence> influences,
        List<Internals> internals) {
    /**
     * How the measurements are made. Those that an earlier version made in another way are made again.
     *
     * @param pairs the largest number of pairs
     * @param maxPaths the largest number of paths of a pair
     * @param fitSteps the number of steps that fit a sampler to exact posteriors
     * @param fitRate the learning rate of these steps
     */
    public record Settings(int pairs, long maxPaths, int fitSteps, double fitRate, long seed) {}

    /**
     * The divergences of the best possible sampler that sees its state and a number of last marks.
     *
     * @param marks the number of marks that it sees
     * @param inclusiveKl KL(p ‖ q)
     * @param exclusiveKl KL(q ‖ p) of the same q
     */
    public record Limit(int marks, double inclusiveKl, double exclusiveKl) {}

    /**
     * The exact divergences of a trained sampler.
     *
     * @param fittedKl KL(p ‖ q) of a new sampler of the kind, trained on the exact posteriors of these very pairs
     */
    public record ExactDivergence(SamplerVariant sampler, double inclusiveKl, double exclusiveKl, double fittedKl) {}

    /**
     * How far ahead the first choice looks: the change of its distribution, in total variation, when one output symbol is
     * replaced.
     *
     * @param who the name of a sampler, or {@code posterior}
     * @param byDistance the changes by the index of the replaced symbol
     */
    public record Influence(String who, List<Double> byDistance) {}

    /**
     * The terms that decide inside plain SWP, at states with a choice. log q of two arcs differs by log w and by log β of the
     * states that they lead to.
     *
     * @param weightSpread the root mean square over choices of log w about its mean at the state
     * @param betaSpread the same for log β
     * @param spread the same for their sum, which decides; less than either where they cancel
     * @param explainedByMark the fraction of the variance of log w that the mark of an arc explains
     * @param saturated the fraction of entries of arc embeddings that are near the ends of their range, within 0.02 of its width
     */
    public record Internals(
            SamplerVariant sampler,
            double weightSpread,
            double betaSpread,
            double spread,
            double explainedByMark,
            double saturated) {}
}
