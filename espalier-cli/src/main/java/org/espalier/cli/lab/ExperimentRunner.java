package org.espalier.cli.lab;

import java.nio.file.Path;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.GracefulShutdown;
import org.espalier.fst.base.ShellCommand;
import org.espalier.lab.experiment.Experiment;
import org.espalier.lab.experiment.ExperimentPlan;
import org.espalier.lab.experiment.ExperimentStoppedException;
import org.espalier.lab.report.ConsoleTable;
import org.espalier.lab.results.ExperimentResults;
import org.espalier.run.result.Json;

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
    int run(ExperimentPlan plan, boolean json, String again) {
        ExperimentView view = new ExperimentView(console);
        // What is said when it is stopped is said while the process is still held: it ends when the interruption is
        // closed.
        try (GracefulShutdown interruption = new GracefulShutdown(view::stop)) {
            try {
                ExperimentResults results = new Experiment(plan, view).run();
                show(results, plan.out(), json);
                return 0;
            } catch (ExperimentStoppedException e) {
                view.say("stopped; go on with: " + again);
                return GracefulShutdown.EXIT_CODE;
            }
        }
    }

    private void show(ExperimentResults results, Path out, boolean json) {
        if (json) {
            console.out().println(Json.line(results));
        } else {
            ConsoleTable.lines(results).forEach(console.out()::println);
        }
        console.out().flush();
        console.say("everything is in " + out + "; look at " + out.resolve("report.html"));
        console.say("explore its models with: " + ShellCommand.of("serve", "--run", out));
    }
}
