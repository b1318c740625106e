package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher, with scripts for Java and Maven that record how they are called. */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a script for bash")
class LauncherTest {
    private static final Path LAUNCHER = Path.of("../espalier");

    /** Records which standard descriptors are open, and the locale. */
    private static final String JAVA = """
            #!/usr/bin/env bash
            note="java"
            for fd in 0 1 2; do
              if [ -e /dev/fd/$fd ]; then note="$note open"; else note="$note closed"; fi
            done
            printf '%s %s\\n' "$note" "${LC_ALL-unset}" >>"$NOTES"
            """;

    /** Records the locale, and creates an empty jar of the module after -pl. */
    private static final String MAVEN = """
            #!/usr/bin/env bash
            printf 'mvn %s\\n' "${LC_ALL-unset}" >>"$NOTES"
            while [ "$1" != -pl ]; do shift; done
            mkdir -p "$2/target/quick" && touch "$2/target/quick/$2.jar"
            """;

    @TempDir
    Path folder;

    private Path tree;
    private Path notes;

    @BeforeEach
    void makeTree() throws IOException {
        tree = Files.createDirectory(folder.resolve("tree"));
        notes = folder.resolve("notes");
        Files.copy(LAUNCHER, tree.resolve("espalier"));
        Path common = Path.of("espalier-dist/src/main/launcher/start.sh");
        Files.createDirectories(tree.resolve(common).getParent());
        Files.copy(Path.of("..").resolve(common), tree.resolve(common));
        program(Files.createDirectory(folder.resolve("maven")).resolve("mvn"), MAVEN);
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** Creates a JDK of a version. */
    private Path jdk(int version) throws IOException {
        Path home = folder.resolve("jdk-" + version);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + ".0.1\"\n");
        program(home.resolve("bin/java"), JAVA);
        program(home.resolve("bin/javac"), "");
        return home;
    }

    /** Calls the launcher from a shell, with redirections, and returns its output. */
    private String launch(String redirections, Path pathJdk, Map<String, String> variables) throws Exception {
        ProcessBuilder call =
                new ProcessBuilder("bash", "-c", "bash \"$0\" --version " + redirections, tree + "/espalier");
        Map<String, String> environment = call.environment();
        List.of("JAVA_HOME", "LC_ALL", "LC_CTYPE", "LANG").forEach(environment::remove);
        environment.put(
                "PATH",
                pathJdk.resolve("bin") + ":" + folder.resolve("maven") + ":" + environment.getOrDefault("PATH", ""));
        environment.put("NOTES", notes.toString());
        environment.putAll(variables);
        Process process = call.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return printed;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<&-", ">&-", "2>&-", "<&- >&- 2>&-"})
    void standardDescriptorsAreOpenForJava(String redirections) throws Exception {
        launch(redirections, jdk(17), Map.of("LC_ALL", "en_US.UTF-8"));
        assertThat(notes).hasContent("mvn en_US.UTF-8\njava open open open en_US.UTF-8\n");
    }

    @Test
    void buildAndProgramUseUtf8InTheCLocale() throws Exception {
        launch("", jdk(17), Map.of());
        assertThat(notes).hasContent("mvn C.UTF-8\njava open open open C.UTF-8\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void oldestAndNewestJavaAreAccepted(int version) throws Exception {
        assertThat(launch("", jdk(version), Map.of())).isEqualTo("espalier: building (first use; about a minute) …\n");
        assertThat(notes).exists();
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 16, 26})
    void unsupportedJavaIsRefusedWithTheRemedy(int version) throws Exception {
        Path jdk = jdk(version);
        assertThat(launch("", jdk, Map.of())).isEqualTo("""
                espalier: needs a JDK from 17 to 25 in JAVA_HOME or on the PATH; %s/bin/java is version %d. Install one, for example:
                  Debian, Ubuntu: sudo apt install openjdk-17-jdk (or openjdk-21-jdk)
                  Fedora:         sudo dnf install java-21-openjdk-devel
                  macOS:          brew install --cask temurin@21
                  elsewhere:      https://adoptium.net
                or set JAVA_HOME if one is installed already.
                """.formatted(jdk, version));
        assertThat(notes).doesNotExist();
    }

    @Test
    void javaOnThePathReplacesAnUnsupportedJavaHome() throws Exception {
        launch("", jdk(21), Map.of("JAVA_HOME", jdk(26).toString()));
        assertThat(notes).exists();
    }

    @Test
    void launcherBuildAndDocumentNameTheSameVersions() throws IOException {
        assertThat(Files.readString(LAUNCHER)).contains("oldest_java=17\nnewest_java=25\n");
        assertThat(Files.readString(Path.of("../espalier.cmd")))
                .contains("set \"OLDEST_JAVA=17\"", "set \"NEWEST_JAVA=25\"");
        assertThat(Files.readString(Path.of("../pom.xml"))).contains("<version>[17,26)</version>");
        assertThat(Files.readString(Path.of("../CONTRIBUTING.md"))).contains("a JDK from 17 to 25");
    }
}
