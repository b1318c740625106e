package org.espalier.fst.base;

import java.io.Serial;

/**
 * Something a user can put right. The message is one line that says what was found, which rule it breaks and what to
 * do; a command prints it without a stack trace.
 */
public class EspalierException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** How many characters of what was found a message repeats. */
    private static final int SHOWN = 40;

    public EspalierException(String message) {
        super(message);
    }

    public EspalierException(String message, Throwable cause) {
        super(message, cause);
    }

    /** What was found, in single quotes and as {@link #shown}. */
    public static String quote(String found) {
        return "'" + shown(found) + "'";
    }

    /** What was found, as a message repeats it: on one line and not long, whatever it is. */
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
