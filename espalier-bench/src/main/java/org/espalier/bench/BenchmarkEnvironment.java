package org.espalier.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** Describes the machine, JVM and commit of a measurement. */
final class BenchmarkEnvironment {
    private BenchmarkEnvironment() {}

    static String describe(String command, long seed) throws IOException {
        String commit =
                ExternalProgram.output("git", "rev-parse", "--short", "HEAD").orElse("unknown");
        boolean changed = !ExternalProgram.output("git", "status", "--porcelain")
                .orElse("")
                .isEmpty();
        return "Made by `" + command + "` on " + LocalDate.now(ZoneOffset.UTC) + ", commit " + commit.strip()
                + (changed ? " with changes" : "") + ", seed " + seed + "; " + cpu() + ", "
                + Runtime.getRuntime().availableProcessors() + " cores, "
                + System.getProperty("java.vm.name") + " " + System.getProperty("java.version") + ", "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ".";
    }

    /** Returns the command that runs a benchmark again. */
    static String command(String benchmark, String... args) {
        return Stream.concat(
                        Stream.of("java -jar espalier-bench/target/espalier-bench.jar", benchmark), Stream.of(args))
                .collect(Collectors.joining(" "));
    }

    /** Formats figures as JSON. */
    static String json(Object figures) {
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(figures) + "\n";
    }

    private static String cpu() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        if (!Files.exists(info)) {
            return "unknown CPU";
        }
        return Files.readAllLines(info).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown CPU");
    }
}
