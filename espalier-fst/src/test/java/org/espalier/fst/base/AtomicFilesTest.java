package org.espalier.fst.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class AtomicFilesTest {
    @TempDir
    private Path folder;

    @Test
    void writesAndReplaces() throws IOException {
        Path file = folder.resolve("a.txt");
        AtomicFiles.writeText(file, "one é");
        assertThat(file).hasContent("one é");
        AtomicFiles.write(file, out -> out.write(new byte[] {1, 2, 3}));
        assertThat(file).hasBinaryContent(new byte[] {1, 2, 3});
        AtomicFiles.write(file, out -> out.write('x'));
        assertThat(file).hasContent("x");
        AtomicFiles.writeText(file, out -> out.append("two"));
        assertThat(file).hasContent("two");
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
    }

    @Test
    void failureKeepsTheOldFileAndNoTemporaryFile() {
        Path file = folder.resolve("a.txt");
        AtomicFiles.writeText(file, "old");
        assertThatThrownBy(() -> AtomicFiles.writeText(file, out -> {
                    out.append("half");
                    throw new IOException("No space left on device");
                }))
                .isInstanceOf(EspalierException.class)
                .hasMessage("cannot write " + file + ": No space left on device");
        assertThatThrownBy(() -> AtomicFiles.write(file, out -> {
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(file).hasContent("old");
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
    }

    /** Exits as after Ctrl-C: the shutdown hooks run, and the write never returns. */
    @Tag("slow")
    @Test
    void exitDuringWritingLeavesNoTemporaryFile() throws IOException, InterruptedException {
        assertExitLeavesTheOldFile(Interrupted.class);
    }

    /** Exits as after Ctrl-C, while another thread completes one file and begins another. */
    @Tag("slow")
    @Test
    void filesWrittenAfterAbandonAreLeftOut() throws IOException, InterruptedException {
        assertExitLeavesTheOldFile(WritesAfterAbandon.class);
    }

    private void assertExitLeavesTheOldFile(Class<?> program) throws IOException, InterruptedException {
        Path file = folder.resolve("a.txt");
        AtomicFiles.writeText(file, "old");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName(),
                        file.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isEqualTo(130);
        assertThat(file).hasContent("old");
        assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
    }

    /** A program that ends while it writes a file. */
    static final class Interrupted {
        private Interrupted() {}

        public static void main(String[] args) {
            AtomicFiles.writeText(Path.of(args[0]), out -> {
                out.append("half");
                out.flush();
                System.exit(130);
            });
        }
    }

    /** A program that goes on to write files while a shutdown hook runs that has abandoned them. */
    static final class WritesAfterAbandon {
        private WritesAfterAbandon() {}

        public static void main(String[] args) {
            Path file = Path.of(args[0]);
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch abandoned = new CountDownLatch(1);
            CountDownLatch goingOn = new CountDownLatch(2);
            Thread completes = new Thread(() -> AtomicFiles.writeText(file, out -> {
                begun.countDown();
                await(abandoned);
                goingOn.countDown();
            }));
            Thread begins = new Thread(() -> {
                await(abandoned);
                goingOn.countDown();
                AtomicFiles.writeText(file.resolveSibling("b.txt"), "new");
            });
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                AtomicFiles.abandon();
                abandoned.countDown();
                await(goingOn);
                // Ends when both are blocked for good, or have done what they must not do.
                while (Stream.of(completes, begins).anyMatch(thread -> thread.getState() == Thread.State.RUNNABLE)) {
                    Thread.onSpinWait();
                }
            }));
            completes.start();
            begins.start();
            await(begun);
            System.exit(130);
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "files have no such permissions there")
    void permissionsAreKept() throws IOException {
        Path file = folder.resolve("a.txt");
        AtomicFiles.writeText(file, "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        AtomicFiles.writeText(file, "new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void unpairedSurrogateIsRefused() {
        Path file = folder.resolve("a.txt");
        assertThatThrownBy(() -> AtomicFiles.writeText(file, "\uD800"))
                .isInstanceOf(EspalierException.class)
                .hasMessage("cannot write " + file + ": the text holds what UTF-8 cannot");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "has no folder that takes no files, whoever asks")
    void folderThatAcceptsNoFilesIsNamed() {
        assertThatThrownBy(() -> AtomicFiles.writeText(Path.of("/proc/a.txt"), "x"))
                .isInstanceOf(EspalierException.class)
                .hasMessage("cannot write /proc/a.txt: the folder /proc takes no new files; name another place");
    }

    @Test
    void fileInPlaceOfFolderIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("a.txt"), "mine");
        for (String inside : List.of("b.txt", "c/b.txt")) {
            Path under = file.resolve(inside);
            assertThatThrownBy(() -> AtomicFiles.writeText(under, "x"))
                    .isInstanceOf(EspalierException.class)
                    .hasMessage("cannot write " + under + ": " + file + " is a file, not a folder; name another place");
        }
        assertThat(file).hasContent("mine");
    }

    @Test
    void missingFolderIsNamed() {
        Path file = folder.resolve("none/a.txt");
        assertThatThrownBy(() -> AtomicFiles.writeText(file, "x"))
                .isInstanceOf(EspalierException.class)
                .hasMessage("cannot write " + file + ": its folder does not exist; create it first");
        assertThatThrownBy(() -> AtomicFiles.writeText(folder, "x"))
                .isInstanceOf(EspalierException.class)
                .hasMessageStartingWith("cannot write " + folder + ": ");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
    void linkIsKeptAndItsTargetReplaced() throws IOException {
        Path file = folder.resolve("a.txt");
        Path link = folder.resolve("link.txt");
        AtomicFiles.writeText(file, "old");
        Files.createSymbolicLink(link, file.getFileName());
        AtomicFiles.writeText(link, "new");
        assertThat(file).hasContent("new");
        assertThat(link).isSymbolicLink();
    }
}
