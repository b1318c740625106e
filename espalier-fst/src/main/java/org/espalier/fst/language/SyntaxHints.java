package org.espalier.fst.language;

import java.util.Set;

/** Hints for people who know other notations: what to write instead. */
final class SyntaxHints {
    private static final Set<String> EMPTY = Set.of("ε", "eps", "epsilon", "<eps>", "<epsilon>");

    private SyntaxHints() {}

    /** Returns a hint for an unexpected token, starting with {@code "; "}, or an empty string if there is none. */
    static String hint(Token found) {
        return switch (found.kind()) {
            case COLON -> "; an arc is input:output / marks, with _ for an empty side";
            case SLASH -> "; '/' comes once, between the labels of an arc and its marks, as in a:b / m";
            case DEFINES -> "; '=' defines and '==' compares";
            case EQUAL, DIFFERENT -> "; conditions stand in brackets, as in [a in input, b in output, a != b]";
            case COMMA -> "; symbols are separated by spaces, ranges by commas";
            case AND -> "; '&' is for alphabets; machines have '|' and '@'";
            case WORD -> inWord(found.text());
            default -> "";
        };
    }

    /** Returns a hint for a word, starting with {@code "; "}, or an empty string if there is none. */
    static String inWord(String word) {
        if (isArrow(word)) {
            return "; an arc is written a:b";
        }
        if (isEmptyString(word)) {
            return "; the empty string is written _";
        }
        if (word.startsWith("'")) {
            return "; strings stand in double quotes";
        }
        if (word.length() > 1 && word.startsWith("-")) {
            return "; a difference of alphabets has a space on each side of its '-'";
        }
        if (word.startsWith("{") || word.endsWith("}")) {
            return "; machines are grouped with ( )";
        }
        return "";
    }

    static boolean isArrow(String word) {
        return word.contains("->") || word.contains("→");
    }

    static boolean isEmptyString(String word) {
        return EMPTY.contains(word);
    }
}
