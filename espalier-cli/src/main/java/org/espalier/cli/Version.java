package org.espalier.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The text of {@code --version}: the version in the jar's manifest, the Java and the operating system. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {
            "espalier " + Objects.requireNonNullElse(version, "(not run from its jar)"),
            "Java " + property("java.version") + ", " + property("java.vm.name") + ", " + property("java.vendor"),
            property("os.name") + " " + property("os.version") + ", " + property("os.arch")
        };
    }

    private static String property(String key) {
        return System.getProperty(key, "unknown");
    }
}
