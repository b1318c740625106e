package org.espalier.fst.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.base.SourceException;
import org.espalier.fst.language.LabelTemplate.Atom;
import org.espalier.fst.language.Token.Kind;

/**
 * Parses the brackets of a comprehension, and binds its variables in the innermost frame of the scope:
 *
 * <pre>
 * binders = "[" binder { "," binder } "]"
 * binder  = NAME "in" set | NAME { ":" NAME } "in" "table" STRING | side ("==" | "!=") side
 * </pre>
 */
final class BinderParser {
    private final TokenCursor tokens;
    private final DefinedNames names;
    private final Scope scope;
    private final SetParser sets;
    private final LabelParser labels;
    private final List<Binder> binders = new ArrayList<>();
    /** The variables of each range, which must be used in the body. */
    private final List<List<Token>> bound = new ArrayList<>();
    /** Words that a condition took for symbols. Binding one of them later is a mistake. */
    private final Map<String, Token> compared = new HashMap<>();

    BinderParser(TokenCursor tokens, DefinedNames names, Scope scope, SetParser sets, LabelParser labels) {
        this.tokens = tokens;
        this.names = names;
        this.scope = scope;
        this.sets = sets;
        this.labels = labels;
    }

    List<Binder> binders() {
        Token open = tokens.next();
        do {
            binders.add(binder());
        } while (tokens.accept(Kind.COMMA));
        tokens.expectClose(open, Kind.CLOSE_BRACKET);
        return List.copyOf(binders);
    }

    /** Checks, after the body was read, that every range has a variable that is used. */
    void close() {
        for (List<Token> variables : bound) {
            if (variables.stream().noneMatch(variable -> scope.isUsed(variable.text()))) {
                Token variable = variables.get(0);
                throw tokens.error(
                        variable,
                        "the variable " + variable.describe()
                                + " is never used; mention it after the brackets, or leave its range out");
            }
            tokens.leave();
        }
    }

    private Binder binder() {
        Token second = tokens.peek(1);
        if (tokens.peek().isAtom() && (second.is(Kind.EQUAL) || second.is(Kind.DIFFERENT))) {
            return condition();
        }
        if (tokens.peek().isAtom() && second.is(Kind.DEFINES)) {
            throw tokens.error(second, "found '=' in a condition; write '==' to compare");
        }
        List<Token> variables = new ArrayList<>();
        do {
            variables.add(tokens.expect(Kind.WORD, "a variable, as in [a in input]"));
        } while (tokens.accept(Kind.COLON));
        if (!tokens.peek().isWord("in")) {
            throw missingIn();
        }
        tokens.next();
        Binder range = range(variables);
        tokens.enter(variables.get(0));
        variables.forEach(this::bind);
        bound.add(variables);
        return range;
    }

    private SourceException missingIn() {
        Token found = tokens.peek();
        if (found.is(Kind.COMMA)) {
            return tokens.error(found, "expected 'in', found ','; each variable has its own range: [a in S, b in S]");
        }
        return tokens.unexpected("'in' and what the variable ranges over");
    }

    private Binder range(List<Token> variables) {
        if (tokens.peek().isWord("table") && tokens.peek(1).is(Kind.STRING)) {
            tokens.next();
            Token file = tokens.next();
            return new Binder.InTable(variables.stream().map(Token::text).toList(), file.place(), file.text());
        }
        if (tokens.peek().isWord("table")) {
            tokens.next();
            throw tokens.unexpected("a quoted file name after 'table'");
        }
        if (variables.size() > 1) {
            throw tokens.unexpected("'table' and a quoted file name, because there are " + variables.size()
                    + " variables joined by ':'");
        }
        return new Binder.InSet(variables.get(0).text(), sets.set());
    }

    private void bind(Token variable) {
        String name = variable.text();
        if (name.equals("_") || name.equals("in")) {
            throw tokens.error(variable, variable.describe() + " cannot be a variable; choose another name");
        }
        if (names.contains(name)) {
            throw tokens.error(
                    variable,
                    variable.describe() + " is " + names.describe(name)
                            + " and cannot be a variable too; choose another name");
        }
        if (compared.containsKey(name)) {
            throw tokens.error(
                    compared.get(name),
                    variable.describe() + " is compared before it is bound; put the condition after its range");
        }
        if (!scope.bind(name)) {
            throw tokens.error(variable, "the variable " + variable.describe() + " is bound twice in these brackets");
        }
    }

    private Binder condition() {
        Token first = tokens.peek();
        LabelTemplate left = side();
        boolean wantEqual = tokens.next().is(Kind.EQUAL);
        LabelTemplate right = side();
        if (!mentionsVariable(left) && !mentionsVariable(right)) {
            throw tokens.error(
                    first,
                    "neither side of this condition is a variable; a condition comes after the ranges of its variables");
        }
        return new Binder.Condition(left, wantEqual, right);
    }

    private LabelTemplate side() {
        Token token = tokens.peek();
        LabelTemplate label = labels.side();
        if (token.is(Kind.WORD) && !mentionsVariable(label)) {
            compared.put(token.text(), token);
        }
        return label;
    }

    private static boolean mentionsVariable(LabelTemplate label) {
        return label.atoms().stream().anyMatch(Atom.Variable.class::isInstance);
    }
}
