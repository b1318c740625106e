package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Training in a separate process that is killed or interrupted. */
@Tag("slow")
class KilledTrainingTest extends TrainingProcessTestBase {
    private static final int KILLS = 5;

    private static void awaitEnd(Process process) throws InterruptedException {
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
    }

    private Map<String, byte[]> results(String out) throws IOException {
        Path root = folder.resolve(out);
        Map<String, byte[]> results = new TreeMap<>();
        try (Stream<Path> checkpoints = Files.list(root.resolve("checkpoints"))) {
            for (Path file : checkpoints.toList()) {
                results.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
            }
        }
        results.put("metrics.jsonl", Files.readAllBytes(root.resolve("metrics.jsonl")));
        return results;
    }

    @Test
    void killedAndResumedRunEndsWithTheSameBytes() throws Exception {
        String whole = config("whole", STEPS);
        Process uninterrupted = start("whole", "train", "--config", whole);
        awaitEnd(uninterrupted);
        assertThat(uninterrupted.exitValue()).as(log("whole")).isZero();

        long seed = 20231;
        Random random = new Random(seed);
        String config = config("killed", STEPS);
        String run = folder.resolve("killed").toString();
        for (int kill = 0; kill < KILLS; kill++) {
            Process process = start("killed", startOrResume(config, run));
            // Kills the first at once, the second when the run exists, perhaps without a step, and the others some
            // lines later.
            long until = kill < 2 ? 0 : lines("killed") + 1 + random.nextInt(STEPS / KILLS);
            while (process.isAlive()
                    && (lines("killed") < until || (kill == 1 && !Files.exists(Path.of(run, "config.yaml"))))) {
                Thread.sleep(1);
            }
            process.destroyForcibly();
            awaitEnd(process);
        }
        Process last = start("killed", startOrResume(config, run));
        awaitEnd(last);
        assertThat(last.exitValue()).as("seed %d\n%s", seed, log("killed")).isZero();

        Map<String, byte[]> expected = results("whole");
        Map<String, byte[]> found = results("killed");
        assertThat(found.keySet()).as("seed %d", seed).isEqualTo(expected.keySet());
        assertThat(expected).containsKey("step-" + STEPS + ".safetensors");
        expected.forEach((name, bytes) ->
                assertThat(found.get(name)).as("%s, seed %d", name, seed).isEqualTo(bytes));
    }

    private static String[] startOrResume(String config, String run) {
        return Files.exists(Path.of(run, "config.yaml"))
                ? new String[] {"train", "--resume", run}
                : new String[] {"train", "--config", config};
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal to send")
    void interruptedRunSavesAndPrintsCommandThatResumes() throws Exception {
        String run = folder.resolve("stopped").toString();
        Process process = start("stopped", "train", "--config", config("stopped", MANY));
        while (lines("stopped") < 5 && process.isAlive()) {
            Thread.sleep(10);
        }
        StopSignal signal = StopSignal.effective();
        signal.send(process);
        awaitEnd(process);
        assertThat(process.exitValue()).as(log("stopped")).isEqualTo(signal.exitCode());
        long steps = Files.readString(folder.resolve("stopped/metrics.jsonl"))
                .lines()
                .filter(line -> line.contains("\"kind\":\"step\""))
                .count();
        assertThat(folder.resolve("stopped/checkpoints/step-" + steps + ".safetensors"))
                .exists();
        assertThat(log("stopped"))
                .contains("espalier: stopping after this step is saved …\n")
                .contains("espalier: stopped after step " + steps + "; resume with: espalier train --resume " + run
                        + "\n");
    }

    private Path member(String out, int seed) {
        return Path.of(out, "members", Integer.toString(seed));
    }

    private long linesOfMembers(String out) throws IOException {
        return lines(member(out, 1).toString()) + lines(member(out, 2).toString());
    }

    @Test
    void killedAndResumedEnsembleEndsWithTheBytesOfSingleRuns() throws Exception {
        String config = config("members", STEPS);
        String out = folder.resolve("members").toString();
        for (int kill = 1; kill <= 2; kill++) {
            Process process = kill == 1
                    ? start("members", "train", "--config", config, "--set", "threads=2", "--seeds", "1,2")
                    : start("members", "train", "--resume", out);
            while (process.isAlive() && linesOfMembers("members") < 20L * kill) {
                Thread.sleep(1);
            }
            process.destroyForcibly();
            awaitEnd(process);
        }
        Process last = start("members", "train", "--resume", out);
        awaitEnd(last);
        assertThat(last.exitValue()).as(log("members")).isZero();
        for (int seed : new int[] {1, 2}) {
            String single = "single" + seed;
            Process uninterrupted = start(single, "train", "--config", config(single, STEPS), "--set", "seed=" + seed);
            awaitEnd(uninterrupted);
            Map<String, byte[]> expected = results(single);
            Map<String, byte[]> found = results(member("members", seed).toString());
            assertThat(found.keySet()).isEqualTo(expected.keySet());
            expected.forEach((name, bytes) ->
                    assertThat(found.get(name)).as("%s, seed %d", name, seed).isEqualTo(bytes));
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal to send")
    void interruptedEnsembleSavesAllMembersAndPrintsCommandThatResumes() throws Exception {
        String out = folder.resolve("stopped").toString();
        Process process = start(
                "stopped", "train", "--config", config("stopped", MANY), "--set", "threads=2", "--seeds", "1,2,3");
        while (linesOfMembers("stopped") < 8 && process.isAlive()) {
            Thread.sleep(10);
        }
        StopSignal signal = StopSignal.effective();
        signal.send(process);
        awaitEnd(process);
        assertThat(process.exitValue()).as(log("stopped")).isEqualTo(signal.exitCode());
        for (int seed : new int[] {1, 2}) {
            Path run = folder.resolve(member("stopped", seed));
            long steps = Files.readString(run.resolve("metrics.jsonl"))
                    .lines()
                    .filter(line -> line.contains("\"kind\":\"step\""))
                    .count();
            assertThat(run.resolve("checkpoints/step-" + steps + ".safetensors"))
                    .exists();
            assertThat(log("stopped")).contains("espalier: seed " + seed + ": stopped after step " + steps + "\n");
        }
        assertThat(log("stopped"))
                .contains("espalier: stopping after the step of each member is saved …\n")
                .contains("espalier: seed 3: not begun\n")
                .contains("espalier: resume with: espalier train --resume " + out + "\n");
    }
}
