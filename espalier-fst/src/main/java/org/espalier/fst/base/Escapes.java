package org.espalier.fst.base;

import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * Escapes characters of a text between separators. An escaped character, and the backslash, is written as a backslash,
 * a u and four hexadecimal digits, none of which is a separator.
 */
public final class Escapes {
    private Escapes() {}

    /**
     * Escapes characters of a text.
     *
     * @param which the characters to escape, besides the backslash
     */
    public static String of(String text, IntPredicate which) {
        return text.codePoints()
                .mapToObj(c ->
                        c == '\\' || which.test(c) ? String.format(Locale.ROOT, "\\u%04X", c) : Character.toString(c))
                .collect(Collectors.joining());
    }

    /** Returns a text as a column between tabs: control characters and line separators are escaped. */
    public static String column(String text) {
        return of(text, c -> switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            default -> false;
        });
    }
}
