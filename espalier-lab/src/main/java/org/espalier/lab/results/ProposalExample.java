package org.espalier.lab.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the samplers propose for one pair (Appendix E).
 *
 * @param fromPaper whether the paper shows this very pair
 * @param picture the name of an SVG file beside the results, the lattice of the pair with every proposal on it
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
     * @param marks its symbols
     * @param logQ under the sampler
     * @param logP under the scorer
     */
    public record Proposal(SamplerVariant sampler, List<String> marks, double logQ, double logP) {}
}
