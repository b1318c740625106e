package org.espalier.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.GracefulShutdown;
import org.espalier.fst.base.ShellCommand;
import org.espalier.model.estimate.AcceptedMass;
import org.espalier.model.train.DreamSums;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.model.train.ValidationReport;
import org.espalier.run.result.Json;

/**
 * Prints the result of a training, and proposes the next command.
 *
 * @param command the command that trains, as words
 * @param json whether the result is printed as a JSON object
 */
public record TrainingSummary(Console console, List<String> command, boolean json) {
    /** Prints the result of a training and returns the exit code. */
    public int print(TrainingOutcome outcome, Path folder, TrainingView view) {
        printLines(outcome, folder, view);
        console.out().flush();
        return outcome.reason() == TrainingOutcome.Reason.STOPPED ? GracefulShutdown.EXIT_CODE : 0;
    }

    /**
     * Returns the error message of a training that lost a worker.
     *
     * @param description which worker was lost, when and why
     */
    public String lost(String description, Path folder, int workers) {
        return description + "; resume from the last checkpoint, with any number of workers: "
                + resumeCommand(folder, "--workers", workers);
    }

    /**
     * Returns the error message of a training that failed and can be resumed.
     *
     * @param message the message of a {@link org.espalier.run.folder.ResumableException}
     */
    public String resumable(String message, Path folder) {
        return message + ": " + resumeCommand(folder);
    }

    private String resumeCommand(Path folder, Object... more) {
        return ShellCommand.of(Stream.of(command, List.of("--resume", folder), List.of(more))
                .flatMap(List::stream)
                .toArray());
    }

    private void printLines(TrainingOutcome outcome, Path folder, TrainingView view) {
        if (json) {
            console.out().println(Json.line(object(outcome, folder)));
        }
        view.info(
                switch (outcome.reason()) {
                    case COMPLETED -> "done after step " + outcome.step();
                    case OUT_OF_PATIENCE -> "done after step " + outcome.step() + ": validations no longer improve";
                    case STOPPED -> "stopped after step " + outcome.step() + "; resume with: " + resumeCommand(folder);
                });
        outcome.best()
                .ifPresent(best ->
                        view.info("best validation, at step " + best.step() + ": " + TrainingView.figures(best)));
        if (outcome.dreams().mass().drawn() > 0) {
            view.info(dreams(outcome.dreams()));
        }
        if (outcome.reason() != TrainingOutcome.Reason.STOPPED) {
            view.info("next: " + ShellCommand.of("evaluate", "--run", folder, "--transduce") + ", or "
                    + ShellCommand.of("align", "--run", folder, "--pairs", "FILE"));
        }
    }

    private static String dreams(DreamSums dreams) {
        AcceptedMass mass = dreams.mass();
        return String.format(
                Locale.ROOT,
                "the machine accepted %,d of %,d dreams, %.2f %%; %,d were cut off at training.dreamMarks, and %,d had"
                        + " lattices that the sampler could not use",
                mass.accepted(),
                mass.drawn(),
                100 * mass.mass().value(),
                mass.cut(),
                dreams.skipped());
    }

    static Map<String, Object> object(TrainingOutcome outcome, Path folder) {
        Map<String, Object> object = Json.object(
                "run", folder.toString(),
                "ended", Json.word(outcome.reason()),
                "step", outcome.step(),
                "skippedSteps", outcome.skipped());
        outcome.best().ifPresent(best -> object.put("best", object(best)));
        DreamSums dreams = outcome.dreams();
        if (dreams.mass().drawn() > 0) {
            object.put(
                    "dreams",
                    Json.object(
                            "drawn", dreams.mass().drawn(),
                            "accepted", dreams.mass().accepted(),
                            "cut", dreams.mass().cut(),
                            "skipped", dreams.skipped(),
                            "mass", Json.estimate(dreams.mass().mass())));
        }
        return object;
    }

    private static Map<String, Object> object(ValidationReport best) {
        Map<String, Object> object = Json.object(
                "step", best.step(),
                "partialKl", best.partialKl(),
                "iwae", best.iwae(),
                "ess", best.ess(),
                "expectedLength", best.expectedLength());
        if (best.outputs().areKnown()) {
            object.put("wordErrorRate", best.outputs().wordErrorRate());
            object.put("characterErrorRate", best.outputs().characterErrorRate());
        }
        return object;
    }
}
