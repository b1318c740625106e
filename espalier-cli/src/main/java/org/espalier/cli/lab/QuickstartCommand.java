package org.espalier.cli.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.espalier.cli.console.Console;
import org.espalier.fst.base.ShellCommand;
import org.espalier.lab.experiment.ExperimentPlan;
import org.espalier.lab.experiment.ExperimentScale;
import org.espalier.lab.experiment.TaskName;
import org.espalier.lab.task.CipherTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the paper's experiment on a small cipher task. */
@Command(
        name = "quickstart",
        description = {
            "Run a small demonstration in a few minutes, on a generated cipher task.",
            "Trains a scorer of alignments, then the samplers that search for probable alignments, and compares the "
                    + "samplers in a table and in report.html. No data is needed."
        },
        footer = {
            "",
            "If it is stopped, the same call resumes it and skips completed work.",
            "",
            "Example:",
            "  espalier quickstart --out runs/quickstart"
        })
public final class QuickstartCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Output folder. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("runs", "quickstart");

    @Option(names = "--json", description = "Print the results as one JSON object.")
    private boolean json;

    QuickstartCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        String command = ShellCommand.line("./espalier", "quickstart", "--out", out);
        ExperimentPlan plan = new ExperimentPlan(
                out,
                List.of(TaskName.CIPHER),
                ExperimentScale.QUICKSTART,
                List.of(1L),
                ExperimentScale.QUICKSTART.samplers(),
                List.of(),
                Optional.empty(),
                CipherTask.CipherSettings.DEFAULT
                        .withCiphers(3)
                        .withLetters(10)
                        .withLengths(4, 7, 3)
                        .withNoise(0.1, 0.1),
                true,
                Runtime.getRuntime().availableProcessors(),
                command);
        return new ExperimentRunner(console).run(plan, json, command);
    }
}
