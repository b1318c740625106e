package org.espalier.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds a tiny project that uses Espalier as published, with Maven and with Gradle, and runs its program. The artifacts
 * come from a repository that holds what this build has made; the libraries that they need come from the local repository
 * of this build.
 */
@Tag("slow")
class ConsumerTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path BOM = ROOT.resolve("espalier-bom/target/.flattened-pom.xml");
    private static final String RUN = "<artifactId>espalier-run</artifactId>";
    private static final String PLATFORM = "<artifactId>espalier-platform</artifactId><type>pom</type>";
    private static final String VERSION = System.getProperty("espalier.version");
    private static final Path LIBRARIES = Path.of(System.getProperty("maven.repo"));
    private static final boolean WINDOWS = File.separatorChar == '\\';

    @TempDir
    private Path folder;

    private Path repository;
    private Path project;

    @BeforeEach
    void publishAndCopyProject() throws IOException {
        repository = folder.resolve("repository");
        publish("espalier-parent", "pom", ROOT.resolve("pom.xml"));
        publish("espalier-bom", "pom", BOM);
        publish("espalier-platform", "pom", ROOT.resolve("espalier-platform/pom.xml"));
        for (String module : List.of("espalier-fst", "espalier-model", "espalier-run")) {
            publish(module, "pom", ROOT.resolve(module).resolve("pom.xml"));
            publish(module, "jar", ROOT.resolve(module).resolve("target/" + module + "-" + VERSION + ".jar"));
        }
        project = folder.resolve("project");
        Path original = Path.of("src/test/consumer");
        try (Stream<Path> files = Files.walk(original)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = project.resolve(original.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.writeString(copy, Files.readString(file).replace("VERSION", VERSION));
            }
        }
    }

    private void publish(String artifact, String type, Path file) throws IOException {
        Path target = repository.resolve("org/espalier").resolve(artifact).resolve(VERSION);
        Files.createDirectories(target);
        Files.copy(file, target.resolve(artifact + "-" + VERSION + "." + type));
    }

    @Test
    void mavenProjectNeedsOneDependency() throws Exception {
        maven("compile", "dependency:build-classpath");
        List<String> libraries = mavenLibraries();
        assertThat(libraries)
                .anyMatch(library -> library.contains("pytorch") && library.contains(Loader.getPlatform()));
        runProgram(project.resolve("target/classes"), libraries);

        // The natives of all platforms, restricted to this one, are those that Maven finds by the system it runs on.
        Path pom = project.resolve("pom.xml");
        Files.writeString(pom, Files.readString(pom).replace(RUN, PLATFORM));
        maven("dependency:build-classpath", "-Djavacpp.platform=" + Loader.getPlatform());
        assertThat(mavenLibraries()).containsExactlyInAnyOrderElementsOf(libraries);
    }

    /** Runs Maven with a local repository of its own, which it fills from files only. */
    private void maven(String... arguments) throws Exception {
        Path settings = Files.writeString(folder.resolve("settings.xml"), """
                <settings>
                  <localRepository>%s</localRepository>
                  <profiles>
                    <profile>
                      <id>files</id>
                      <repositories>
                        <repository><id>espalier</id><url>%2$s</url></repository>
                        <repository>
                          <id>libraries</id><url>%3$s</url><snapshots><enabled>false</enabled></snapshots>
                        </repository>
                      </repositories>
                      <pluginRepositories>
                        <pluginRepository><id>libraries</id><url>%3$s</url></pluginRepository>
                      </pluginRepositories>
                    </profile>
                  </profiles>
                  <activeProfiles><activeProfile>files</activeProfile></activeProfiles>
                </settings>
                """.formatted(
                        folder.resolve("m2"), repository.toUri(), LIBRARIES.toUri()));
        Path maven = Path.of(System.getProperty("maven.home"), "bin", WINDOWS ? "mvn.cmd" : "mvn");
        List<String> command = new ArrayList<>(List.of(
                maven.toString(),
                "-B",
                "-q",
                "-s",
                settings.toString(),
                "-DincludeTypes=jar",
                "-Dmdep.outputFile=target/classpath.txt"));
        command.addAll(List.of(arguments));
        run(command);
    }

    private List<String> mavenLibraries() throws IOException {
        return List.of(Files.readString(project.resolve("target/classpath.txt")).split(File.pathSeparator, -1));
    }

    @Test
    void bomDecidesAboutEspalierAlone() throws IOException {
        String bom = Files.readString(BOM);
        assertThat(bom)
                .doesNotContain("<parent>", "<properties>")
                .contains("<url>", "<licenses>", "<scm", "<developers>");
        assertThat(bom.lines().filter(line -> line.contains("<groupId>")).distinct())
                .allMatch(line -> line.contains("<groupId>org.espalier</groupId>"));
    }

    @Test
    void gradleProjectGetsTheNativesOfAllPlatforms() throws Exception {
        assumeTrue(onPath("gradle"), "there is no gradle on the PATH; install it, for example: apt install gradle");
        run(List.of(
                WINDOWS ? "gradle.bat" : "gradle",
                "--no-daemon",
                "--offline",
                "--gradle-user-home",
                folder.resolve("gradle").toString(),
                "-PespalierRepository=" + repository.toUri(),
                "-Plibraries=" + LIBRARIES.toUri(),
                "classes",
                "classpath"));

        List<String> libraries = Files.readAllLines(project.resolve("build/classpath.txt"));
        // Gradle fetches what is not in the repositories here; it must know all names.
        String known = String.join("\n", libraries) + "\n" + Files.readString(project.resolve("build/missing.txt"));
        for (String platform : List.of("linux-x86_64", "macosx-arm64", "windows-x86_64")) {
            assertThat(known)
                    .containsPattern("javacpp-[\\d.]+-" + platform + ".jar")
                    .containsPattern("openblas-[\\d.-]+-" + platform + ".jar")
                    .containsPattern("pytorch-[\\d.-]+-" + platform + ".jar");
        }
        assertThat(known)
                .containsPattern("mkl-[\\d.-]+-linux-x86_64-redist.jar")
                .containsPattern("mkl-[\\d.-]+-windows-x86_64-redist.jar");
        runProgram(project.resolve("build/classes/java/main"), libraries);
    }

    /** Runs the program of the project with the class path that a build tool found. */
    private void runProgram(Path classes, List<String> libraries) throws Exception {
        String printed = run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classes + File.pathSeparator + String.join(File.pathSeparator, libraries),
                "Consumer",
                folder.resolve("run").toString()));
        assertThat(printed).containsPattern("(?m)^output .*\\R^log p -\\d+\\.\\d+$");
    }

    private static boolean onPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    /** Runs a program in the folder of the project and returns what it prints. */
    private String run(List<String> command) throws Exception {
        Path log = Files.createTempFile(folder, "log", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("MAVEN_ARGS");
        Process process = builder.start();
        if (!process.waitFor(20, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
        }
        String printed = Files.readString(log);
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }
}
