package org.espalier.cli.explore;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code /api/step}: what may follow a prefix of a string.
 *
 * @param state where the prefix leads
 * @param runs what each sampler thinks of the choices
 * @param posterior the same under the posterior of the scorer; null where it is not known exactly
 */
record StepAnswer(int state, List<RunStep> runs, @Nullable List<Share> posterior) {
    /** Stands for the end of a string, which is no arc. */
    static final int END = -1;

    static final String END_MARK = "EOS";

    record RunStep(String run, List<Choice> choices) {}

    /** A mark that may follow, or the end. */
    record Choice(int arc, String mark, double q) {}

    record Share(int arc, double p) {}
}
