package org.espalier.fst.base;

import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * Text among separators. A character that cannot stand there for itself, and with it the backslash, is written as a
 * backslash, a u and four hexadecimal digits, which nothing that splits text at separators meets.
 */
public final class Escapes {
    private Escapes() {}

    /**
     * Escapes some characters of a text.
     *
     * @param which the characters that cannot stand for themselves, besides the backslash
     */
    public static String of(String text, IntPredicate which) {
        return text.codePoints()
                .mapToObj(c ->
                        c == '\\' || which.test(c) ? String.format(Locale.ROOT, "\\u%04X", c) : Character.toString(c))
                .collect(Collectors.joining());
    }

    /** Text as a column between tabs. */
    public static String column(String text) {
        return of(text, c -> switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            default -> false;
        });
    }
}
