package org.espalier.app.cli;

import java.nio.file.Path;
import org.espalier.app.experiment.Experiment;
import org.espalier.app.experiment.Plan;
import org.espalier.app.experiment.Stopped;
import org.espalier.app.report.ConsoleTable;
import org.espalier.app.results.Results;
import org.espalier.app.shell.Call;

/** Runs an experiment before the eyes of a person, and shows what it found. */
final class ExperimentRunner {
    private final Console console;

    ExperimentRunner(Console console) {
        this.console = console;
    }

    /**
     * Runs it to its end, or until Ctrl-C.
     *
     * @param again what to type to go on when it is stopped
     * @return the exit code
     */
    int run(Plan plan, boolean json, String again) {
        ExperimentView view = new ExperimentView(console);
        // What is said when it is stopped is said while the process is still held: it ends when the interruption is
        // closed.
        try (Interruption interruption = new Interruption(view::stop)) {
            try {
                Results results = new Experiment(plan, view).run();
                show(results, plan.out(), json);
                return 0;
            } catch (Stopped e) {
                view.say("stopped; go on with: " + again);
                return Interruption.EXIT_CODE;
            }
        }
    }

    private void show(Results results, Path out, boolean json) {
        if (json) {
            console.out().println(Json.line(results));
        } else {
            ConsoleTable.lines(results).forEach(console.out()::println);
        }
        console.out().flush();
        console.say("everything is in " + out + "; look at " + out.resolve("report.html"));
        console.say("explore its models with: " + Call.of("serve", "--run", out));
    }
}
