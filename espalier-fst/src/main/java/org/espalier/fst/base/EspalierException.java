package org.espalier.fst.base;

import java.io.Serial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A failure that a user can put right. The message is one line that gives the value found, the rule it breaks and the
 * remedy. A command prints it without a stack trace.
 *
 * <p>Where a setting or a limit would change the outcome, the exception carries its name. A library does not know how
 * its caller sets it; the command line adds the option that does.
 */
public class EspalierException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** How many characters of what was found a message repeats. */
    private static final int SHOWN = 40;

    private final List<String> settings = new ArrayList<>();

    public EspalierException(String message) {
        super(message);
    }

    public EspalierException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Names settings or limits that change the outcome, as the code names them: {@code maxStates}, {@code out}.
     *
     * @return this exception
     */
    public final EspalierException withSettings(String... names) {
        settings.addAll(Arrays.asList(names));
        return this;
    }

    /** Returns the settings and limits that change the outcome, the most useful first. */
    public final List<String> settings() {
        return List.copyOf(settings);
    }

    /** Returns what was found in single quotes, abbreviated as {@link #shown} does. */
    public static String quote(String found) {
        return "'" + shown(found) + "'";
    }

    /** Returns what was found on one line of at most 40 characters, as a message repeats it. */
    public static String shown(String found) {
        StringBuilder text = new StringBuilder();
        found.codePoints().limit(SHOWN).map(c -> isPrintable(c) ? c : '?').forEach(text::appendCodePoint);
        return found.codePointCount(0, found.length()) > SHOWN ? text + "…" : text.toString();
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
