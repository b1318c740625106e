package org.espalier.spark.command;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.espalier.cli.console.Console;
import org.espalier.cli.run.TrainOptions;
import org.espalier.cli.run.TrainingRequest;
import org.espalier.cli.run.TrainingSummary;
import org.espalier.cli.run.TrainingView;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.folder.ResumableException;
import org.espalier.run.training.SessionOptions;
import org.espalier.run.training.TrainingPosition;
import org.espalier.run.training.TrainingSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code spark train}: trains on the machines of a cluster. */
@Command(
        name = "train",
        description = {
            "Train like train --workers, with workers on the machines of a Spark cluster.",
            "The folder of the run and the files of pairs must be on a file system that all machines share."
        },
        footer = {
            "",
            "A worker uses as many threads as its task has cores (--set-spark spark.task.cpus=4).",
            "Ctrl-C finishes the current step, saves a checkpoint and ends. If a worker is lost, all others end. --resume "
                    + "continues in both cases, here or with the plain train, also with another number of workers.",
            "",
            "Examples:",
            "  espalier spark train --master spark://head:7077 --config run.yaml --workers 8",
            "  espalier spark train --master spark://head:7077 --resume /shared/runs/words --workers 6",
            "  espalier spark train --master local[2] --config run.yaml --workers 2"
        })
final class TrainClusterCommand implements Callable<Integer> {
    /** A barrier stage needs all its executors at the same time, and must not be retried by Spark. */
    private static final Map<String, String> REQUIRED = Map.of(
            "spark.dynamicAllocation.enabled", "false",
            "spark.speculation", "false",
            "spark.stage.maxConsecutiveAttempts", "1",
            "spark.task.maxFailures", "1",
            "spark.scheduler.barrier.maxConcurrentTasksCheck.interval", "1s",
            "spark.scheduler.barrier.maxConcurrentTasksCheck.maxFailures", "5");

    /** The property with the time that Spark gives the process to end, which must be enough to finish and save a step. */
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
        TrainingRequest request = options.request();
        int workers = options.workers();
        console.keepOutForResults(); // Gloo prints its connections to standard output
        if (System.getProperty(SHUTDOWN) == null) {
            System.setProperty(SHUTDOWN, "1d");
        }
        SparkSession session = spark.open("espalier train", REQUIRED);
        try {
            new TaskSlots(session.sparkContext()).require(workers);
            List<String> command = Stream.concat(Stream.of("spark", "train"), spark.masterOption().stream())
                    .toList();
            TrainingSummary summary = new TrainingSummary(console, command, options.json());
            TrainingPosition start = start(request, summary); // touches the folder only when there is a cluster
            TrainingView view = new TrainingView(console, System::nanoTime);
            return new ClusterTraining(session, workers, request.folder(), view, summary).run(start);
        } finally {
            session.stop();
        }
    }

    /** Starts or resumes the run in this process, and leaves the steps to the workers. */
    private TrainingPosition start(TrainingRequest request, TrainingSummary summary) {
        try (TrainingSession session = request.open(new SessionOptions(console::info))) {
            return session.position();
        } catch (ResumableException e) {
            throw new EspalierException(summary.resumable(String.valueOf(e.getMessage()), e.folder()), e);
        }
    }
}
