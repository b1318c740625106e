package org.espalier.model.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.WriteException;
import org.espalier.model.Torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CheckpointStoreTest {
    private static final long SEED = 20230117;

    @TempDir
    private Path folder;

    private PointerScope scope;
    private CheckpointStore store;

    @BeforeEach
    void open() {
        Torch.load();
        scope = new PointerScope();
        store = new CheckpointStore(folder.resolve("checkpoints"));
    }

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void checkpointOfAnotherModelIsRefused() {
        Path checkpoints = folder.resolve("checkpoints");
        CheckpointStore four = new CheckpointStore(checkpoints, Map.of("heads", "4", "machine", "m"));
        CheckpointStore two = new CheckpointStore(checkpoints, Map.of("heads", "2", "machine", "m"));
        store.save(1, Map.of("a", torch.ones(2)), Map.of(), true);
        // This one does not record its model, as in earlier versions.
        assertThat(two.latest(CheckpointStoreTest::failOnWarning).map(Checkpoint::step))
                .hasValue(1L);
        four.save(2, Map.of("a", torch.ones(2)), Map.of(), true);
        String message =
                "the checkpoint of step 2 in " + checkpoints + " is for another model: heads was 4 and is 2; put"
                        + " back what it was saved with, or train anew in another folder";
        assertThatThrownBy(() -> two.latest(CheckpointStoreTest::failOnWarning))
                .isInstanceOf(OtherModelException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> two.best(CheckpointStoreTest::failOnWarning))
                .isInstanceOf(OtherModelException.class)
                .hasMessage(message);
        for (CheckpointStore each : List.of(four, store)) {
            assertThat(each.best(CheckpointStoreTest::failOnWarning).map(Checkpoint::step))
                    .hasValue(2L);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void failedSaveLeavesNoTemporaryFile() throws IOException {
        store.save(1, Map.of("a", torch.ones(2)), Map.of(), false);
        for (String ending : List.of("safetensors", "json")) {
            Path temporary = folder.resolve("checkpoints/step-2." + ending + ".tmp");
            Files.createSymbolicLink(temporary, Path.of("/dev/full"));
            assertThatThrownBy(() -> store.save(2, Map.of("a", torch.ones(2)), Map.of(), false))
                    .isInstanceOf(WriteException.class)
                    .hasMessage("cannot write " + folder.resolve("checkpoints/step-2.safetensors")
                            + ": No space left on device");
            assertThat(Files.exists(temporary, LinkOption.NOFOLLOW_LINKS)).isFalse();
            assertThat(store.latest(CheckpointStoreTest::failOnWarning).map(Checkpoint::step))
                    .hasValue(1L);
        }
    }

    @Test
    void emptyStoreHasNoCheckpoint() throws IOException {
        assertThat(store.latest(CheckpointStoreTest::failOnWarning)).isEmpty();
        assertThat(store.best(CheckpointStoreTest::failOnWarning)).isEmpty();
        assertThat(store.step()).isEmpty();
        Files.createDirectories(file(""));
        assertThat(store.latest(CheckpointStoreTest::failOnWarning)).isEmpty();
    }

    @Test
    void keepsTheLastTwoAndTheBest() throws IOException {
        store.save(10, filled(10), state(10), true);
        assertThat(names()).containsExactly("step-10.json", "step-10.safetensors");
        store.save(20, filled(20), state(20), true);
        store.save(30, filled(30), state(30), false);
        Files.writeString(file("step-40.safetensors.tmp"), "left over");
        Files.writeString(file("step-9.safetensors"), "left over");
        Files.writeString(file("notes.txt"), "mine");
        store.save(40, filled(40), state(40), false);
        assertThat(names())
                .containsExactly(
                        "notes.txt",
                        "step-20.json",
                        "step-20.safetensors",
                        "step-30.json",
                        "step-30.safetensors",
                        "step-40.json",
                        "step-40.safetensors");
        requireIntact(store.latest(CheckpointStoreTest::failOnWarning), 40);
        requireIntact(store.best(CheckpointStoreTest::failOnWarning), 20);
        assertThat(store.step()).hasValue(20);
    }

    @Test
    void savingAnEarlierStepDeletesLaterCheckpoints() throws IOException {
        store.save(1, filled(1), state(1), false);
        store.save(2, filled(2), state(2), false);
        assertThat(store.step()).hasValue(2);
        store.save(3, filled(3), state(3), true);
        store.save(2, filled(2), state(2), false);
        requireIntact(store.latest(CheckpointStoreTest::failOnWarning), 2);
        assertThat(names()).allMatch(name -> name.startsWith("step-2."));
    }

    @Tag("slow")
    @Test
    void damagedByteIsDetected() throws IOException {
        store.save(1, filled(1), state(1), false);
        store.save(2, filled(2), state(2), false);
        Random random = new Random(SEED);
        for (String name : List.of("step-2.safetensors", "step-2.json")) {
            byte[] good = Files.readAllBytes(file(name));
            for (int round = 0; round < 50; round++) {
                byte[] bad = good.clone();
                int at = random.nextInt(bad.length);
                bad[at] ^= (byte) (1 << random.nextInt(8));
                Files.write(file(name), bad);
                List<String> warnings = new ArrayList<>();
                Checkpoint latest = store.latest(warnings::add).orElseThrow();
                // Other white space in JSON does not change its meaning.
                if (name.endsWith("json") && Character.isWhitespace(good[at]) && Character.isWhitespace(bad[at])) {
                    continue;
                }
                assertThat(latest.step())
                        .as("seed %d, %s, byte %d", SEED, name, at)
                        .isEqualTo(1);
                assertThat(warnings)
                        .hasSize(1)
                        .allMatch(warning -> warning.lines().count() == 1);
            }
            Files.write(file(name), good);
        }
        requireIntact(store.latest(CheckpointStoreTest::failOnWarning), 2);
    }

    @Test
    void damagedCheckpointIsReportedAndAnOlderOneUsed() throws IOException {
        store.save(1, filled(1), state(1), false);
        store.save(2, filled(2), state(2), true);
        Path tensors = file("step-2.safetensors");
        byte[] good = Files.readAllBytes(tensors);
        Files.write(tensors, java.util.Arrays.copyOf(good, good.length - 5));
        String instead = "; using the checkpoint of step 1 instead";
        assertThat(warning())
                .isEqualTo("the checkpoint of step 2 is damaged: " + tensors + " has " + (good.length - 5)
                        + " bytes instead of " + good.length + instead);

        byte[] bad = good.clone();
        bad[good.length - 1]++;
        Files.write(tensors, bad);
        String checksum = tensors + " does not have the checksum that " + file("step-2.json") + " gives";
        assertThat(warning()).isEqualTo("the checkpoint of step 2 is damaged: " + checksum + instead);
        assertThatThrownBy(() -> store.best(CheckpointStoreTest::failOnWarning))
                .isInstanceOf(EspalierException.class)
                .hasMessage("the best checkpoint, of step 2, is damaged: " + checksum + "; restore it from a copy");

        Files.delete(tensors);
        assertThat(warning())
                .isEqualTo("the checkpoint of step 2 is damaged: cannot read " + tensors
                        + ": no such file; check the path" + instead);

        Files.writeString(file("step-1.json"), "");
        assertThatThrownBy(() -> store.latest(CheckpointStoreTest::failOnWarning))
                .isInstanceOf(EspalierException.class)
                .hasMessageStartingWith(
                        "no checkpoint in " + file("") + " is whole; the checkpoint of step 2 is damaged: ")
                .hasMessageContaining(
                        "; the checkpoint of step 1 is damaged: " + file("step-1.json") + " is not what was")
                .hasMessageEndingWith("; restore them from a copy, or remove the folder and train anew")
                .hasMessageNotContaining("\n");
    }

    @Test
    void tensorsWithoutJsonAreIgnored() throws IOException {
        store.save(1, filled(1), state(1), false);
        store.save(2, filled(2), state(2), false);
        Files.delete(file("step-2.json"));
        requireIntact(store.latest(CheckpointStoreTest::failOnWarning), 1);
    }

    @Test
    void tensorsOfSeveralStepsWithoutAnyJsonAreRefused() throws IOException {
        store.save(0, filled(0), state(0), false);
        Files.delete(file("step-0.json"));
        assertThat(store.latest(CheckpointStoreTest::failOnWarning)).isEmpty();
        store.save(0, filled(0), state(0), false);
        store.save(5, filled(5), state(5), false);
        Files.delete(file("step-0.json"));
        Files.delete(file("step-5.json"));
        assertThatThrownBy(() -> store.latest(CheckpointStoreTest::failOnWarning))
                .isInstanceOf(EspalierException.class)
                .hasMessage(file("") + " has tensors but no checkpoint: the JSON files beside step-0.safetensors and 1"
                        + " more are missing; restore them from a copy, or remove the folder and train anew");
    }

    @Test
    void checkpointWithUnreadableJsonIsKeptAndReported() throws IOException {
        store.save(1, filled(1), state(1), true);
        store.save(2, filled(2), state(2), true);
        String good = Files.readString(file("step-2.json"));
        Files.writeString(file("step-2.json"), "{");
        for (long step = 3; step <= 6; step++) {
            store.save(step, filled(step), state(step), false);
        }
        assertThat(names())
                .containsExactly(
                        "step-1.json",
                        "step-1.safetensors",
                        "step-2.json",
                        "step-2.safetensors",
                        "step-5.json",
                        "step-5.safetensors",
                        "step-6.json",
                        "step-6.safetensors");
        List<String> warnings = new ArrayList<>();
        requireIntact(store.best(warnings::add), 1);
        assertThat(warnings)
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith(file("step-2.json") + " is not what was written: ")
                .endsWith("; the checkpoint of step 2 may be the best one; restore the file from a" + " copy");
        Files.writeString(file("step-2.json"), good);
        requireIntact(store.best(CheckpointStoreTest::failOnWarning), 2);
    }

    @Test
    void jsonThatDisagreesWithItsTensorsIsDetected() throws IOException {
        store.save(1, filled(1), state(1), false);
        store.save(2, filled(2), state(2), false);
        String json = Files.readString(file("step-2.json"));
        Files.writeString(file("step-2.json"), json.replace("after 2", "after 3"));
        assertThat(warning())
                .isEqualTo("the checkpoint of step 2 is damaged: " + file("step-2.json") + " does not agree with "
                        + file("step-2.safetensors") + "; using the checkpoint of step 1 instead");
    }

    @Tag("slow")
    @Test
    void storeIsIntactAfterItsProcessIsKilled() throws IOException, InterruptedException {
        Random random = new Random(SEED);
        long before = 0;
        for (int round = 0; round < 5; round++) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            Saving.class.getName(),
                            file("").toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (BufferedReader out = process.inputReader()) {
                assertThat(out.readLine()).isEqualTo("saved");
                TimeUnit.MICROSECONDS.sleep(random.nextInt(100_000));
            } finally {
                process.destroyForcibly().waitFor();
            }
            Optional<Checkpoint> latest = store.latest(CheckpointStoreTest::failOnWarning);
            long step = latest.orElseThrow().step();
            assertThat(step).as("seed %d, round %d", SEED, round).isGreaterThan(before);
            requireIntact(latest, step);
            requireIntact(store.best(CheckpointStoreTest::failOnWarning), step / 3 * 3 > 0 ? step / 3 * 3 : 1);
            before = step;
        }
    }

    /** Saves one step after another until it is killed, every third as the best. */
    static final class Saving {
        private Saving() {}

        public static void main(String[] arguments) {
            Torch.load();
            CheckpointStore store = new CheckpointStore(Path.of(arguments[0]));
            long step = store.latest(CheckpointStoreTest::failOnWarning)
                    .map(Checkpoint::step)
                    .orElse(0L);
            while (true) {
                step++;
                try (PointerScope scope = new PointerScope()) {
                    store.save(step, filled(step), state(step), step == 1 || step % 3 == 0);
                }
                System.out.println("saved");
            }
        }
    }

    private static Map<String, Tensor> filled(long value) {
        return Map.of(
                "a", torch.full(new long[] {300, 100}, new Scalar((double) value)),
                "b", torch.full(new long[] {7}, new Scalar((double) value)));
    }

    private static Map<String, String> state(long step) {
        return Map.of("seed", "17", "position", "after " + step);
    }

    private static void requireIntact(Optional<Checkpoint> found, long step) {
        Checkpoint checkpoint = found.orElseThrow();
        assertThat(checkpoint.step()).isEqualTo(step);
        assertThat(checkpoint.state()).isEqualTo(state(step));
        Map<String, Tensor> read = filled(-1);
        checkpoint.restore(read);
        filled(step)
                .forEach((name, tensor) ->
                        assertThat(torch.equal(read.get(name), tensor)).as(name).isTrue());
    }

    private String warning() {
        List<String> warnings = new ArrayList<>();
        requireIntact(store.latest(warnings::add), 1);
        assertThat(warnings).hasSize(1);
        return warnings.get(0);
    }

    private static void failOnWarning(String warning) {
        fail(warning);
    }

    private Path file(String name) {
        return folder.resolve("checkpoints").resolve(name);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(file(""))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
