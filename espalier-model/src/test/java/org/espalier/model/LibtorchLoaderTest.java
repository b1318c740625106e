package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.openblas.global.openblas;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads libtorch in separate processes, with an incomplete class path or without a folder to write to. */
@Tag("slow")
class LibtorchLoaderTest {
    @Test
    void missingNativeLibrariesAreReportedWithTheRemedy() throws Exception {
        assertThat(run(jar -> !jar.contains(Loader.getPlatform())))
                .isEqualTo(
                        "neural commands need libtorch, and this build has none for " + Loader.getPlatform()
                                + ": build and run on linux-x86_64, macosx-arm64 or windows-x86_64; all other commands work here");
    }

    @Test
    void openBlasUsesOneThreadIfMklIsMissing() throws Exception {
        assertThat(run(jar -> !jar.startsWith("mkl"))).isEqualTo("2000.0 with OpenBLAS threads: 1");
    }

    @Test
    void missingCacheFolderIsReportedWithTheRemedy(@TempDir Path folder) throws Exception {
        String nowhere = Files.createFile(folder.resolve("file")).resolve("in").toString();
        assertThat(run(
                        jar -> true,
                        "-Dorg.bytedeco.javacpp.cachedir=" + nowhere,
                        "-Duser.home=" + nowhere,
                        "-Djava.io.tmpdir=" + nowhere))
                .isEqualTo("libtorch cannot be unpacked: there is no folder to write to; name a folder with 1 GB free, "
                        + "for example with ESPALIER_JAVA_OPTS=-Dorg.bytedeco.javacpp.cachedir=FOLDER");
    }

    /** Without a lock around loading, some of these processes crash in the dynamic linker in most runs. */
    @Test
    void processesThatUnpackAtTheSameTimeAllLoad(@TempDir Path cache) throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            processes.add(start(jar -> true, "-XX:-CreateCoredumpOnCrash", "-Dorg.bytedeco.javacpp.cachedir=" + cache));
        }
        for (Process process : processes) {
            assertThat(output(process)).startsWith("2000.0 ");
        }
    }

    private static String run(Predicate<String> keep, String... options) throws IOException, InterruptedException {
        return output(start(keep, options));
    }

    private static Process start(Predicate<String> keep, String... options) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Arrays.stream(classPath.split(File.pathSeparator, -1))
                        .filter(entry -> keep.test(new File(entry).getName()))
                        .collect(Collectors.joining(File.pathSeparator))));
        command.addAll(List.of(options));
        command.add(Multiply.class.getName());
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String output(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output.strip();
    }

    /** The program of the process: multiplies two matrices and prints the sum of the product, or prints the error. */
    static final class Multiply {
        private Multiply() {}

        public static void main(String[] arguments) {
            try (PointerScope scope = new PointerScope()) {
                Torch.load();
                Tensor ones = torch.ones(10, 10);
                Tensor twice = ones.mul(new Scalar(2));
                System.out.println(ones.mm(twice).sum().item_double() + " with OpenBLAS threads: "
                        + openblas.blas_get_num_threads());
            } catch (EspalierException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
