package org.espalier.cli.explore;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code /api/step}: the choices after a prefix of a mark string.
 *
 * @param state the state that the prefix leads to
 * @param runs for each run the probabilities of its sampler
 * @param posterior the posterior probabilities; null if they are not known exactly
 */
record StepAnswer(int state, List<RunStep> runs, @Nullable List<Share> posterior) {
    /** The arc number that denotes the end of the string. */
    static final int END = -1;

    static final String END_MARK = "EOS";

    record RunStep(String run, List<Choice> choices) {}

    /** A mark that may follow, or the end of the string, with its probability. */
    record Choice(int arc, String mark, double q) {}

    record Share(int arc, double p) {}
}
