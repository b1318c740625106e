package org.espalier.model.train;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The progress of a training, which a checkpoint saves beside the tensors.
 *
 * @param step the number of steps done
 * @param skipped the number of steps in which a gradient was not finite
 * @param stale the number of validations since the best one
 * @param best the best validation, if there was any
 * @param dreams the dreams of all steps
 */
record TrainingProgress(long step, long skipped, int stale, Optional<ValidationReport> best, DreamSums dreams) {
    private static final int FIRST_OF_DREAMS = 11;

    /** The length of {@link #toArray}. */
    static final int NUMBERS = FIRST_OF_DREAMS + DreamSums.NUMBERS;

    /** The names of the numbers of dreams in a checkpoint. */
    private static final List<String> DREAMS =
            List.of("dreams.drawn", "dreams.accepted", "dreams.cut", "dreams.skipped", "dreams.loss");

    private static final String WORD_ERRORS = "best.wordErrorRate";
    private static final String CHARACTER_ERRORS = "best.characterErrorRate";

    static final TrainingProgress NONE = new TrainingProgress(0, 0, 0, Optional.empty(), DreamSums.NONE);

    TrainingProgress afterStep(boolean wasSkipped, DreamSums more) {
        return new TrainingProgress(step + 1, wasSkipped ? skipped + 1 : skipped, stale, best, dreams.plus(more));
    }

    TrainingProgress afterValidation(ValidationReport report) {
        return report.best()
                ? new TrainingProgress(step, skipped, 0, Optional.of(report), dreams)
                : new TrainingProgress(step, skipped, stale + 1, best, dreams);
    }

    /** Returns this progress as the strings of a checkpoint. */
    Map<String, String> toState() {
        Map<String, String> state = new LinkedHashMap<>();
        state.put("step", Long.toString(step));
        state.put("skipped", Long.toString(skipped));
        state.put("stale", Integer.toString(stale));
        best.ifPresent(report -> {
            state.put("best.step", Long.toString(report.step()));
            state.put("best.partialKl", Double.toString(report.partialKl()));
            state.put("best.iwae", Double.toString(report.iwae()));
            state.put("best.ess", Double.toString(report.ess()));
            state.put("best.expectedLength", Double.toString(report.expectedLength()));
            if (report.outputs().areKnown()) {
                state.put(WORD_ERRORS, Double.toString(report.outputs().wordErrorRate()));
                state.put(CHARACTER_ERRORS, Double.toString(report.outputs().characterErrorRate()));
            }
        });
        if (dreams.mass().drawn() > 0) {
            double[] numbers = dreams.toArray();
            for (int k = 0; k < numbers.length; k++) {
                state.put(DREAMS.get(k), Double.toString(numbers[k]));
            }
        }
        return state;
    }

    /** Returns this progress as the numbers that travel between workers. */
    double[] toArray() {
        ValidationReport report = best.orElse(new ValidationReport(0, 0, 0, 0, 0, OutputErrors.NONE, false));
        double[] result = Arrays.copyOf(
                new double[] {
                    step,
                    skipped,
                    stale,
                    best.isPresent() ? 1 : 0,
                    report.step(),
                    report.partialKl(),
                    report.iwae(),
                    report.ess(),
                    report.expectedLength(),
                    report.outputs().wordErrorRate(),
                    report.outputs().characterErrorRate()
                },
                NUMBERS);
        System.arraycopy(dreams.toArray(), 0, result, FIRST_OF_DREAMS, DreamSums.NUMBERS);
        return result;
    }

    /** Returns the progress of which {@link #toArray} made these numbers. */
    static TrainingProgress fromArray(double... numbers) {
        Optional<ValidationReport> best = numbers[3] == 0
                ? Optional.empty()
                : Optional.of(new ValidationReport(
                        (long) numbers[4],
                        numbers[5],
                        numbers[6],
                        numbers[7],
                        numbers[8],
                        new OutputErrors(numbers[9], numbers[10]),
                        true));
        return new TrainingProgress(
                (long) numbers[0],
                (long) numbers[1],
                (int) numbers[2],
                best,
                DreamSums.fromArray(numbers, FIRST_OF_DREAMS));
    }

    /** Returns the progress that a checkpoint was saved with. */
    static TrainingProgress fromState(Map<String, String> state) {
        Optional<ValidationReport> best = Optional.ofNullable(state.get("best.step"))
                .map(step -> new ValidationReport(
                        Long.parseLong(step),
                        number(state, "best.partialKl"),
                        number(state, "best.iwae"),
                        number(state, "best.ess"),
                        number(state, "best.expectedLength"),
                        state.containsKey(WORD_ERRORS)
                                ? new OutputErrors(number(state, WORD_ERRORS), number(state, CHARACTER_ERRORS))
                                : OutputErrors.NONE,
                        true));
        return new TrainingProgress(
                Long.parseLong(text(state, "step")),
                Long.parseLong(text(state, "skipped")),
                Integer.parseInt(text(state, "stale")),
                best,
                DreamSums.fromArray(
                        DREAMS.stream()
                                .mapToDouble(name -> Double.parseDouble(state.getOrDefault(name, "0")))
                                .toArray(),
                        0));
    }

    private static double number(Map<String, String> state, String key) {
        return Double.parseDouble(text(state, key));
    }

    private static String text(Map<String, String> state, String key) {
        return Objects.requireNonNull(state.get(key), () -> "a checkpoint of a training has no " + key);
    }
}
