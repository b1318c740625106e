package org.espalier.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The release for this platform, run as users run it: unpacked in a folder whose name has spaces, with nothing on the PATH but
 * a JRE and a few standard tools.
 */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a script for bash")
class ReleaseTest {
    private static final Path BUILT = Path.of(System.getProperty("espalier.release", ""));
    private static final String PLATFORM = System.getProperty("espalier.release.platform", "");

    /** What bin/espalier and the shell need. */
    private static final List<String> TOOLS =
            List.of("bash", "cksum", "find", "mkdir", "mv", "nice", "readlink", "rm", "sed");

    private record Outcome(int code, String out, String err) {}

    @TempDir
    private static Path folder;

    private static Path release = Path.of("");

    @BeforeAll
    static void unpack() throws IOException {
        release = folder.resolve("a folder with spaces").resolve("espalier");
        link(BUILT, release);
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : TOOLS) {
            Files.createSymbolicLink(tools.resolve(tool), onThePath(tool));
        }
    }

    /** Makes a copy of a folder in which the files are hard links, since libtorch is large. */
    private static void link(Path source, Path target) throws IOException {
        try (Stream<Path> walk = Files.walk(source)) {
            for (Path file : walk.toList()) {
                Path copy = target.resolve(source.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.createLink(copy, file);
                }
            }
        }
    }

    private static Path onThePath(String program) {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .map(entry -> Path.of(entry, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private static ProcessBuilder call(Path release, Map<String, String> variables, String... args) {
        List<String> command =
                new ArrayList<>(List.of(release.resolve("bin/espalier").toString()));
        command.addAll(List.of(args));
        ProcessBuilder call = new ProcessBuilder(command).directory(folder.toFile());
        call.environment().clear();
        call.environment()
                .putAll(Map.of(
                        "PATH", folder.resolve("tools").toString(),
                        "JAVA_HOME", System.getProperty("java.home"),
                        "HOME", folder.toString(),
                        "OMP_NUM_THREADS", "1",
                        "ESPALIER_CACHE", "none"));
        call.environment().putAll(variables);
        return call;
    }

    private static Outcome run(Path release, Map<String, String> variables, String... args) throws Exception {
        Path err = folder.resolve("err.txt");
        Process process =
                call(release, variables, args).redirectError(err.toFile()).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Outcome(process.waitFor(), out, Files.readString(err));
    }

    private static String succeed(String... args) throws Exception {
        Outcome outcome = run(release, Map.of(), args);
        assertThat(outcome.code()).as(outcome.err()).isZero();
        return outcome.out();
    }

    /** Returns the sizes and times of all files and folders of the release. */
    private static Map<String, String> listing() throws IOException {
        Map<String, String> listing = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(release)) {
            for (Path file : walk.toList()) {
                listing.put(file.toString(), Files.size(file) + " " + Files.getLastModifiedTime(file));
            }
        }
        return listing;
    }

    @Test
    void pairsLeadToOutputsAndThePagesOfTheExplorer() throws Exception {
        assumeTrue(!PLATFORM.equals("fst"), "there is no libtorch for this platform");
        Map<String, String> before = listing();
        List<String> words = Files.readAllLines(release.resolve("docs/tutorial/spanish.tsv"));
        Files.write(folder.resolve("words.tsv"), words.subList(0, 60));
        succeed("init", "--pairs", "words.tsv");
        succeed("train", "--config", "words/config.yaml", "--set", "training.steps=3");
        List<String> transduce =
                List.of("transduce", "--run", "words/run", "--inputs", "words/test.tsv", "--nbest", "1");
        String outputs = succeed(transduce.toArray(String[]::new));
        assertThat(outputs.lines().count())
                .isEqualTo(Files.readAllLines(folder.resolve("words/test.tsv")).size());
        // The natives of a release are fewer, and without symbols, but compute the same bits.
        assertThat(fromJars(transduce)).isEqualTo(outputs);
        assertThat(homePageOfServer("words/run")).startsWith("<!DOCTYPE html>");
        assertThat(listing()).as("a release is not written to").isEqualTo(before);
    }

    /** Calls the program on the class path of this test, where JavaCPP takes all natives from their jars. */
    private static String fromJars(List<String> args) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "org.espalier.cli.Espalier"));
        command.addAll(args);
        ProcessBuilder call =
                new ProcessBuilder(command).directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
        call.environment().put("OMP_NUM_THREADS", "1");
        return new String(call.start().getInputStream().readAllBytes(), UTF_8);
    }

    private static String homePageOfServer(String run) throws Exception {
        Process server = call(release, Map.of(), "serve", "--run", run, "--port", "0")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = server.inputReader(UTF_8)) {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(out.readLine())).build(),
                            HttpResponse.BodyHandlers.ofString(UTF_8))
                    .body();
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    @Test
    void versionNamesThePlatformAndTheCommit() throws Exception {
        assertThat(succeed("--version"))
                .matches("(?s)espalier [^ ,]+, release for " + PLATFORM + ", commit ([0-9a-f]{12}(-changed)?|unknown)\n"
                        + "Java .*");
    }

    @Test
    void aLinkToTheProgramWorks() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), release.resolve("bin/espalier"));
        ProcessBuilder call = call(release, Map.of(), "--version");
        call.command().set(0, link.toString());
        assertThat(new String(call.start().getInputStream().readAllBytes(), UTF_8))
                .contains(", release for ");
    }

    @Test
    void withoutLibtorchMachinesWorkAndModelsAreRefused() throws Exception {
        Path other = folder.resolve("other platform");
        for (String part : List.of("bin", "lib")) {
            try (Stream<Path> files = Files.list(BUILT.resolve(part))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.createDirectories(other.resolve(part));
                    Files.createLink(other.resolve(part).resolve(file.getFileName()), file);
                }
            }
        }
        Files.createDirectories(other.resolve("lib/native/another-platform"));
        Files.writeString(folder.resolve("pairs.tsv"), "a\tb\n");
        Outcome lattice = run(other, Map.of(), "lattice", "--machine", "builtin:edit", "--x", "a b", "--y", "b");
        assertThat(lattice.code()).as(lattice.err()).isZero();
        Outcome train = run(
                other, Map.of(), "train", "--machine", "builtin:edit", "--train", "pairs.tsv", "--out", "other-run");
        assertThat(train.code()).isEqualTo(1);
        assertThat(train.err().lines())
                .last()
                .asString()
                .matches("espalier: neural commands need libtorch, and the release in .*/other platform has none for "
                        + "[a-z0-9_-]+: unpack the release for this platform, if there is one \\(linux-x86_64, "
                        + "macosx-arm64, windows-x86_64\\); all other commands work here");
    }

    @Test
    void missingJavaIsReportedInOneLine() throws Exception {
        Outcome outcome =
                run(release, Map.of("JAVA_HOME", folder.resolve("nowhere").toString()), "--version");
        assertThat(outcome).isEqualTo(new Outcome(1, "", needed("found none")));
    }

    @Test
    void oldJavaIsReportedInOneLine() throws Exception {
        Path old = folder.resolve("jdk-11");
        Files.createDirectories(old.resolve("bin"));
        Files.writeString(old.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"11.0.2\"\n");
        Files.writeString(old.resolve("bin/java"), "");
        assertThat(old.resolve("bin/java").toFile().setExecutable(true)).isTrue();
        Outcome outcome = run(release, Map.of("JAVA_HOME", old.toString()), "--version");
        assertThat(outcome).isEqualTo(new Outcome(1, "", needed(old + "/bin/java is version 11")));
    }

    private static String needed(String found) {
        return "espalier: needs Java 17 or later in JAVA_HOME or on the PATH; " + found
                + ". Install it, for example with «sudo apt install openjdk-17-jre-headless», «sudo dnf install "
                + "java-21-openjdk-headless» or «brew install --cask temurin», or from https://adoptium.net; or set JAVA_HOME "
                + "if it is installed already.\n";
    }

    @Test
    void damagedLibtorchIsReportedInOneLine() throws Exception {
        assumeTrue(!PLATFORM.equals("fst"), "there is no libtorch for this platform");
        Path damaged = folder.resolve("damaged");
        link(release, damaged);
        Path natives = damaged.resolve("lib/native").resolve(PLATFORM);
        String library = Files.readAllLines(natives.resolve("load-order.txt")).get(0);
        Files.delete(natives.resolve(library));
        Files.writeString(folder.resolve("damaged.tsv"), "a\tb\n");
        Outcome train = run(
                damaged,
                Map.of(),
                "train",
                "--machine",
                "builtin:edit",
                "--train",
                "damaged.tsv",
                "--out",
                "damaged-run");
        assertThat(train.code()).isEqualTo(1);
        assertThat(train.err().lines())
                .last()
                .asString()
                .startsWith("espalier: libtorch could not be loaded from " + natives + ": ")
                .contains(library)
                .endsWith("; if files there are missing or damaged, unpack the release again");
    }

    @Test
    void classArchiveIsMadeOnceAndUsed() throws Exception {
        // Java does not take classes of a path with spaces from an archive.
        Path plain = folder.resolve("plain");
        link(release, plain);
        Path cache = Files.createDirectory(folder.resolve("cache"));
        Map<String, String> variables = Map.of("ESPALIER_CACHE", cache.toString());
        Outcome first = run(plain, variables, "--version");
        Path archive = awaitArchive(cache);
        Path loaded = folder.resolve("classes.txt");
        Outcome second = run(
                plain,
                Map.of(
                        "ESPALIER_CACHE",
                        cache.toString(),
                        "ESPALIER_JAVA_OPTS",
                        "-Xlog:class+load:file=" + loaded.getFileName()),
                "--version");
        assertThat(second).isEqualTo(first);
        assertThat(Files.readAllLines(loaded))
                .anyMatch(line -> line.contains(" org.espalier.cli.Espalier source: shared objects file"));
        // A start never fails because of it: neither damaged, nor without a folder.
        assertThat(archive.toFile().setWritable(true)).isTrue();
        Files.writeString(archive, "damaged");
        assertThat(run(plain, variables, "--version")).isEqualTo(first);
        assertThat(run(plain, Map.of("ESPALIER_CACHE", archive + "/in/a/file"), "--version"))
                .isEqualTo(first);
    }

    /** Waits until the background process has moved the archive to its place. */
    private static Path awaitArchive(Path cache) throws IOException, InterruptedException {
        try (WatchService watcher = FileSystems.getDefault().newWatchService()) {
            cache.register(watcher, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE);
            while (true) {
                try (Stream<Path> files = Files.list(cache)) {
                    List<Path> found = files.toList();
                    if (found.size() == 1 && Files.isRegularFile(found.get(0))) {
                        return found.get(0);
                    }
                }
                WatchKey key = watcher.poll(5, TimeUnit.MINUTES);
                assertThat(key).as("an archive of classes within five minutes").isNotNull();
                key.reset();
            }
        }
    }
}
