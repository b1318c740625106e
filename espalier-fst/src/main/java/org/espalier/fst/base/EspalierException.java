package org.espalier.fst.base;

import java.io.Serial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Signals a failure that the user can correct. The message is one line that gives the value found, the rule it breaks
 * and the remedy. A command prints it without a stack trace.
 *
 * <p>If a setting or a limit would change the outcome, the exception carries its name. A library does not know how its
 * caller sets it; the command line adds the option that does.
 */
public class EspalierException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** The number of characters of a value that a message repeats. */
    private static final int SHOWN = 40;

    private final List<String> settings = new ArrayList<>();

    public EspalierException(String message) {
        super(message);
    }

    public EspalierException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * Adds the names of settings or limits that change the outcome, as the code names them: {@code maxStates},
     * {@code out}.
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

    /** Returns a value in single quotes, abbreviated as by {@link #shown}. */
    public static String quote(String found) {
        return "'" + shown(found) + "'";
    }

    /** Returns a value on one line, cut after 40 characters, for use in a message. */
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
