package org.espalier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of the Python package with this program. They are skipped where there is no Python 3.9 or no shell. */
class PythonPackageTest {
    private static final Path PACKAGE = Path.of("../python").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private static int exitCode(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            return -1;
        }
    }

    @Tag("slow")
    @Test
    void testsOfThePackagePass() throws Exception {
        assumeTrue(
                exitCode("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))") == 0,
                "there is no python3 of version 3.9 or later");
        assumeTrue(exitCode("/bin/sh", "-c", "true") == 0, "there is no /bin/sh");
        Path program = Files.writeString(folder.resolve("espalier"), """
                #!/bin/sh
                exec "$TESTED_JAVA" -Xshare:auto -XX:TieredStopAtLevel=1 -Dfile.encoding=UTF-8 org.espalier.cli.Espalier "$@"
                """);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path log = folder.resolve("log");
        ProcessBuilder tests = new ProcessBuilder("python3", "-W", "error", "-m", "unittest", "discover", "tests")
                .directory(PACKAGE.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        tests.environment().put("ESPALIER", program.toString());
        tests.environment()
                .put(
                        "TESTED_JAVA",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString());
        tests.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        tests.environment().put("LC_ALL", "C.UTF-8");
        tests.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = tests.start();
        if (!process.waitFor(20, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
        }
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        assertThat(log).content().containsPattern("Ran \\d\\d+ tests").doesNotContain("skipped");
    }

    /** A program and a package of one version understand each other. */
    @Test
    void versionIsThatOfTheProgram() throws IOException {
        assertThat(first("(?m)^version = \"(.*)\"$", PACKAGE.resolve("pyproject.toml")))
                .isEqualTo(first("<version>(.*)</version>", PACKAGE.resolveSibling("pom.xml"))
                        .replace("-SNAPSHOT", ".dev0"));
    }

    private static String first(String pattern, Path file) throws IOException {
        Matcher found = Pattern.compile(pattern).matcher(Files.readString(file));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }
}
