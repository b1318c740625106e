package org.espalier.lab.results;

import java.util.List;

/**
 * Where samplers lose, on pairs so small that their posterior is known exactly. All numbers are means over the pairs.
 *
 * @param pairs how many; short ones of those to validate with
 * @param posteriorEntropy in nats
 */
public record SamplerAnalysis(
        int pairs,
        double paths,
        double posteriorEntropy,
        List<Limit> limits,
        List<Exactly> samplers,
        List<Influence> influences,
        List<Internals> internals) {
    /**
     * The best that any sampler could do that sees its state and so many of the last marks.
     *
     * @param inclusiveKl KL(p ‖ q)
     * @param exclusiveKl KL(q ‖ p) of that same q
     */
    public record Limit(int marks, double inclusiveKl, double exclusiveKl) {}

    /** The exact divergences of a trained sampler. */
    public record Exactly(SamplerVariant sampler, double inclusiveKl, double exclusiveKl) {}

    /**
     * How far ahead the first choice looks: by how much its distribution changes, in total variation, when the output
     * symbol so many places ahead is another.
     *
     * @param who a sampler's name, or posterior for what it should be
     */
    public record Influence(String who, List<Double> byDistance) {}

    /**
     * What decides inside plain SWP, at states with a choice: log q differs between two arcs by log w and by log β of where
     * they lead.
     *
     * @param weightSpread the root mean square over choices of log w about its mean at the state
     * @param betaSpread the same of log β
     * @param spread the same of both together, which is what decides; less than either where they cancel
     * @param explainedByMark the share of the variance of log w that is explained by which mark an arc has
     * @param saturated the share of entries of arc embeddings that are within 0.02 of the ends of their range
     */
    public record Internals(
            SamplerVariant sampler,
            double weightSpread,
            double betaSpread,
            double spread,
            double explainedByMark,
            double saturated) {}
}
