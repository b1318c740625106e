package org.espalier.fst.base;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes command lines as a person types them in a POSIX shell, with words in quotes where the shell needs them. */
public final class ShellCommand {
    /**
     * The system property that holds the program's name, quoted if necessary. The launcher of a source tree sets it,
     * because that launcher is usually not on the path.
     */
    private static final String PROGRAM = "espalier.command";

    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{M}\\p{N}_./:,=@%+-]+");

    private ShellCommand() {}

    /** Returns a command line that calls this program with these words. */
    public static String of(Object... words) {
        return System.getProperty(PROGRAM, "espalier") + " " + line(words);
    }

    /** Returns a command line of these words. */
    public static String line(Object... words) {
        return Arrays.stream(words).map(word -> quoted(word.toString())).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
