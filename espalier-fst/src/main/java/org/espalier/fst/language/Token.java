package org.espalier.fst.language;

import org.espalier.fst.base.EspalierException;

/**
 * A token of a program.
 *
 * @param kind the kind
 * @param text a word as written, or a string without its quotes and escapes
 * @param place where it starts
 * @param length the number of code points in the source
 * @param opensLine whether it is the first on its line
 */
record Token(Kind kind, String text, SourcePosition place, int length, boolean opensLine) {
    enum Kind {
        WORD(""),
        STRING(""),
        COLON(":"),
        SLASH("/"),
        BAR("|"),
        STAR("*"),
        PLUS("+"),
        QUESTION("?"),
        OPEN_PARENTHESIS("("),
        CLOSE_PARENTHESIS(")"),
        OPEN_BRACKET("["),
        CLOSE_BRACKET("]"),
        AT("@"),
        DEFINES("="),
        EQUAL("=="),
        DIFFERENT("!="),
        COMMA(","),
        AND("&"),
        END("");

        private final String sign;

        Kind(String sign) {
            this.sign = sign;
        }

        String sign() {
            return sign;
        }
    }

    boolean is(Kind wanted) {
        return kind == wanted;
    }

    boolean isWord(String wanted) {
        return kind == Kind.WORD && text.equals(wanted);
    }

    /** Returns whether this can be a label: a word or a string. */
    boolean isAtom() {
        return kind == Kind.WORD || kind == Kind.STRING;
    }

    SourcePosition end() {
        return new SourcePosition(place.line(), place.column() + length);
    }

    /** Returns the name of this token in errors. */
    String describe() {
        return switch (kind) {
            case WORD -> EspalierException.quote(text);
            case STRING -> "the string \"" + EspalierException.shown(text) + "\"";
            case END -> "the end of the definition";
            default -> "'" + kind.sign + "'";
        };
    }
}
