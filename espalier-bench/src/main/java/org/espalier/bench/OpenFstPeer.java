package org.espalier.bench;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.fst.base.EspalierException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * OpenFst as a peer for building lattices. {@code src/main/cpp/openfst_lattice.cc} explains how it uses the library. It is compiled
 * on first use, because only the benchmark needs a C++ compiler.
 */
final class OpenFstPeer {
    private static final JsonMapper JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private final Path program;

    private OpenFstPeer(Path program) {
        this.program = program;
    }

    /** The peer, or the tool that it lacks. */
    sealed interface Availability {}

    record Available(OpenFstPeer peer) implements Availability {}

    /** The missing tool, in one line that names its Debian package. */
    record Missing(String reason) implements Availability {}

    /**
     * The output of the program. Times are in microseconds; each pair contributes its median over the rounds.
     *
     * @param openfst the version of the library, or {@code unknown}
     * @param formulation the faster of the two formulations; all other times are of this one
     * @param stagesUs the times of the stages; their sum is {@code meanUs}
     * @param formulationsUs the times of both formulations; {@code medianUs} is the smaller
     * @param sizes the sizes of the lattices, minimal over marks, in the order of the pairs
     */
    record Measurement(
            String openfst,
            String formulation,
            int pairs,
            double medianUs,
            double meanUs,
            double p90Us,
            Stages stagesUs,
            Formulations formulationsUs,
            double meanStates,
            double meanArcs,
            List<Size> sizes) {
        public Measurement {
            sizes = List.copyOf(sizes);
        }

        static Measurement parse(String json) {
            return JSON.readValue(json, Measurement.class);
        }
    }

    /** The mean times of the stages of {@link Measurement#formulation}. */
    record Stages(double compose, double expand, double determinize, double minimize) {}

    /** The median times of both formulations: OpenFst's minimization, and determinization in both directions. */
    record Formulations(double minimize, double reverse) {}

    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    @JsonPropertyOrder({"states", "arcs"})
    record Size(int states, int arcs) {}

    /** Compiles the program into the module's {@code target} folder unless it exists and is newer than its source. */
    static Availability compile(Path module) {
        return compile(module, "g++");
    }

    static Availability compile(Path module, String compiler) {
        Path source = module.resolve("src/main/cpp/openfst_lattice.cc");
        Path program = module.resolve("target/openfst_lattice");
        if (ExternalProgram.output(compiler, "--version").isEmpty()) {
            return new Missing(compiler + " does not run; install the package g++");
        }
        try {
            if (!hasHeader(compiler, Files.createDirectories(program.getParent()))) {
                return new Missing("no header fst/fstlib.h; install the package libfst-dev");
            }
            if (isStale(program, source)) {
                compile(compiler, source, program);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Available(new OpenFstPeer(program));
    }

    /** Times OpenFst on every pair for {@code repeats} rounds after one warm-up round. */
    Measurement measure(Path machine, Path pairs, int repeats) {
        ExternalProgram outcome = ExternalProgram.run(
                program.toString(), machine.toString(), pairs.toString(), Integer.toString(repeats));
        if (outcome.exitCode() != 0) {
            throw new EspalierException(outcome.output().strip());
        }
        return Measurement.parse(outcome.output());
    }

    private static boolean hasHeader(String compiler, Path folder) throws IOException {
        Path probe = Files.writeString(
                folder.resolve("openfst_probe.cc"), "#if !__has_include(<fst/fstlib.h>)\n#error\n#endif\n");
        return ExternalProgram.output(compiler, "-E", probe.toString()).isPresent();
    }

    private static boolean isStale(Path program, Path source) throws IOException {
        return !Files.exists(program)
                || Files.getLastModifiedTime(program).compareTo(Files.getLastModifiedTime(source)) < 0;
    }

    private static void compile(String compiler, Path source, Path program) {
        ExternalProgram outcome = ExternalProgram.run(
                compiler,
                "-std=c++17",
                "-O3",
                "-march=native",
                "-DNDEBUG",
                "-DOPENFST_VERSION=\"" + version() + "\"",
                source.toString(),
                "-o",
                program.toString(),
                "-lfst",
                "-ldl",
                "-lpthread");
        if (outcome.exitCode() != 0) {
            throw new EspalierException(source + " does not compile: "
                    + outcome.output().lines().findFirst().orElse("no message"));
        }
    }

    /** Asks the package manager for the version, such as {@code 1.7.9-5}, since the headers have none. */
    private static String version() {
        return ExternalProgram.output("dpkg-query", "--show", "--showformat=${Version}", "libfst-dev")
                .map(version -> version.replaceFirst("-[^-]*$", ""))
                .orElse("unknown");
    }
}
