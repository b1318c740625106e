package org.espalier.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Checks the Dockerfile by its text and, where Docker and a release are there, by its image. */
class DockerfileTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String VERSION = System.getProperty("espalier.version");
    private static final String IMAGE = "espalier-test:" + VERSION;

    /** A line of a Dockerfile, with its continuation lines. */
    private record Instruction(String name, String arguments) {}

    private static List<Instruction> instructions() throws IOException {
        List<Instruction> instructions = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String next : Files.readAllLines(ROOT.resolve("Dockerfile"))) {
            if (next.startsWith("#") || next.isBlank()) {
                continue;
            }
            line.append(next.strip());
            if (next.endsWith("\\")) {
                line.setLength(line.length() - 1);
                continue;
            }
            String[] parts = line.toString().split(" ", 2);
            instructions.add(new Instruction(parts[0], parts[1]));
            line.setLength(0);
        }
        assertThat(line).isEmpty();
        return instructions;
    }

    private static String only(String name) throws IOException {
        List<Instruction> found =
                instructions().stream().filter(each -> each.name().equals(name)).toList();
        assertThat(found).as(name).hasSize(1);
        return found.get(0).arguments();
    }

    @Test
    void instructionsAreKnownAndBeginWithTheBaseImage() throws IOException {
        List<String> names = instructions().stream().map(Instruction::name).toList();
        assertThat(Set.of("FROM", "ARG", "LABEL", "ADD", "RUN", "ENV", "WORKDIR", "USER", "ENTRYPOINT", "CMD"))
                .containsAll(names);
        assertThat(names.get(0)).isEqualTo("FROM");
    }

    @Test
    void baseImageIsARuntimeOfASupportedJava() throws IOException {
        String image = only("FROM");
        assertThat(image).matches("eclipse-temurin:\\d+-jre-\\w+");
        assertThat(Integer.parseInt(image.replaceAll("\\D+", ""))).isBetween(17, 25);
    }

    @Test
    void programDoesNotRunAsRoot() throws IOException {
        assertThat(only("USER")).matches("[1-9]\\d*:[1-9]\\d*");
        List<String> names = instructions().stream().map(Instruction::name).toList();
        assertThat(names.lastIndexOf("RUN")).isLessThan(names.indexOf("USER"));
    }

    @Test
    void programIsStartedWithoutAShell() throws IOException {
        JsonMapper json = new JsonMapper();
        assertThat(json.readValue(only("ENTRYPOINT"), String[].class)).containsExactly("espalier");
        assertThat(json.readValue(only("CMD"), String[].class)).containsExactly("--help");
    }

    @Test
    void imageIsMadeOfTheReleaseForLinux() throws IOException {
        String archive = only("ADD").split(" ", 2)[0];
        assertThat(Files.readString(ROOT.resolve("jreleaser.yml")))
                .contains("path: " + archive.replace("${VERSION}", "{{projectVersion}}"));
        assertThat(Files.readAllLines(ROOT.resolve(".dockerignore")))
                .endsWith("*", "!" + archive.replace("${VERSION}", "*"));
    }

    @Tag("slow")
    @Test
    void imageRunsWithoutRoot() throws Exception {
        Path archive = ROOT.resolve("espalier-dist/target/releases/espalier-" + VERSION + "-linux-x86_64.tar.gz");
        assumeTrue(Files.exists(archive), "there is no " + archive + "; build it with: mvn -Pdist package");
        assumeTrue(succeeds("docker", "info"), "there is no Docker daemon");
        assertThat(call("docker", "build", "--build-arg", "VERSION=" + VERSION, "--tag", IMAGE, ".").code)
                .isZero();
        try {
            assertThat(call("docker", "run", "--rm", IMAGE, "--version").printed)
                    .contains(VERSION);
            assertThat(call("docker", "run", "--rm", "--entrypoint", "id", IMAGE, "-u")
                            .printed
                            .strip())
                    .isEqualTo("10001");
        } finally {
            call("docker", "rmi", IMAGE);
        }
    }

    private record Result(int code, String printed) {}

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            return call(command).code == 0;
        } catch (IOException notInstalled) {
            return false;
        }
    }

    private static Result call(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), printed);
    }
}
