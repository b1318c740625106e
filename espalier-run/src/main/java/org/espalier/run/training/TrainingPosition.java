package org.espalier.run.training;

/**
 * How far a training is.
 *
 * @param step the number of steps done
 * @param totalSteps the maximum number of steps
 */
public record TrainingPosition(long step, long totalSteps) {}
