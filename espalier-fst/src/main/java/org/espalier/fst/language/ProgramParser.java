package org.espalier.fst.language;

import java.util.ArrayList;
import java.util.List;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.NearestWord;
import org.espalier.fst.base.SourceException;
import org.espalier.fst.language.Token.Kind;

/**
 * Parses a program: finds where each definition starts and ends, and whether it defines an alphabet or a machine. A
 * line that starts in column 1 with {@code name =} is a definition even if a parenthesis is open, so that a missing
 * {@code )} is reported where it is missing and not at the end of the file.
 */
final class ProgramParser {
    private final ProgramSource source;
    private final List<Token> all;
    private final DefinedNames names;

    private ProgramParser(ProgramSource source, String program) {
        this.source = source;
        all = Lexer.tokens(source, program);
        List<Token> heads = new ArrayList<>();
        for (int k = 0; k < all.size(); k++) {
            if (all.get(k).opensLine() && all.get(k).place().column() == 1 && isHead(k)) {
                heads.add(all.get(k));
            }
        }
        names = new DefinedNames(source, heads);
    }

    /** Returns the definitions of a program in their order, every name resolved; one of them is {@code machine}. */
    static List<Definition> parse(ProgramSource source, String program) {
        return new ProgramParser(source, program).program();
    }

    private List<Definition> program() {
        List<Definition> definitions = new ArrayList<>();
        int at = 0;
        while (!all.get(at).is(Kind.END)) {
            requireHead(at);
            int end = endOfDefinition(at + 2);
            definitions.add(definition(all.get(at), all.get(at + 1), all.subList(at + 2, end)));
            at = end;
        }
        if (names.kind(DefinedNames.MACHINE) == null) {
            throw missingMachine(definitions);
        }
        return definitions;
    }

    private boolean isHead(int at) {
        return all.get(at).is(Kind.WORD) && all.get(at + 1).is(Kind.DEFINES);
    }

    private void requireHead(int at) {
        Token first = all.get(at);
        if (first.place().column() > 1 && isHead(at)) {
            throw indented(first);
        }
        if (!isHead(at)) {
            throw source.error(
                    first.place(),
                    "expected a definition such as 'name = …', found " + first.describe() + headHint(at));
        }
    }

    private SourceException indented(Token head) {
        return source.error(
                head.place(),
                "a definition begins at the start of its line; remove the white space before " + head.describe());
    }

    private String headHint(int at) {
        if (all.get(at).is(Kind.WORD)
                && all.get(at + 1).is(Kind.COLON)
                && all.get(at + 2).is(Kind.DEFINES)) {
            return " and ':='; write '=' alone";
        }
        if (all.get(at).is(Kind.WORD) && all.get(at + 1).is(Kind.EQUAL)) {
            return " and '=='; write '=' to define";
        }
        return at > 0
                ? "; a line that continues the definition above it begins with white space"
                : "; the result of a program is written 'machine = …'";
    }

    /** Returns the index of the first token after the definition whose right-hand side starts here. */
    private int endOfDefinition(int start) {
        int open = 0;
        for (int k = start; ; k++) {
            Token token = all.get(k);
            boolean inFirstColumn = token.place().column() == 1;
            if (token.is(Kind.END) || (token.opensLine() && inFirstColumn && (open <= 0 || isHead(k)))) {
                return k;
            }
            if (token.opensLine() && isHead(k)) {
                throw indented(token);
            }
            open += switch (token.kind()) {
                case OPEN_PARENTHESIS, OPEN_BRACKET -> 1;
                case CLOSE_PARENTHESIS, CLOSE_BRACKET -> -1;
                default -> 0;
            };
        }
    }

    private Definition definition(Token name, Token sign, List<Token> body) {
        requireNoSemicolon(body);
        names.begin(name.text());
        TokenCursor tokens = new TokenCursor(source, sign, body);
        Scope scope = new Scope();
        SetParser sets = new SetParser(tokens, names, scope);
        boolean isTape = name.isWord(DefinedNames.INPUT) || name.isWord(DefinedNames.OUTPUT);
        if (isTape || SetParser.startsSet(tokens, names)) {
            return alphabet(name, tokens, sets);
        }
        Expression expression = new ExpressionParser(tokens, names, scope, sets).machine();
        requireEnd(tokens, "'|', '@' or the end of the definition");
        names.define(name.text(), DefinedNames.Kind.MACHINE);
        return new Definition.OfMachine(name.place(), name.text(), expression);
    }

    private Definition alphabet(Token name, TokenCursor tokens, SetParser sets) {
        if (name.isWord(DefinedNames.MACHINE)) {
            throw source.error(
                    tokens.peek().place(),
                    "expected a machine, found an alphabet; to copy its symbols write ([a in …] a:a)*");
        }
        SymbolSet set = sets.set();
        Token next = tokens.peek();
        if (next.is(Kind.STAR) || next.is(Kind.PLUS) || next.is(Kind.QUESTION) || next.is(Kind.AT)) {
            throw tokens.error(
                    next, "found " + next.describe() + " after an alphabet; to copy its symbols write ([a in …] a:a)*");
        }
        requireEnd(tokens, "'|', '&', '-' or the end of the alphabet");
        names.define(name.text(), DefinedNames.Kind.ALPHABET);
        return new Definition.OfAlphabet(name.place(), name.text(), set);
    }

    private void requireNoSemicolon(List<Token> body) {
        if (!body.isEmpty()) {
            Token last = body.get(body.size() - 1);
            if (last.is(Kind.WORD) && last.text().endsWith(";")) {
                throw source.error(
                        new SourcePosition(last.place().line(), last.end().column() - 1),
                        "found ';' at the end of a definition, which ends with its line; remove it, or write \""
                                + EspalierException.shown(last.text()) + "\" in quotes if the symbol is meant");
            }
        }
    }

    private static void requireEnd(TokenCursor tokens, String expected) {
        Token found = tokens.peek();
        if (found.is(Kind.CLOSE_PARENTHESIS) || found.is(Kind.CLOSE_BRACKET)) {
            String open = found.is(Kind.CLOSE_PARENTHESIS) ? "'('" : "'['";
            throw tokens.error(
                    found,
                    "found " + found.describe() + " but no " + open + " is open; remove it, or add the missing "
                            + open);
        }
        if (!found.is(Kind.END)) {
            throw tokens.unexpected(expected);
        }
    }

    private SourceException missingMachine(List<Definition> definitions) {
        String remedy = definitions.isEmpty()
                ? "; the smallest one is: machine = a:b"
                : NearestWord.to(DefinedNames.MACHINE, definitions.stream().map(Definition::name))
                        .map(near -> "; did you mean '" + near + "'?")
                        .orElse("; the result of a program is the definition of that name");
        return source.error(all.get(all.size() - 1).place(), "no definition is named 'machine'" + remedy);
    }
}
