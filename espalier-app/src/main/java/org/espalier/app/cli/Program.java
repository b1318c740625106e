package org.espalier.app.cli;

/** What a person types to call this program, for the commands that it proposes. */
final class Program {
    /** Set by the launcher of a source tree, which is mostly not on the path. */
    private static final String NAME = "espalier.command";

    private Program() {}

    static String name() {
        return System.getProperty(NAME, "espalier");
    }
}
