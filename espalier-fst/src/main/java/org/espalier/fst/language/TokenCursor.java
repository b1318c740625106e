package org.espalier.fst.language;

import java.util.List;
import java.util.function.Supplier;
import org.espalier.fst.base.SourceException;
import org.espalier.fst.language.Token.Kind;

/** Reads the tokens of the right-hand side of one definition, and creates errors about them. */
final class TokenCursor {
    /** The largest nesting depth of parentheses and comprehensions. It bounds every recursion in this package. */
    static final int MAX_DEPTH = 200;

    private final ProgramSource source;
    private final List<Token> tokens;
    private final Token end;
    private int at;
    private int depth;

    /**
     * Creates a cursor.
     *
     * @param before the token before the first one; an empty right-hand side is reported just after it
     */
    TokenCursor(ProgramSource source, Token before, List<Token> tokens) {
        this.source = source;
        this.tokens = tokens;
        Token last = tokens.isEmpty() ? before : tokens.get(tokens.size() - 1);
        end = new Token(Kind.END, "", last.end(), 0, false);
    }

    Token peek() {
        return peek(0);
    }

    Token peek(int ahead) {
        return at + ahead < tokens.size() ? tokens.get(at + ahead) : end;
    }

    Token next() {
        Token token = peek();
        at++;
        return token;
    }

    boolean accept(Kind kind) {
        if (peek().is(kind)) {
            at++;
            return true;
        }
        return false;
    }

    /** Returns the next token, which must be of this kind. */
    Token expect(Kind kind, String expected) {
        if (!peek().is(kind)) {
            throw unexpected(expected);
        }
        return next();
    }

    void expectClose(Token open, Kind close) {
        if (!accept(close)) {
            throw unexpected(
                    "'" + close.sign() + "' to close the '" + open.kind().sign() + "' at " + open.place());
        }
    }

    /** Parses a rule between the parenthesis that comes next and the one that closes it. */
    <T> T inParentheses(Supplier<T> rule) {
        Token open = next();
        enter(open);
        T inner = rule.get();
        expectClose(open, Kind.CLOSE_PARENTHESIS);
        leave();
        return inner;
    }

    /** Enters a nesting level, which the caller leaves with {@link #leave}. */
    void enter(Token open) {
        if (++depth > MAX_DEPTH) {
            throw error(
                    open, "nested more than " + MAX_DEPTH + " deep; give an inner part a name in its own definition");
        }
    }

    void leave() {
        depth--;
    }

    /** Returns the error for an unexpected next token, with a hint if it looks like a known mistake. */
    SourceException unexpected(String expected) {
        Token found = peek();
        return error(found, "expected " + expected + ", found " + found.describe() + SyntaxHints.hint(found));
    }

    SourceException error(Token at, String message) {
        return source.error(at.place(), message);
    }
}
