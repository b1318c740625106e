package org.espalier.spark.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs jobs on a cluster of processes, some of which are killed. */
class CorpusClusterTest extends CorpusTest {
    private static final int PARTITIONS = 12;

    @TempDir
    private static Path shared;

    private static LocalCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = new LocalCluster(shared, 3);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private List<String> job(String pairs, String out) {
        List<String> job = new ArrayList<>(List.of("spark", "score", "--run", SparkTestRun.folder()));
        job.addAll(List.of("--pairs", pairs, "--out", path(out), "--partitions", String.valueOf(PARTITIONS)));
        job.addAll(cluster.options());
        return job;
    }

    /** Also proves that executors do not load espalier-cli; see {@link LocalCluster}. */
    @Test
    void clusterGivesResultsOfPlainCommand() throws IOException {
        String pairs = file("pairs.tsv", SparkTestRun.lines(SparkTestRun.examples(10_000, 5)))
                .toString();
        String plain = done("score", "--run", SparkTestRun.folder(), "--pairs", pairs, "--json", "--samples", "1");
        spark("score", "--run", SparkTestRun.folder(), "--pairs", pairs, "--out", path("here"), "--samples", "1");
        List<String> there = job(pairs, "there");
        there.addAll(List.of("--samples", "1"));
        done(there.toArray(String[]::new));
        List<String> expected = plain.lines().toList();
        assertThat(expected).hasSize(10_000);
        assertThat(sorted(lines(folder.resolve("here"))).equals(expected)).isTrue();
        assertThat(sorted(lines(folder.resolve("there"))).equals(expected)).isTrue();
    }

    @Test
    void killedExecutorChangesNoResult() throws Exception {
        assertSameResultsAfter(LocalCluster::killAnExecutor);
    }

    @Test
    void killedWorkerChangesNoResult() throws Exception {
        assertSameResultsAfter(LocalCluster::killAWorker);
    }

    private static int stored(Set<Path> before) {
        Set<Path> stored = new HashSet<>(cluster.storedPartitions());
        stored.removeAll(before);
        return stored.size();
    }

    private void assertSameResultsAfter(Consumer<LocalCluster> loss) throws Exception {
        String pairs = file("pairs.tsv", SparkTestRun.lines(SparkTestRun.examples(1500, 6)))
                .toString();
        String expected = done("score", "--run", SparkTestRun.folder(), "--pairs", pairs, "--json");
        List<String> job = job(pairs, "out");
        cluster.awaitIdle();
        Set<Path> before = cluster.storedPartitions();
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(() -> call(job));
        cluster.await(
                "stored results", () -> stored(before) >= 2 || code.isDone() ? Optional.of(true) : Optional.empty());
        assertThat(code).as(() -> err).isNotDone();
        assertThat(stored(before)).isLessThan(PARTITIONS);
        loss.accept(cluster);
        assertThat(code.get(10, TimeUnit.MINUTES)).as(() -> err).isZero();
        assertThat(sorted(lines(folder.resolve("out"))).equals(expected.lines().toList()))
                .isTrue();
    }
}
