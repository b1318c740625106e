package org.espalier.run.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.espalier.fst.Mfst;
import org.espalier.run.settings.RunConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunFolderTest {
    @TempDir
    private Path parent;

    private Path folder = Path.of("run");
    private RunConfig config = config();

    /** A machine with a symbol that no arc has, and symbols that are not numbered in the order of the arcs. */
    private static Mfst machine() {
        Mfst.Builder machine = Mfst.builder();
        machine.marks().add("m2");
        machine.input().add("z");
        machine.state();
        return machine.initial(0)
                .accept(0)
                .arc(0, 0, "a", "", "m1")
                .arc(0, 0, "", "b", "m2")
                .build();
    }

    private RunConfig config() {
        return RunConfig.of(RunConfig.overrides(
                List.of("machine=builtin:edit", "train=a.tsv", "out=" + folder, "seed=5", "threads=2")));
    }

    @BeforeEach
    void begin() {
        folder = parent.resolve("runs/one");
        config = config();
    }

    private RunFolder begun() throws Exception {
        RunFolder run = RunFolder.forNewRun(folder, false);
        try (AutoCloseable lock = run.lock()) {
            run.begin(config, machine(), Optional.empty());
            run.recordProvenance(config, 1, 0);
        }
        return run;
    }

    @Test
    void openReadsWhatBeginWrote() throws Exception {
        begun();
        RunFolder run = RunFolder.open(folder);
        assertThat(run.machine().marks()).isEqualTo(machine().marks());
        assertThat(run.machine().input()).isEqualTo(machine().input());
        assertThat(run.config().seed()).isEqualTo(5);
        assertThat(run.config().data().train())
                .isEqualTo(Path.of("a.tsv").toAbsolutePath().toString());
        assertThat(folder.resolve("symbols.json"))
                .hasContent("{\"input\":[\"z\",\"a\"],\"output\":[\"b\"],\"marks\":[\"m2\",\"m1\"]}");
        JsonNode provenance = JsonMapper.shared().readTree(Files.readString(folder.resolve("provenance.jsonl")));
        assertThat(provenance.get("seed").asInt()).isEqualTo(5);
        assertThat(provenance.get("threads").asInt()).isEqualTo(2);
        assertThat(provenance.propertyNames()).contains("version", "java", "os", "cpu", "cores", "time", "fromStep");
    }

    @Test
    void existingRunIsOverwrittenOnlyOnRequest() throws Exception {
        RunFolder run = begun();
        run.metrics(0).close();
        run.events(0).close();
        Files.writeString(run.checkpoints().resolve("step-1.safetensors"), "x");
        assertThatThrownBy(() -> RunFolder.forNewRun(folder, false))
                .hasMessage(folder + " has a run already; resume it, overwrite it, or name another folder");
        RunFolder again = RunFolder.forNewRun(folder, true);
        try (AutoCloseable lock = again.lock()) {
            again.begin(config, machine(), Optional.empty());
        }
        assertThat(folder.toFile().list())
                .containsExactlyInAnyOrder(
                        "run.json", "config.yaml", "machine.fst.txt", "symbols.json", "checkpoints", "lock");
        assertThat(again.checkpoints()).isEmptyDirectory();
    }

    @Test
    void runOfAnotherProcessIsKept() throws Exception {
        RunFolder late = RunFolder.forNewRun(folder, false);
        begun();
        try (AutoCloseable lock = late.lock()) {
            assertThatThrownBy(() -> late.begin(config, machine(), Optional.empty()))
                    .hasMessageContaining(" has a run already; ");
        }
        assertThat(RunFolder.open(folder).config().seed()).isEqualTo(5);
    }

    @Test
    void runBehindLinkIsOverwritten() throws Exception {
        Files.writeString(begun().checkpoints().resolve("step-1.safetensors"), "x");
        RunFolder again = RunFolder.forNewRun(Files.createSymbolicLink(parent.resolve("link"), folder), true);
        try (AutoCloseable lock = again.lock()) {
            again.begin(config, machine(), Optional.empty());
        }
        assertThat(again.checkpoints()).isEmptyDirectory();
    }

    @Test
    void pathOfFileIsRefused() throws Exception {
        Path file = Files.writeString(parent.resolve("a.tsv"), "x");
        assertThatThrownBy(() -> RunFolder.forNewRun(file, false))
                .hasMessage(file + " cannot be the folder of a run: it is a file; name a new folder");
        Path under = file.resolve("runs/a");
        assertThatThrownBy(() -> RunFolder.forNewRun(under, true))
                .hasMessage(under + " cannot be the folder of a run: " + file + " is a file; name a new folder");
    }

    @Test
    void folderWithOtherFilesIsRefused() throws Exception {
        begun();
        Files.writeString(folder.resolve("thesis.tex"), "x");
        assertThatThrownBy(() -> RunFolder.forNewRun(folder, true))
                .hasMessage(folder + " cannot be the folder of a run: it holds 'thesis.tex', which is not a file of a "
                        + "run; name a new folder");
        Files.delete(folder.resolve("config.yaml"));
        assertThatThrownBy(() -> RunFolder.forNewRun(folder, false)).hasMessageContaining("thesis.tex");
        assertThatThrownBy(() -> RunFolder.open(folder))
                .hasMessage(folder + " is not the folder of a run: it has no config.yaml");
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> RunFolder.open(missing))
                .hasMessage(missing + " is not the folder of a run: there is no such folder; check the path");
    }

    @Test
    void folderThatHoldsARunIsRefusedWithItsName() throws Exception {
        begun();
        Path project = Files.createDirectory(folder.resolveSibling(folder.getFileName() + "-project"));
        try {
            Path run = Files.move(folder, project.resolve("run"));
            Files.writeString(project.resolve("config.yaml"), "");
            assertThatThrownBy(() -> RunFolder.open(project))
                    .hasMessage(project + " is not the folder of a run: its run is in " + run + "; name that folder");
            Path config = run.resolve("config.yaml");
            assertThatThrownBy(() -> RunFolder.open(config))
                    .hasMessage(config + " is not the folder of a run: it is a file; name the folder");
            assertThat(RunFolder.isFileOf(run, config)).isTrue();
            assertThat(RunFolder.isFileOf(project, config)).isFalse();
            assertThat(RunFolder.isFileOf(run, run.resolve("notes.txt"))).isFalse();
            Files.move(run, folder);
        } finally {
            Files.deleteIfExists(project.resolve("config.yaml"));
            Files.deleteIfExists(project);
        }
    }

    @Test
    void interruptedStartIsRepeated() throws Exception {
        begun();
        Files.delete(folder.resolve("config.yaml"));
        Files.delete(folder.resolve("provenance.jsonl"));
        begun();
        assertThat(RunFolder.open(folder).config().seed()).isEqualTo(5);
    }

    private void refused(String name, String why) {
        for (boolean overwrites : new boolean[] {false, true}) {
            assertThatThrownBy(() -> {
                        if (overwrites) {
                            RunFolder.forNewRun(folder, true);
                        } else {
                            RunFolder.forNewRun(folder, false);
                        }
                    })
                    .hasMessage(folder + " cannot be the folder of a run: it holds '" + name + "', " + why
                            + "; name a new folder");
        }
    }

    @Test
    void userFilesWithNamesOfRunFilesAreRefused() throws Exception {
        for (String name : List.of(
                "config.yaml",
                "machine.fst.txt",
                "symbols.json",
                "pairs.tsv",
                "metrics.jsonl",
                "provenance.jsonl",
                "run.json",
                "events.out.tfevents.1.0.espalier",
                ".espalier-workers")) {
            Files.createDirectories(folder);
            Path file = Files.writeString(folder.resolve(name), "{}");
            refused(name, "which no training wrote");
            assertThat(file).hasContent("{}");
            Files.delete(file);
        }
        Path notes = Files.createDirectories(folder.resolve("checkpoints/mine")).resolve("notes.txt");
        Files.writeString(notes, "mine");
        refused("checkpoints", "which no training wrote");
        assertThat(notes).hasContent("mine");
    }

    @Test
    void userFilesInRunAreNotDeleted() throws Exception {
        begun();
        for (String name : List.of("events.out.tfevents.1.host", "checkpoints/mine.txt", "checkpoints/step-2.txt")) {
            Path file = Files.writeString(folder.resolve(name), "mine");
            assertThatThrownBy(() -> RunFolder.forNewRun(folder, true))
                    .hasMessage(folder + " cannot be the folder of a run: it holds '" + name
                            + "', which is not a file of a run; name a new folder");
            Files.delete(file);
        }
        Files.writeString(folder.resolve("pairs.tsv"), "a\tb\n");
        assertThatThrownBy(() -> RunFolder.forNewRun(folder, true))
                .hasMessage(folder + " cannot be the folder of a run: it holds 'pairs.tsv', which no training "
                        + "wrote; name a new folder");
    }

    @Test
    void oldRunWithoutMarkerIsOverwritten() throws Exception {
        begun();
        Files.delete(folder.resolve("run.json"));
        assertThatThrownBy(() -> RunFolder.forNewRun(folder, false)).hasMessageContaining(" has a run already; ");
        assertThat(RunFolder.open(folder).machine().marks()).isEqualTo(machine().marks());
        RunFolder again = RunFolder.forNewRun(folder, true);
        try (AutoCloseable lock = again.lock()) {
            again.begin(config, machine(), Optional.empty());
        }
        Files.delete(folder.resolve("run.json"));
        Files.writeString(folder.resolve("symbols.json"), "{}");
        assertThatThrownBy(() -> RunFolder.forNewRun(folder, true))
                .hasMessageContaining("it holds 'config.yaml', which no training wrote");
    }

    @Test
    void keptPairsAreOverwrittenWithTheirRun() throws Exception {
        config = RunConfig.of(RunConfig.overrides(
                List.of("machine=builtin:edit", "train=" + folder.resolve("pairs.tsv"), "out=" + folder)));
        for (boolean marked : new boolean[] {true, false}) {
            RunFolder run = RunFolder.forNewRun(folder, true);
            try (AutoCloseable lock = run.lock()) {
                run.begin(config, machine(), Optional.of("a\tb\n"));
            }
            if (!marked) {
                Files.delete(folder.resolve("run.json"));
            }
        }
        RunFolder again = RunFolder.forNewRun(folder, true);
        try (AutoCloseable lock = again.lock()) {
            again.begin(config(), machine(), Optional.empty());
        }
        assertThat(folder.resolve("pairs.tsv")).doesNotExist();
    }

    @Test
    void runWithoutConfigurationIsNoInterruptedStart() throws Exception {
        Files.writeString(begun().checkpoints().resolve("step-1.safetensors"), "x");
        Files.delete(folder.resolve("config.yaml"));
        Files.delete(folder.resolve("provenance.jsonl"));
        assertThatThrownBy(() -> RunFolder.forNewRun(folder, false))
                .hasMessage(folder + " holds 'checkpoints' of a run whose config.yaml is missing; put that back, "
                        + "overwrite the run, or name another folder");
        RunFolder.forNewRun(folder, true);
    }

    @Test
    void inputFilesInRunFolderAreRefused() throws Exception {
        RunFolder run = begun();
        Path inside = folder.resolve("machine.fst.txt");
        Path link = Files.createSymbolicLink(parent.resolve("link.txt"), inside);
        for (Path file : List.of(inside, link)) {
            assertThatThrownBy(() -> run.requireElsewhere(Map.of("which the configuration names as machine", file)))
                    .hasMessage(file + ", which the configuration names as machine, is in the folder of the run, "
                            + folder + ", whose files would be replaced; move it elsewhere, or name another folder");
        }
        run.requireElsewhere(Map.of("which is the configuration", Files.createFile(parent.resolve("run.yaml"))));
    }

    @Test
    void changedSymbolsAreRefused() throws Exception {
        begun();
        Path symbols = folder.resolve("symbols.json");
        Files.writeString(symbols, Files.readString(symbols).replace("\"m2\",\"m1\"", "\"m1\",\"m2\""));
        assertThatThrownBy(() -> RunFolder.open(folder).machine())
                .hasMessage(folder.resolve("machine.fst.txt") + " and " + symbols
                        + " disagree: one of them was changed after the run began; put it back");
    }

    @Test
    void secondLockIsRefused() throws Exception {
        RunFolder run = begun();
        try (AutoCloseable lock = run.lock()) {
            assertThatThrownBy(run::lock)
                    .hasMessage(folder + " is being trained in by another process; wait for it, or stop it");
            assertThat(run.isBeingTrainedIn()).isTrue();
        }
        assertThat(run.isBeingTrainedIn()).isFalse();
        run.lock().close();
    }

    @Test
    void sharedLockOfReaderDelaysLock() throws Exception {
        RunFolder run = begun();
        Thread trainer = Thread.currentThread();
        CountDownLatch locked = new CountDownLatch(1);
        Thread reader = new Thread(() -> {
            try (FileChannel channel = FileChannel.open(folder.resolve("lock"), StandardOpenOption.READ);
                    FileLock shared = channel.lock(0, Long.MAX_VALUE, true)) {
                locked.countDown();
                while (trainer.getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        reader.setDaemon(true);
        reader.start();
        locked.await();
        run.lock().close();
        reader.join();
    }
}
