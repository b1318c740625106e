package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** {@code train --workers}, with processes that are killed or interrupted. */
@Tag("slow")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no signal to send")
class TrainingWorkersTest extends TrainingProcessTestBase {
    /** The time to end after the last step. */
    private static final int SECONDS = 60;

    /** The time to finish training on a busy machine. */
    private static final int SECONDS_TO_TRAIN = 300;

    private void awaitSteps(String out, Process process, int steps) throws Exception {
        while (process.isAlive() && lines(out) < steps) {
            Thread.sleep(5);
        }
        assertThat(process.isAlive()).as(log(out)).isTrue();
    }

    private List<ProcessHandle> others(Process process, int count) {
        List<ProcessHandle> others = process.descendants().toList();
        started.addAll(others);
        assertThat(others).hasSize(count);
        return others;
    }

    private void requireEnd(Process process, int code, int seconds, String out) throws Exception {
        assertThat(process.waitFor(seconds, TimeUnit.SECONDS)).as(log(out)).isTrue();
        assertThat(process.exitValue()).as(log(out)).isEqualTo(code);
    }

    private static void requireGone(List<ProcessHandle> processes) throws Exception {
        for (ProcessHandle process : processes) {
            process.onExit().get(SECONDS, TimeUnit.SECONDS);
        }
    }

    private void requireNothingLeft(String out) {
        assertThat(folder.resolve(out).resolve(".espalier-workers")).doesNotExist();
    }

    /** Returns the numbers of the last checkpoint, in the order of the file. */
    private float[] last(String out) throws IOException {
        Path file = folder.resolve(out).resolve("checkpoints/step-" + STEPS + ".safetensors");
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.position(Math.toIntExact(Long.BYTES + bytes.getLong(0)));
        float[] numbers = new float[bytes.remaining() / Float.BYTES];
        bytes.asFloatBuffer().get(numbers);
        return numbers;
    }

    private void resume(String out, int workers) throws Exception {
        Process resumed = start(
                out,
                "train",
                "--resume",
                folder.resolve(out).toString(),
                "--workers",
                String.valueOf(workers),
                "--set",
                "training.steps=" + STEPS);
        requireEnd(resumed, 0, SECONDS_TO_TRAIN, out);
        requireNothingLeft(out);
    }

    @Test
    void standardOutputHoldsOnlyResults() throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process =
                start(EspalierProcess.of("train", "--config", config("printed", 5), "--workers", "2", "--json")
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile()));
        assertThat(process.waitFor(SECONDS_TO_TRAIN, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(out)).matches("\\{\"run\":.*\\}\n");
        assertThat(Files.readString(err).lines()).allMatch(line -> line.startsWith("espalier: "));
    }

    private float[] uninterrupted() throws Exception {
        Process whole = start("whole", "train", "--config", config("whole", STEPS));
        requireEnd(whole, 0, SECONDS_TO_TRAIN, "whole");
        return last("whole");
    }

    @Test
    void lossOfWorkerEndsAllAndAnotherNumberResumes() throws Exception {
        Process process = start("lost", "train", "--config", config("lost", MANY), "--workers", "3");
        awaitSteps("lost", process, 6);
        List<ProcessHandle> others = others(process, 2);
        others.get(0).destroyForcibly();
        requireEnd(process, 1, SECONDS, "lost");
        requireGone(others);
        requireNothingLeft("lost");
        Path run = folder.resolve("lost");
        assertThat(log("lost").lines().toList())
                .last()
                .asString()
                .matches("espalier: worker [12] was lost in step \\d+: it was ended by signal 9; resume from the last"
                        + " checkpoint, with any number of workers: espalier train --resume " + run
                        + " --workers 3");
        resume("lost", 2);
        assertThat(last("lost")).containsExactly(uninterrupted(), within(1e-4f));
    }

    @Test
    void lossOfWorkerZeroEndsOthers() throws Exception {
        Process process = start("killed", "train", "--config", config("killed", MANY), "--workers", "2");
        awaitSteps("killed", process, 6);
        List<ProcessHandle> others = others(process, 1);
        process.destroyForcibly();
        requireGone(others);
        requireNothingLeft("killed");
        resume("killed", 3);
        assertThat(last("killed")).containsExactly(uninterrupted(), within(1e-4f));
    }

    @Test
    void interruptStopsAllWorkers() throws Exception {
        Process process = start("stopped", "train", "--config", config("stopped", MANY), "--workers", "2");
        awaitSteps("stopped", process, 6);
        List<ProcessHandle> others = others(process, 1);
        StopSignal signal = StopSignal.effective();
        signal.send(process);
        requireEnd(process, signal.exitCode(), SECONDS, "stopped");
        requireGone(others);
        requireNothingLeft("stopped");
        assertThat(log("stopped"))
                .containsPattern("espalier: stopped after step \\d+; resume with: espalier train --resume ");
    }
}
