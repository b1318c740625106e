package org.espalier.app;

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

/** The launcher of a source tree, with a Java and a Maven that only note how they were called. */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a script for bash")
class LauncherTest {
    private static final Path LAUNCHER = Path.of("../espalier");

    /** Notes which standard descriptors are open, and the locale. */
    private static final String JAVA = """
            #!/usr/bin/env bash
            note="java"
            for fd in 0 1 2; do
              if [ -e /dev/fd/$fd ]; then note="$note open"; else note="$note closed"; fi
            done
            printf '%s %s\\n' "$note" "${LC_ALL-unset}" >>"$NOTES"
            """;

    /** Notes the locale, and makes an empty jar of the module after -pl. */
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
        program(Files.createDirectory(folder.resolve("maven")).resolve("mvn"), MAVEN);
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** Makes a JDK of a version. */
    private Path jdk(int version) throws IOException {
        Path home = folder.resolve("jdk-" + version);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + ".0.1\"\n");
        program(home.resolve("bin/java"), JAVA);
        program(home.resolve("bin/javac"), "");
        return home;
    }

    /** Calls the launcher as a shell would, with redirections, and returns what it printed. */
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
    void javaFindsTheStandardDescriptorsOpen(String redirections) throws Exception {
        launch(redirections, jdk(17), Map.of("LC_ALL", "en_US.UTF-8"));
        assertThat(notes).hasContent("mvn en_US.UTF-8\njava open open open en_US.UTF-8\n");
    }

    @Test
    void theBuildAndTheProgramKnowEveryLetterInTheLocaleC() throws Exception {
        launch("", jdk(17), Map.of());
        assertThat(notes).hasContent("mvn C.UTF-8\njava open open open C.UTF-8\n");
    }
}
