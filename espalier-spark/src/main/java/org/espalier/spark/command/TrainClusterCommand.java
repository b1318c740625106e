package org.espalier.spark.command;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.espalier.cli.console.Console;
import org.espalier.cli.run.TrainOptions;
import org.espalier.cli.run.TrainingSummary;
import org.espalier.cli.run.TrainingView;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.folder.RunTraining;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.settings.SettingValues;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code train} by the machines of a cluster. */
@Command(
        name = "train",
        description = {
            "Train like train --workers, with workers on the machines of a Spark cluster.",
            "The folder of the run and the files of pairs must be on a file system that all machines share."
        },
        footer = {
            "",
            "A worker uses as many threads as its task has cores (--set-spark spark.task.cpus=4).",
            "Ctrl-C finishes the current step, saves a checkpoint and ends. If a worker is lost, all others end. --resume",
            "continues in both cases, here or with the plain train, also with another number of workers.",
            "",
            "Examples:",
            "  espalier spark train --master spark://head:7077 --config run.yaml --workers 8",
            "  espalier spark train --master spark://head:7077 --resume /shared/runs/words --workers 6",
            "  espalier spark train --master local[2] --config run.yaml --workers 2"
        })
final class TrainClusterCommand implements Callable<Integer>, TrainOptions.Trainer {
    /** A stage whose tasks wait for each other cannot be given executors one by one, and must not be tried again by itself. */
    private static final Map<String, String> REQUIRED = Map.of(
            "spark.dynamicAllocation.enabled", "false",
            "spark.speculation", "false",
            "spark.stage.maxConsecutiveAttempts", "1",
            "spark.task.maxFailures", "1",
            "spark.scheduler.barrier.maxConcurrentTasksCheck.interval", "1s",
            "spark.scheduler.barrier.maxConcurrentTasksCheck.maxFailures", "5");

    /** A property by which Spark is told how long the end of the process may take: a step, and saving it. */
    private static final String SHUTDOWN = "spark.shutdown.timeout";

    private final Console console;

    @Mixin
    private TrainOptions options = new TrainOptions();

    @Mixin
    private SparkOptions spark = new SparkOptions();

    TrainClusterCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return options.call(this);
    }

    @Override
    public int fresh(RunFolder folder, RunConfig config) {
        return train(folder, () -> new RunTraining(console::say).fresh(folder, config));
    }

    @Override
    public int resumed(RunFolder folder, SettingValues changes) {
        return train(folder, () -> new RunTraining(console::say).resumed(folder, changes));
    }

    /** The folder is touched when there is a cluster to train on, and not before. */
    private int train(RunFolder folder, Supplier<RunTraining.Standing> beginning) {
        int workers = options.workers();
        console.keepOutForResults(); // Gloo tells everyone whom it is connected to
        if (System.getProperty(SHUTDOWN) == null) {
            System.setProperty(SHUTDOWN, "1d");
        }
        SparkSession session = spark.open("espalier train", REQUIRED);
        try {
            new TaskSlots(session.sparkContext()).require(workers);
            RunTraining.Standing begin = beginning.get();
            TrainingView view = new TrainingView(console, System::nanoTime);
            List<String> command = Stream.concat(Stream.of("spark", "train"), spark.masterOption().stream())
                    .toList();
            TrainingSummary end = new TrainingSummary(console, command, options.json());
            return new ClusterTraining(session, workers, folder, view, end).run(begin);
        } finally {
            session.stop();
        }
    }
}
