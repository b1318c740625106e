package org.espalier.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.Model;
import org.espalier.model.Torch;
import org.espalier.model.train.StepReport;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.Workers;
import org.espalier.run.Example;
import org.espalier.run.Trainer;
import org.espalier.run.Transducer;

/** Measures training steps per second with one worker and with several on this machine, and the cost of their sums. */
final class WorkersBenchmark {
    private static final long SEED = 20261116;
    private static final int DIMENSION = 256;
    private static final int TRAINING_WORDS = 2_000;
    /** The number of steps before the measurement. */
    private static final int WARM_UP = 3;

    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final int steps;
    private final int batch;
    private final int rounds;
    private final List<Example> training = SyntheticLexicon.examples(TRAINING_WORDS, SEED);
    private long samplerNumbers;
    private long scorerNumbers;

    private WorkersBenchmark(BenchmarkArguments arguments) {
        this.steps = arguments.number("--steps", 20);
        this.batch = arguments.number("--batch", 32);
        this.rounds = arguments.number("--rounds", 50);
    }

    static void run(String... args) throws IOException {
        BenchmarkArguments arguments = new BenchmarkArguments(Set.of("--steps", "--batch", "--rounds"), args);
        WorkersReport report = new WorkersBenchmark(arguments)
                .measure(BenchmarkEnvironment.describe(BenchmarkEnvironment.command("workers", args), SEED));
        BenchmarkFolder.publish("workers", report, arguments.folder());
    }

    private WorkersReport measure(String made) throws IOException {
        Path folder = Files.createTempDirectory("espalier-workers");
        try {
            List<WorkersReport.Steps> measured = new ArrayList<>();
            for (int[] way : new int[][] {{1, 1}, {1, 2}, {2, 2}}) {
                measured.add(steps(way[0], way[1], folder.resolve("w" + way[0] + "t" + way[1])));
            }
            Bench.progress("sums of two workers");
            return new WorkersReport(
                    made,
                    DIMENSION,
                    batch,
                    steps,
                    measured,
                    List.of(
                            sum("sampler", samplerNumbers, folder),
                            sum("scorer", scorerNumbers, folder),
                            sum("a number", 1, folder)));
        } finally {
            remove(folder);
        }
    }

    /** @param threads the number of threads of all workers together */
    private WorkersReport.Steps steps(int workers, int threads, Path folder) {
        Bench.progress("%d steps, workers %d, threads %d", steps, workers, threads);
        List<Double> milliseconds = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void step(StepReport report) {
                if (report.step() > WARM_UP) {
                    milliseconds.add(1e3 * report.seconds());
                }
            }
        };
        try (Transducer trained =
                trainer(threads).workers(workers).listener(listener).train(folder)) {
            Model model = trained.run().model();
            samplerNumbers = model.sampler().parameters().size();
            scorerNumbers = model.scorer().parameters().size();
        }
        Quartiles times = Quartiles.of(
                milliseconds.stream().mapToDouble(Double::doubleValue).toArray());
        return new WorkersReport.Steps(workers, threads / workers, times, 1e3 / times.median());
    }

    private Trainer trainer(int threads) {
        return Trainer.of("builtin:deletion-insertion")
                .pairs(training)
                .set("tokens", "chars")
                .set("threads", threads)
                .set("scorer.dimension", DIMENSION)
                .set("sampler.dimension", DIMENSION)
                .set("training.batch", batch)
                .set("training.epochs", 0)
                .set("training.steps", WARM_UP + steps)
                .set("training.evaluateEvery", 0)
                .set("training.checkpointEvery", 0)
                .set("validShare", 0.01)
                .onMessage(line -> {});
    }

    /** Measures a sum over two otherwise idle workers. */
    private WorkersReport.Sum sum(String what, long numbers, Path folder) {
        Path store = folder.resolve("store");
        Thread other = new Thread(() -> times(1, numbers, store));
        other.start();
        double[] times = times(0, numbers, store);
        try {
            other.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EspalierException("the benchmark was interrupted; run it again", e);
        }
        return new WorkersReport.Sum(what, numbers, Quartiles.of(times));
    }

    private double[] times(int rank, long numbers, Path store) {
        Torch.useThreads(1);
        double[] times = new double[rounds];
        try (Workers workers = Workers.gloo(rank, 2, store, LOOPBACK, TIMEOUT);
                PointerScope scope = new PointerScope()) {
            Tensor tensor = torch.zeros(new long[] {numbers});
            workers.sum(List.of(tensor));
            for (int round = 0; round < rounds; round++) {
                long begin = System.nanoTime();
                workers.sum(List.of(tensor));
                times[round] = (System.nanoTime() - begin) / 1e6;
            }
        }
        return times;
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
