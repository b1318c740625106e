package org.espalier.run.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.run.folder.RunData;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.settings.SettingValues;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class TrainingSessionTest {
    private static final SettingValues NO_CHANGES = RunConfig.overrides(List.of());
    private static final TrainingListener SILENT = new TrainingListener() {};

    @TempDir
    private Path parent;

    private static SessionOptions options(int workers) {
        return new SessionOptions(workers, message -> {});
    }

    private RunConfig config() throws IOException {
        Path pairs = parent.resolve("pairs.tsv");
        Files.writeString(pairs, "a b\tc\na\tc d\nb a b\td\na b a\tc c\nb\tc\n");
        return RunConfig.of(RunConfig.overrides(List.of(
                "machine=builtin:edit",
                "train=" + pairs,
                "out=" + parent.resolve("run"),
                "threads=1",
                "validShare=0.2",
                "scorer.dimension=8",
                "scorer.layers=1",
                "sampler.dimension=8",
                "training.batch=2",
                "training.epochs=0",
                "training.steps=2")));
    }

    private TrainingSession start() throws IOException {
        RunConfig config = config();
        return TrainingSession.start(RunFolder.forNewRun(config.out(), false), RunData.read(config), options(1));
    }

    private void requireFreed() {
        RunFolder.open(parent.resolve("run")).lock().close();
        assertThat(parent.resolve("run/.espalier-workers")).doesNotExist();
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    @Test
    void sessionTrainsAndResumes() throws IOException {
        try (TrainingSession session = start()) {
            assertThat(session.position()).isEqualTo(new TrainingPosition(0, 2));
            assertThat(session.run(SILENT).reason()).isEqualTo(TrainingOutcome.Reason.COMPLETED);
        }
        requireFreed();
        RunFolder folder = RunFolder.open(parent.resolve("run"));
        SettingValues changes = RunConfig.overrides(List.of("training.steps=3"));
        try (TrainingSession session = TrainingSession.resume(folder, changes, options(1))) {
            assertThat(session.position()).isEqualTo(new TrainingPosition(2, 3));
            assertThat(session.run(SILENT).step()).isEqualTo(3);
        }
        requireFreed();
    }

    @Test
    void sessionThatIsClosedBeforeItsFirstStepLeavesARun() throws IOException {
        start().close();
        requireFreed();
        try (TrainedRun run = TrainedRun.open(parent.resolve("run"), warning -> {})) {
            assertThat(run.step()).isZero();
        }
    }

    @Test
    void openSessionHoldsTheLock() throws IOException {
        try (TrainingSession session = start()) {
            RunFolder folder = RunFolder.open(parent.resolve("run"));
            assertThat(session.position().step()).isZero();
            assertThatThrownBy(() -> TrainingSession.resume(folder, NO_CHANGES, options(1)))
                    .hasMessageContaining(" is being trained in by another process; ");
        }
    }

    private void changePairs() throws IOException {
        Files.writeString(parent.resolve("pairs.tsv"), "a b\td\na\tc d\nb a b\td\na b a\tc c\nb\tc\n");
    }

    @Test
    void failedOpeningFreesTheFolder() throws IOException {
        start().close();
        changePairs();
        RunFolder folder = RunFolder.open(parent.resolve("run"));
        assertThatThrownBy(() -> TrainingSession.resume(folder, NO_CHANGES, options(1)))
                .hasMessageContaining(" pairs have changed since the checkpoint was ");
        requireFreed();
    }

    @Test
    @Tag("slow")
    void failedOpeningEndsWorkerProcesses() throws IOException {
        start().close();
        changePairs();
        RunFolder folder = RunFolder.open(parent.resolve("run"));
        assertThatThrownBy(() -> TrainingSession.resume(folder, NO_CHANGES, options(2)))
                .hasMessageContaining(" pairs have changed since the checkpoint was ");
        requireFreed();
    }

    @Test
    void zeroWorkersAreRefused() {
        assertThatThrownBy(() -> options(0)).hasMessage("there must be at least one worker; got 0");
    }
}
