package org.espalier.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the programs of the folder {@code examples}, in the order of its page. */
@Tag("slow")
class ExamplesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    @Test
    void everyExampleRuns() throws Exception {
        Path words = ROOT.resolve("docs/tutorial/spanish.tsv");
        compileAll();

        assertThat(run("LatticeAndPicture")).contains("29 states, 10 alignments");
        assertThat(folder.resolve("lattice.svg")).content().startsWith("<svg");
        assertThat(run("OwnMachine"))
                .contains("a c h -> a tS, paths: 1", "a c h -> a, paths: 2", "a c h -> t t, paths: 0");
        assertThat(run("TrainAndTransduce", words.toString(), "run", "leche"))
                .containsPattern("leche\t[^\t]+\t[01]\\.\\d+");
        assertThat(run("Align", "run", "leche", "l e t͡ʃ e"))
                .containsPattern("x .*l.*e.*c.*h.*e\\Ry .*l.*e.*t͡ʃ.*e")
                .contains("log p(x, y) = -");
        assertThat(run("SparkScores", "run"))
                .containsPattern("\\|1 +\\|calle *\\|k a ʝ e *\\|-")
                .containsPattern("\\|2 +\\|cielo *\\|s j e l o *\\|-");
    }

    private void compileAll() throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("-encoding", "UTF-8", "-d", folder.toString(), "-cp", System.getProperty("java.class.path")));
        try (Stream<Path> files = Files.list(ROOT.resolve("examples"))) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    /** Runs a program in the folder of the test and returns its output. */
    private String run(String program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Dfile.encoding=UTF-8"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option ->
                        option.startsWith("--add-opens") || option.startsWith("-XX") || option.startsWith("-Dio"))
                .forEach(command::add);
        command.addAll(
                List.of("-cp", folder + java.io.File.pathSeparator + System.getProperty("java.class.path"), program));
        command.addAll(List.of(arguments));
        Path output = folder.resolve(program + ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
        }
        String printed = Files.readString(output, UTF_8);
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }
}
