package org.espalier.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.GracefulShutdown;
import org.espalier.fst.base.ShellCommand;
import org.espalier.run.folder.EnsembleFolder;
import org.espalier.run.result.Json;
import org.espalier.run.training.MemberOutcome;

/**
 * Prints the result of training an ensemble, and proposes the next command.
 *
 * @param json whether the result is printed as a JSON object
 */
record EnsembleSummary(Console console, EnsembleFolder folder, boolean json) {
    /** Prints the result and returns the exit code. */
    int print(List<MemberOutcome> members, EnsembleView view) {
        boolean isTrained = members.stream().allMatch(MemberOutcome::isTrained);
        Path path = folder.path();
        if (json) {
            console.out()
                    .println(Json.line(Json.object(
                            "run", path.toString(),
                            "ended", isTrained ? "completed" : "stopped",
                            "members", members.stream().map(this::object).toList())));
        }
        view.info(
                isTrained
                        ? "next: " + ShellCommand.of("evaluate", "--run", path, "--transduce", "--pairs", "FILE")
                                + ", or " + ShellCommand.of("transduce", "--run", path, "--inputs", "FILE")
                        : "resume with: " + ShellCommand.of("train", "--resume", path));
        console.out().flush();
        return isTrained ? 0 : GracefulShutdown.EXIT_CODE;
    }

    private Map<String, Object> object(MemberOutcome member) {
        Map<String, Object> object = Json.object("seed", member.seed());
        member.outcome()
                .ifPresentOrElse(
                        outcome -> object.putAll(TrainingSummary.object(outcome, folder.member(member.seed()))),
                        () -> object.putAll(Json.object(
                                "run",
                                folder.member(member.seed()).toString(),
                                "ended",
                                member.isTrained() ? "before" : "not begun")));
        return object;
    }
}
