package org.espalier.fst.language;

import java.util.Set;

/** What people write who are used to other notations, and what to write instead. */
final class SyntaxHints {
    private static final Set<String> EMPTY = Set.of("ε", "eps", "epsilon", "<eps>", "<epsilon>");

    private SyntaxHints() {}

    /** Returns a hint for a token that stands where it must not, starting with {@code "; "}; empty if there is none. */
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

    /** Returns the same for a word alone. */
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
