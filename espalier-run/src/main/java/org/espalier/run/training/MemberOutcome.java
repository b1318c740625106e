package org.espalier.run.training;

import java.util.Optional;
import org.espalier.model.train.TrainingOutcome;

/**
 * The end of the training of a member of an ensemble.
 *
 * @param seed the seed of the member
 * @param isTrained whether its training has reached its end, now or in an earlier session
 * @param outcome the end of its training in this session; empty if it was trained before, or all were stopped before its turn
 */
public record MemberOutcome(long seed, boolean isTrained, Optional<TrainingOutcome> outcome) {}
