package org.espalier.fst.base;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Calls of commands as a person types them, for a POSIX shell: words that mean something else to it are in quotes. */
public final class ShellCommand {
    /** Set by the launcher of a source tree, which is mostly not on the path; in quotes already, if it needs them. */
    private static final String PROGRAM = "espalier.command";

    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{M}\\p{N}_./:,=@%+-]+");

    private ShellCommand() {}

    /** Returns a call of this program by what it was called with. */
    public static String of(Object... words) {
        return System.getProperty(PROGRAM, "espalier") + " " + line(words);
    }

    /** Words, whatever they call. */
    public static String line(Object... words) {
        return Arrays.stream(words).map(word -> quoted(word.toString())).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
