package org.espalier.run.alignment;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Makes symbols of any script visible on a terminal, with known width and in logical order. */
public final class DisplayText {
    private static final char DOTTED_CIRCLE = '\u25CC';
    private static final char FIRST_STRONG_ISOLATE = '\u2068';
    private static final char POP_DIRECTIONAL_ISOLATE = '\u2069';
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    private DisplayText() {}

    /** Returns the symbols made visible, with spaces between them; the result is isolated as a whole. */
    public static String of(List<String> symbols) {
        return isolated(symbols.stream().map(DisplayText::visible).collect(Collectors.joining(" ")));
    }

    /**
     * Makes a symbol visible: a combining mark without a letter before it is placed on a dotted circle, and a character without
     * a shape, such as a direction mark, is replaced by its code point, as in {@code [U+200E]}. Joiners between visible
     * characters are kept, since they shape these.
     */
    public static String visible(String symbol) {
        int[] characters = symbol.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        boolean letterBefore = false;
        for (int k = 0; k < characters.length; k++) {
            int c = characters[k];
            boolean joins = (c == ZERO_WIDTH_JOINER || c == ZERO_WIDTH_NON_JOINER)
                    && letterBefore
                    && k + 1 < characters.length
                    && !hasNoShape(characters[k + 1]);
            if (hasNoShape(c) && !joins) {
                text.append(String.format(Locale.ROOT, "[U+%04X]", c));
                letterBefore = false;
            } else {
                if (isMark(c) && !letterBefore) {
                    text.append(DOTTED_CIRCLE);
                }
                text.appendCodePoint(c);
                letterBefore = true;
            }
        }
        return text.toString();
    }

    /**
     * Isolates text that contains right-to-left characters (FSI and PDI of the Unicode Bidirectional Algorithm), so that it keeps
     * its place in a line. Other text is not changed.
     */
    public static String isolated(String text) {
        return text.codePoints().anyMatch(DisplayText::isRightToLeft)
                ? FIRST_STRONG_ISOLATE + text + POP_DIRECTIONAL_ISOLATE
                : text;
    }

    /** Returns the width of text in terminal columns: two per wide character, none per mark and isolate, one per other. */
    public static int width(String text) {
        return text.codePoints().map(DisplayText::columns).sum();
    }

    private static int columns(int c) {
        boolean none = switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT, Character.CONTROL -> true;
            default -> isInnerJamo(c);
        };
        return none ? 0 : WideCharacters.contain(c) ? 2 : 1;
    }

    private static boolean isMark(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> isInnerJamo(c);
        };
    }

    /** Returns whether a character is a vowel or final consonant of a decomposed Hangul syllable. */
    private static boolean isInnerJamo(int c) {
        return (c >= 0x1160 && c <= 0x11FF) || (c >= 0xD7B0 && c <= 0xD7FF);
    }

    private static boolean hasNoShape(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static boolean isRightToLeft(int c) {
        return switch (Character.getDirectionality(c)) {
            case Character.DIRECTIONALITY_RIGHT_TO_LEFT,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC,
                    Character.DIRECTIONALITY_ARABIC_NUMBER -> true;
            default -> false;
        };
    }
}
