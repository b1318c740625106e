package org.espalier.run;

import java.util.Optional;
import org.espalier.model.estimate.Estimate;
import org.espalier.run.alignment.Alignment;

/**
 * An output of an input.
 *
 * @param output y
 * @param probability of this output if it is one of those found: p̃(x, y) divided by the sum of theirs
 * @param logP log p̃(x, y), over all alignments; -∞ if the machine writes no such output for the input
 * @param isExact whether all alignments were enumerated, so that the two numbers are no estimates
 * @param alignment the most probable that the search found; none of an output that was given and not found
 */
public record Transduction(
        String output, Estimate probability, Estimate logP, boolean isExact, Optional<Alignment> alignment) {}
