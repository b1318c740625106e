package org.espalier.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.GracefulShutdown;
import org.espalier.fst.base.ShellCommand;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.model.train.ValidationReport;
import org.espalier.run.result.Json;

/**
 * What is said when a training has ended.
 *
 * @param command the words by which this program trains, and goes on with a training
 * @param json whether the results are one JSON object
 */
public record TrainingSummary(Console console, List<String> command, boolean json) {
    /** Tells how a training ended; returns the exit code. */
    public int report(TrainingOutcome outcome, Path folder, TrainingView view) {
        say(outcome, folder, view);
        console.out().flush();
        return outcome.reason() == TrainingOutcome.Reason.STOPPED ? GracefulShutdown.EXIT_CODE : 0;
    }

    /**
     * What to say of a training of which a worker was lost.
     *
     * @param how which it was, when and why
     */
    public String lost(String how, Path folder, int workers) {
        return how + "; go on from the last checkpoint, with as many workers as you like: "
                + goOn(folder, "--workers", workers);
    }

    private String goOn(Path folder, Object... more) {
        return ShellCommand.of(Stream.of(command, List.of("--resume", folder), List.of(more))
                .flatMap(List::stream)
                .toArray());
    }

    private void say(TrainingOutcome outcome, Path folder, TrainingView view) {
        if (json) {
            console.out().println(Json.line(object(outcome, folder)));
        }
        view.say(
                switch (outcome.reason()) {
                    case COMPLETED -> "done after step " + outcome.step();
                    case OUT_OF_PATIENCE -> "done after step " + outcome.step() + ": validations no longer improve";
                    case STOPPED -> "stopped after step " + outcome.step() + "; go on with: " + goOn(folder);
                });
        outcome.best()
                .ifPresent(best ->
                        view.say("best validation, at step " + best.step() + ": " + TrainingView.figures(best)));
        if (outcome.reason() != TrainingOutcome.Reason.STOPPED) {
            view.say("next: " + ShellCommand.of("evaluate", "--run", folder) + ", or "
                    + ShellCommand.of("align", "--run", folder, "--pairs", "FILE"));
        }
    }

    private static Map<String, Object> object(TrainingOutcome outcome, Path folder) {
        Map<String, Object> object = Json.object(
                "run", folder.toString(),
                "ended", Json.word(outcome.reason()),
                "step", outcome.step(),
                "skippedSteps", outcome.skipped());
        outcome.best().ifPresent(best -> object.put("best", object(best)));
        return object;
    }

    private static Map<String, Object> object(ValidationReport best) {
        return Json.object(
                "step", best.step(),
                "partialKl", best.partialKl(),
                "iwae", best.iwae(),
                "ess", best.ess(),
                "expectedLength", best.expectedLength());
    }
}
