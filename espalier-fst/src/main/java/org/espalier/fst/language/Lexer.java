package org.espalier.fst.language;

import java.util.ArrayList;
import java.util.List;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.SourceException;
import org.espalier.fst.language.Token.Kind;

/**
 * Splits a program into tokens. Words are sequences of characters other than white space and the signs of the language.
 * {@code <…>} without white space is one word, whatever signs it contains. Complexity: linear in the text.
 */
final class Lexer {
    private static final String RESERVED = ":/|*+?()[]@=,#\"&!";
    private static final String CURLY_QUOTES = "“”„‟";
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    private final ProgramSource source;
    private final int[] text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;
    private boolean opensLine = true;
    /** The offset before which no {@code >} closes a {@code <}. It keeps the search for one linear. */
    private int noTagBefore;

    private Lexer(ProgramSource source, String program) {
        this.source = source;
        text = program.codePoints().toArray();
    }

    /** Returns all tokens. Only the last one is an {@link Kind#END}. */
    static List<Token> tokens(ProgramSource source, String program) {
        return new Lexer(source, program).run();
    }

    private List<Token> run() {
        if (text.length > 0 && text[0] == BYTE_ORDER_MARK) {
            at = lineStart = 1;
        }
        while (at < text.length) {
            int c = text[at];
            if (isLineEnd(c)) {
                endLine();
            } else if (Character.isWhitespace(c)) {
                at++;
            } else if (c == '#') {
                skipComment();
            } else {
                token(c);
            }
        }
        tokens.add(new Token(Kind.END, "", place(at), 0, true));
        return tokens;
    }

    private void token(int c) {
        switch (c) {
            case '"' -> string();
            case '=' -> sign(peek(1) == '=' ? Kind.EQUAL : Kind.DEFINES);
            case '!' -> {
                if (peek(1) != '=') {
                    throw error("'!' is only used in '!='; write \"!\" in quotes if the symbol is meant");
                }
                sign(Kind.DIFFERENT);
            }
            default -> {
                Kind kind = signOf(c);
                if (kind == Kind.WORD) {
                    word();
                } else {
                    sign(kind);
                }
            }
        }
    }

    private static Kind signOf(int c) {
        return switch (c) {
            case ':' -> Kind.COLON;
            case '/' -> Kind.SLASH;
            case '|' -> Kind.BAR;
            case '*' -> Kind.STAR;
            case '+' -> Kind.PLUS;
            case '?' -> Kind.QUESTION;
            case '(' -> Kind.OPEN_PARENTHESIS;
            case ')' -> Kind.CLOSE_PARENTHESIS;
            case '[' -> Kind.OPEN_BRACKET;
            case ']' -> Kind.CLOSE_BRACKET;
            case '@' -> Kind.AT;
            case ',' -> Kind.COMMA;
            case '&' -> Kind.AND;
            default -> Kind.WORD;
        };
    }

    private void sign(Kind kind) {
        add(kind, kind.sign(), at, at + kind.sign().length());
    }

    private void word() {
        int end = tagEnd();
        if (end < 0) {
            end = at;
            while (end < text.length && isWordCharacter(end)) {
                end++;
            }
            requireClosedTag(end);
        }
        add(Kind.WORD, new String(text, at, end - at), at, end);
    }

    private boolean isWordCharacter(int offset) {
        int c = text[offset];
        if (Character.isWhitespace(c) || RESERVED.indexOf(c) >= 0) {
            return false;
        }
        requireVisible(offset);
        return true;
    }

    private void requireVisible(int offset) {
        int c = text[offset];
        if (CURLY_QUOTES.indexOf(c) >= 0) {
            throw error(
                    offset,
                    "the curly quote " + Character.toString(c)
                            + " does not quote; write the straight quote \" (or \"" + Character.toString(c)
                            + "\" if the symbol is meant)");
        }
        if (Character.isSpaceChar(c)) {
            throw error(offset, "found the special space " + hex(c) + "; write an ordinary space");
        }
        requireText(offset);
    }

    private void requireText(int offset) {
        int c = text[offset];
        if (Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE) {
            throw error(offset, "found the control character " + hex(c) + ", which is not text; remove it");
        }
    }

    /** Returns the end of the {@code <…>} that starts here, or -1. */
    private int tagEnd() {
        if (text[at] != '<' || at < noTagBefore) {
            return -1;
        }
        int end = at + 1;
        while (end < text.length && !Character.isWhitespace(text[end])) {
            if (text[end] == '>') {
                return end + 1;
            }
            requireText(end++);
        }
        noTagBefore = end;
        return -1;
    }

    private void requireClosedTag(int end) {
        if (text[at] == '<' && end > at + 1 && Character.isLetter(text[at + 1])) {
            String word = EspalierException.shown(new String(text, at, end - at));
            throw error("'" + word + "' has no closing '>'; write " + word + ">, or \"" + word
                    + "\" in quotes if the symbol is meant");
        }
    }

    private void string() {
        StringBuilder content = new StringBuilder();
        int end = at + 1;
        while (end < text.length && text[end] != '"' && !isLineEnd(text[end])) {
            if (text[end] == '\\') {
                end++;
                requireEscape(end);
            } else if (!Character.isWhitespace(text[end])) {
                requireText(end);
            }
            content.appendCodePoint(text[end++]);
        }
        if (end == text.length || text[end] != '"') {
            throw error("the quote that opens here is not closed on its line; add the missing \"");
        }
        add(Kind.STRING, content.toString(), at, end + 1);
    }

    private void requireEscape(int offset) {
        if (offset == text.length || isLineEnd(text[offset])) {
            throw error("the quote that opens here is not closed on its line; add the missing \"");
        }
        if (text[offset] != '"' && text[offset] != '\\') {
            requireText(offset);
            throw error(
                    offset - 1,
                    "unknown escape '\\" + Character.toString(text[offset])
                            + "'; inside quotes write \\\\ for a backslash and \\\" for a quote");
        }
    }

    private void skipComment() {
        while (at < text.length && !isLineEnd(text[at])) {
            at++;
        }
    }

    private void endLine() {
        at += text[at] == '\r' && peek(1) == '\n' ? 2 : 1;
        line++;
        lineStart = at;
        opensLine = true;
    }

    private static boolean isLineEnd(int c) {
        return c == '\n' || c == '\r';
    }

    private int peek(int ahead) {
        return at + ahead < text.length ? text[at + ahead] : -1;
    }

    private void add(Kind kind, String content, int start, int end) {
        tokens.add(new Token(kind, content, place(start), end - start, opensLine));
        opensLine = false;
        at = end;
    }

    private SourcePosition place(int offset) {
        return new SourcePosition(line, offset - lineStart + 1);
    }

    private SourceException error(String message) {
        return error(at, message);
    }

    private SourceException error(int offset, String message) {
        return source.error(place(offset), message);
    }

    private static String hex(int c) {
        return String.format("U+%04X", c);
    }
}
