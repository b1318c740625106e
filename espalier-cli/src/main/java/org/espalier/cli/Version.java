package org.espalier.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/**
 * The text of {@code --version}: the version in the jar's manifest, the commit and the platform of a release, the Java and
 * the operating system.
 */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "espalier " + Objects.requireNonNullElse(version, "(not run from its jar)") + release(),
            "Java " + property("java.version") + ", " + property("java.vm.name") + ", " + property("java.vendor"),
            property("os.name") + " " + property("os.version") + ", " + property("os.arch")
        };
    }

    /** Returns what the file of an unpacked release says about it, or nothing elsewhere. */
    private static String release() {
        String home = System.getProperty("espalier.home");
        if (home == null) {
            return "";
        }
        Properties release = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(home, "lib", "release.txt"))) {
            release.load(reader);
        } catch (IOException e) {
            return "";
        }
        return ", release for " + release.getProperty("platform") + ", commit " + release.getProperty("commit");
    }

    private static String property(String key) {
        return System.getProperty(key, "unknown");
    }
}
