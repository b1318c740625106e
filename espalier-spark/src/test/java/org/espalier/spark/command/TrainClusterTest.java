package org.espalier.spark.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.sql.SparkSession;
import org.espalier.spark.RendezvousFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Training with workers on Spark gives the model of a single process, also when workers are lost or stopped. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class TrainClusterTest extends CorpusTest {
    private static final int STEPS = 40;
    private static final int MANY = 1_000_000;
    private static final int SECONDS_TO_END = 180;

    private String config = "";

    @BeforeEach
    void write() throws IOException {
        file("pairs.tsv", "a b\tc\na\tc d\nb a b\td\na b a\tc c\nb\tc\na\td\nb b\td c\na a\tc\nb a\tc d\na b b\td d\n");
        config = file("run.yaml", """
                        machine: builtin:edit
                        train: pairs.tsv
                        out: plain
                        threads: 1
                        validShare: 0.2
                        scorer: {dimension: 8, layers: 2}
                        sampler: {dimension: 8, kind: swps}
                        training:
                          batch: 4
                          samples: 4
                          iwaeSamples: 4
                          epochs: 0
                          steps: %d
                          evaluateEvery: 9
                          checkpointEvery: 4
                        """.formatted(STEPS)).toString();
    }

    private List<String> train(String out, int workers, String... more) {
        List<String> call = new ArrayList<>(List.of("spark", "train", "--config", config, "--out", path(out)));
        call.addAll(List.of("--workers", String.valueOf(workers)));
        call.addAll(List.of(more));
        return call;
    }

    private static String[] with(List<String> call, List<String> more) {
        return Stream.concat(call.stream(), more.stream()).toArray(String[]::new);
    }

    /** Returns the numbers of the last checkpoint, in the order of the file. */
    private float[] last(String run) throws IOException {
        Path file = folder.resolve(run).resolve("checkpoints/step-" + STEPS + ".safetensors");
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.position(Math.toIntExact(Long.BYTES + bytes.getLong(0)));
        float[] numbers = new float[bytes.remaining() / Float.BYTES];
        bytes.asFloatBuffer().get(numbers);
        return numbers;
    }

    private float[] uninterrupted() throws IOException {
        done("train", "--config", config);
        return last("plain");
    }

    private void requireNothingLeft(String run) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(run))) {
            assertThat(files.map(Path::getFileName).map(Path::toString))
                    .noneMatch(name -> name.startsWith(".espalier-"));
        }
    }

    private Optional<Boolean> hasSteps(String run, int steps) {
        Path metrics = folder.resolve(run).resolve("metrics.jsonl");
        try (Stream<String> lines = Files.exists(metrics) ? Files.lines(metrics) : Stream.empty()) {
            return lines.count() < steps ? Optional.empty() : Optional.of(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void localTasksTrainTheSameModelAsPlainCommand() throws IOException {
        float[] expected = uninterrupted();
        List<String> said = closing(err);
        String printed = done(with(train("local", 2, "--master", "local[2]"), List.of("--json")));
        assertThat(last("local")).containsExactly(expected, within(1e-4f));
        assertThat(closing(err)).hasSameSizeAs(said).first().isEqualTo(said.get(0));
        assertThat(json(printed).get("ended").asString()).isEqualTo("completed");
        assertThat(Files.readString(folder.resolve("local/provenance.jsonl"))).contains("\"workers\":2");
        assertThat(Files.readAllLines(folder.resolve("local/metrics.jsonl")))
                .hasSameSizeAs(Files.readAllLines(folder.resolve("plain/metrics.jsonl")));
        requireNothingLeft("local");
    }

    /** Returns the lines from {@code done after step} on. */
    private static List<String> closing(String said) {
        return said.lines().dropWhile(line -> !line.contains("done after")).toList();
    }

    @Test
    void clusterTrainsTheSameModelAlsoAfterLossOfWorker(@TempDir Path shared) throws Exception {
        float[] expected = uninterrupted();
        try (LocalCluster cluster = new LocalCluster(shared, 2)) {
            done(with(train("whole", 2), options(cluster)));
            assertThat(last("whole")).containsExactly(expected, within(1e-4f));
            loseWorker(cluster);
            done(with(
                    List.of("spark", "train", "--resume", path("lost"), "--set", "training.steps=" + STEPS),
                    options(cluster)));
            assertThat(last("lost")).containsExactly(expected, within(1e-4f));
            requireNothingLeft("lost");
        }
    }

    private static List<String> options(LocalCluster cluster) {
        List<String> options = new ArrayList<>(cluster.options());
        options.addAll(List.of("--set-spark", "spark.executor.extraJavaOptions=-XX:TieredStopAtLevel=1"));
        return options;
    }

    private void loseWorker(LocalCluster cluster) throws Exception {
        String[] call = with(train("lost", 2, "--set", "training.steps=" + MANY), options(cluster));
        cluster.awaitIdle();
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(() -> call(List.of(call)));
        cluster.await("steps", () -> code.isDone() ? Optional.of(true) : hasSteps("lost", 6));
        assertThat(code).as(() -> err).isNotDone();
        cluster.killAnExecutor();
        assertThat(code.get(5, TimeUnit.MINUTES)).as(() -> err).isEqualTo(1);
        assertThat(err.lines().toList())
                .last()
                .asString()
                .matches(
                        "espalier: worker [01] on 127.0.0.1 was lost in step \\d+: .+; resume from the last checkpoint,"
                                + " with any number of workers: espalier spark train --master spark://\\S+ --resume "
                                + folder.resolve("lost") + " --workers 2");
        requireNothingLeft("lost");
    }

    @Test
    void tooManyWorkersAreRefusedBeforeAnythingIsWritten() {
        assertThat(failed(train("none", 3, "--master", "local[2]").toArray(String[]::new)))
                .isEqualTo("3 workers must all run at the same time, and local[2] has room for 2; give --workers 2, or"
                        + " --master local[3]");
        assertThat(TaskSlots.refusal(8, 0, "spark://head:7077", false))
                .isEqualTo("8 workers must all run at the same time, and spark://head:7077 has room for 0; add cores to"
                        + " the cluster, or free those that other jobs use");
        assertThat(call(train("none", 5, "--master", "local[5]"))).isEqualTo(2);
        assertThat(err)
                .isEqualTo("espalier: --workers 5 is more than the pairs of a step, and each worker needs one:"
                        + " training.batch is 4; give at most --workers 4, or a larger training.batch; see: espalier"
                        + " spark train --help\n");
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void folderOfAnotherDriverIsRefused() throws IOException {
        Files.createDirectory(folder.resolve("run"));
        RendezvousFiles place = new RendezvousFiles(path("run"), "of this test");
        assertThat(catchThrowable(place::requireVisible))
                .hasMessage("it does not see the folder " + path("run") + " that the driver writes to; put the run"
                        + " and its pairs on a file system that all machines share under the same path, with --out");
        RendezvousFiles earlier = new RendezvousFiles(path("run"), "of a driver that was killed");
        earlier.open();
        earlier.requireVisible();
        place.open();
        place.requireVisible();
        assertThat(earlier.isStopping()).isTrue();
        place.stop();
        assertThat(place.isStopping()).isTrue();
    }

    @Test
    void workersThatDoNotSeeTheFolderDoNotStart() {
        RendezvousFiles elsewhere = new RendezvousFiles(path("elsewhere"), "of this test");
        SparkSession session =
                new SparkSessionFactory(SparkMaster.of("local[2]")).start(new SparkConf(), "blind workers");
        try {
            assertThat(ClusterTraining.tasks(session, elsewhere, 2).collect())
                    .hasSize(2)
                    .allSatisfy(end -> assertThat(end)
                            .asString()
                            .contains("worker 0 on 127.0.0.1 cannot train: it does not see the folder "
                                    + path("elsewhere")));
        } finally {
            session.stop();
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal to send")
    void signalToDriverStopsAllAndRunResumes() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(JavaModuleOptions.defaultModuleOptionArray()));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        command.add(EspalierSpark.class.getName());
        command.addAll(train("stopped", 2, "--master", "local[2]", "--set", "training.steps=" + MANY));
        Path log = folder.resolve("log");
        Process driver = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            while (driver.isAlive() && hasSteps("stopped", 6).isEmpty()) {
                Thread.sleep(20);
            }
            driver.destroy();
            assertThat(driver.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)).isTrue();
        } finally {
            driver.destroyForcibly();
        }
        assertThat(Files.readString(log))
                .contains("espalier: stopping after this step is saved …")
                .containsPattern(
                        "espalier: stopped after step \\d+; resume with: espalier spark train --master 'local\\[2\\]' --resume ");
        requireNothingLeft("stopped");
        float[] expected = uninterrupted();
        done("train", "--resume", path("stopped"), "--set", "training.steps=" + STEPS);
        assertThat(last("stopped")).containsExactly(expected, within(1e-4f));
    }
}
