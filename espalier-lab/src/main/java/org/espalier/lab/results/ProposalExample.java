package org.espalier.lab.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The proposals of the samplers for one pair (Appendix E).
 *
 * @param fromPaper whether the paper shows this pair
 * @param picture the name of an SVG file beside the results that shows the lattice of the pair and every proposal, or null
 */
public record ProposalExample(
        List<String> x,
        List<String> y,
        boolean fromPaper,
        @Nullable String picture,
        List<Proposal> proposals) {
    /**
     * The most probable of the strings that a sampler drew.
     *
     * @param logQ the log-probability under the sampler
     * @param logP the log-probability under the scorer
     */
    public record Proposal(SamplerVariant sampler, List<String> marks, double logQ, double logP) {}
}
