package org.espalier.run.alignment;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Symbols of any script on a terminal: nothing unseen, of known width, and in the order they are printed in. */
public final class DisplayText {
    private static final char DOTTED_CIRCLE = '\u25CC';
    private static final char FIRST_STRONG_ISOLATE = '\u2068';
    private static final char POP_DIRECTIONAL_ISOLATE = '\u2069';
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    private DisplayText() {}

    /** Symbols with spaces between them, so that each can be seen; isolated as a whole. */
    public static String of(List<String> symbols) {
        return isolated(symbols.stream().map(DisplayText::visible).collect(Collectors.joining(" ")));
    }

    /**
     * A symbol that can be seen: a mark without a letter before it sits on a dotted circle, and a character without a shape,
     * such as a direction mark, is given by its number, as in {@code [U+200E]}. Joiners between visible characters stay,
     * for they shape them.
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
     * Text that keeps its place in a line: if it runs from right to left it is isolated (Unicode Bidirectional Algorithm, FSI
     * and PDI), so that it does not join with what is beside it. Other text is not changed.
     */
    public static String isolated(String text) {
        return text.codePoints().anyMatch(DisplayText::runsLeft)
                ? FIRST_STRONG_ISOLATE + text + POP_DIRECTIONAL_ISOLATE
                : text;
    }

    /** How many columns of a terminal text takes: two for wide characters, none for marks and isolates, one for others. */
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

    /** Vowels and final consonants of Hangul syllables that are written letter by letter. */
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

    private static boolean runsLeft(int c) {
        return switch (Character.getDirectionality(c)) {
            case Character.DIRECTIONALITY_RIGHT_TO_LEFT,
                    Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC,
                    Character.DIRECTIONALITY_ARABIC_NUMBER -> true;
            default -> false;
        };
    }
}
