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

/** Runs an experiment, shows its progress, and prints its results. */
final class ExperimentRunner {
    private final Console console;

    ExperimentRunner(Console console) {
        this.console = console;
    }

    /**
     * Runs an experiment until it is complete or Ctrl-C stops it.
     *
     * @param resumeCommand the command that resumes a stopped experiment
     * @return the exit code
     */
    int run(ExperimentPlan plan, boolean json, String resumeCommand) {
        ExperimentView view = new ExperimentView(console);
        // The message about stopping is printed inside the block: once the shutdown is closed the process ends.
        try (GracefulShutdown shutdown = new GracefulShutdown(view::stop)) {
            try {
                ExperimentResults results = new Experiment(plan, view).run();
                show(results, plan.out(), json);
                return 0;
            } catch (ExperimentStoppedException e) {
                view.info("stopped; resume with: " + resumeCommand);
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
        console.info("all results are in " + out + "; open " + out.resolve("report.html"));
        console.info("explore its models with: " + ShellCommand.of("serve", "--run", out));
    }
}
