package org.espalier.fst.language;

import java.util.ArrayList;
import java.util.List;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.language.LabelTemplate.Atom;
import org.espalier.fst.language.Token.Kind;

/** Parses labels and marks: decides which words are variables and which are symbols, and reports likely mistakes. */
final class LabelParser {
    private final TokenCursor tokens;
    private final DefinedNames names;
    private final Scope scope;

    LabelParser(TokenCursor tokens, DefinedNames names, Scope scope) {
        this.tokens = tokens;
        this.names = names;
        this.scope = scope;
    }

    /** Parses one side of an arc or of a condition. */
    LabelTemplate side() {
        if (!tokens.peek().isAtom()) {
            throw tokens.unexpected("a symbol, _ or a quoted string");
        }
        return new LabelTemplate(atoms(tokens.next(), "symbol"));
    }

    /** Parses the marks up to a sign, the end, or the first label of another arc. */
    LabelTemplate marks(Token slash) {
        List<Atom> marks = new ArrayList<>();
        boolean found = false;
        while (tokens.peek().isAtom() && !tokens.peek(1).is(Kind.COLON)) {
            marks.addAll(mark());
            found = true;
        }
        if (!found) {
            throw tokens.error(
                    slash, "expected marks after '/'; write them, or leave the '/' out for an arc without marks");
        }
        return new LabelTemplate(marks);
    }

    /** Parses a mark, or the characters of a variable. The word {@code chars} before anything else is a mark. */
    private List<Atom> mark() {
        Token token = tokens.next();
        Token next = tokens.peek();
        if (token.is(Kind.WORD)
                && token.text().equals("chars")
                && next.is(Kind.WORD)
                && !tokens.peek(1).is(Kind.COLON)
                && scope.use(next.text())) {
            return List.of(new Atom.Variable(tokens.next().place(), next.text(), true));
        }
        return atoms(token, "mark");
    }

    private List<Atom> atoms(Token token, String role) {
        if (token.is(Kind.STRING)) {
            return literals(token);
        }
        String word = token.text();
        if (word.equals("_")) {
            return List.of();
        }
        if (scope.use(word)) {
            return List.of(new Atom.Variable(token.place(), word, false));
        }
        if (names.contains(word)) {
            throw tokens.error(token, nameInsteadOf(role, token));
        }
        if (SyntaxHints.isEmptyString(word)) {
            throw tokens.error(
                    token,
                    token.describe() + " is not the empty string"
                            + (word.equals(Alphabet.EPSILON)
                                    ? "; write _"
                                    : "; write _, or \"" + word + "\" in quotes if the " + role + " is meant"));
        }
        if (SyntaxHints.isArrow(word)) {
            throw tokens.error(
                    token,
                    "found " + token.describe() + " among the labels of an arc; an arc is written a:b, or put "
                            + token.describe() + " in double quotes if the " + role + " is meant");
        }
        return List.of(new Atom.Literal(token.place(), word));
    }

    private String nameInsteadOf(String role, Token token) {
        return token.describe() + " is " + names.describe(token.text()) + ", not a " + role + "; write \""
                + EspalierException.shown(token.text()) + "\" in quotes if the " + role + " is meant"
                + (role.equals("mark")
                        ? ", or put the arc before it in parentheses to end its marks"
                        : names.kind(token.text()) == DefinedNames.Kind.ALPHABET
                                ? ", or range over it, as in [a in " + EspalierException.shown(token.text()) + "]"
                                : "");
    }

    private List<Atom> literals(Token token) {
        List<Atom> literals = new ArrayList<>();
        for (String symbol : symbols(tokens, token)) {
            literals.add(new Atom.Literal(token.place(), symbol));
        }
        return literals;
    }

    /** Returns the symbols of a quoted string, separated by white space. */
    static List<String> symbols(TokenCursor tokens, Token string) {
        List<String> symbols = Alphabet.words(string.text());
        if (symbols.contains(Alphabet.EPSILON)) {
            throw tokens.error(
                    string,
                    "'<eps>' stands for the empty string and cannot be a symbol; leave it out, or write _ for an empty side");
        }
        return symbols;
    }
}
