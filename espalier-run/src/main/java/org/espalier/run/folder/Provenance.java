package org.espalier.run.folder;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes the program and the machine of a run, since results of floating point depend on processor and thread count. */
public final class Provenance {
    private Provenance() {}

    /** Returns the line of one start of a run. {@code fromStep} is 0 unless the run is resumed. */
    static Map<String, Object> of(long seed, int threads, int workers, long fromStep) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("fromStep", fromStep);
        result.put("seed", seed);
        result.put("threads", threads);
        result.put("workers", workers);
        result.putAll(ofProgram());
        return result;
    }

    /** Returns time, version, commit, Java, operating system and processor of this process. */
    public static Map<String, Object> ofProgram() {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        result.put("version", version());
        commit().ifPresent(commit -> result.put("commit", commit));
        result.put("java", property("java.version") + ", " + property("java.vm.name") + ", " + property("java.vendor"));
        result.put("os", property("os.name") + " " + property("os.version") + ", " + property("os.arch"));
        result.put("cpu", cpu());
        result.put("cores", Runtime.getRuntime().availableProcessors());
        return result;
    }

    private static String version() {
        @Nullable String version = Provenance.class.getPackage().getImplementationVersion();
        return Objects.requireNonNullElse(version, "unknown");
    }

    private static String property(String key) {
        return System.getProperty(key, "unknown");
    }

    /** Returns the commit of the source tree that this program runs from; absent for an installed program. */
    private static Optional<String> commit() {
        return tree().flatMap(tree -> git(tree, "rev-parse", "HEAD")
                .map(commit -> commit
                        + (git(tree, "status", "--porcelain", "--untracked-files=no")
                                        .orElse("")
                                        .isEmpty()
                                ? ""
                                : " with changes")));
    }

    private static Optional<Path> tree() {
        CodeSource code = Provenance.class.getProtectionDomain().getCodeSource();
        if (code == null || code.getLocation() == null) {
            return Optional.empty();
        }
        try {
            return Stream.iterate(Path.of(code.getLocation().toURI()), Objects::nonNull, Path::getParent)
                    .filter(folder -> Files.exists(folder.resolve(".git"))
                            && Files.exists(folder.resolve("espalier-fst/pom.xml")))
                    .findFirst();
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String text(InputStream in) {
        try {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> git(Path tree, String... args) {
        String[] command = Stream.concat(Stream.of("git", "-C", tree.toString()), Stream.of(args))
                .toArray(String[]::new);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            // Read beside, so that a git that hangs on a lost disk does not hold up the caller.
            CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> text(process.getInputStream()));
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.empty();
            }
            return process.exitValue() == 0 ? Optional.of(output.join().strip()) : Optional.empty();
        } catch (IOException | CompletionException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static String cpu() {
        Path info = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(info)) {
            return property("os.arch");
        }
        try (Stream<String> lines = Files.lines(info)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(property("os.arch"));
        } catch (IOException | UncheckedIOException e) {
            return property("os.arch");
        }
    }
}
