package org.espalier.fst.language;

import java.util.ArrayList;
import java.util.List;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.SourceException;
import org.espalier.fst.language.Expression.Times;
import org.espalier.fst.language.Token.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Parses expressions that denote machines, by recursive descent with one method per rule:
 *
 * <pre>
 * machine       = union { "@" union }
 * union         = concatenation { "|" concatenation }
 * concatenation = factor { factor }
 * factor        = atom { "*" | "+" | "?" }
 * atom          = NAME | "(" machine ")" | arc | binders concatenation
 * arc           = side ":" side [ "/" marks ]
 * </pre>
 */
final class ExpressionParser {
    private final TokenCursor tokens;
    private final DefinedNames names;
    private final Scope scope;
    private final SetParser sets;
    private final LabelParser labels;

    ExpressionParser(TokenCursor tokens, DefinedNames names, Scope scope, SetParser sets) {
        this.tokens = tokens;
        this.names = names;
        this.scope = scope;
        this.sets = sets;
        labels = new LabelParser(tokens, names, scope);
    }

    Expression machine() {
        SourcePosition place = tokens.peek().place();
        List<Expression> machines = new ArrayList<>();
        do {
            machines.add(union());
        } while (tokens.accept(Kind.AT));
        return machines.size() == 1 ? machines.get(0) : new Expression.Composition(place, machines);
    }

    private Expression union() {
        SourcePosition place = tokens.peek().place();
        List<Expression> alternatives = new ArrayList<>();
        do {
            alternatives.add(concatenation());
        } while (tokens.accept(Kind.BAR));
        return alternatives.size() == 1 ? alternatives.get(0) : new Expression.Union(place, alternatives);
    }

    private Expression concatenation() {
        SourcePosition place = tokens.peek().place();
        List<Expression> factors = new ArrayList<>();
        do {
            factors.add(factor());
        } while (startsFactor(tokens.peek()));
        return factors.size() == 1 ? factors.get(0) : new Expression.Concatenation(place, factors);
    }

    private static boolean startsFactor(Token token) {
        return token.isAtom() || token.is(Kind.OPEN_PARENTHESIS) || token.is(Kind.OPEN_BRACKET);
    }

    private Expression factor() {
        SourcePosition place = tokens.peek().place();
        Expression body = atom();
        Times times = times();
        return times == null ? body : new Expression.Repetition(place, body, times);
    }

    /**
     * Returns the repetition signs that follow as one: repeating a sign changes nothing, and two different signs make a
     * star.
     */
    private @Nullable Times times() {
        Times all = null;
        for (Times next = timesOf(tokens.peek()); next != null; next = timesOf(tokens.peek())) {
            tokens.next();
            all = all == null || all == next ? next : Times.STAR;
        }
        return all;
    }

    private static @Nullable Times timesOf(Token token) {
        return switch (token.kind()) {
            case STAR -> Times.STAR;
            case PLUS -> Times.PLUS;
            case QUESTION -> Times.OPTION;
            default -> null;
        };
    }

    private Expression atom() {
        Token token = tokens.peek();
        return switch (token.kind()) {
            case OPEN_PARENTHESIS -> tokens.inParentheses(this::machine);
            case OPEN_BRACKET -> comprehension(token);
            case WORD, STRING -> tokens.peek(1).is(Kind.COLON) ? arc(token) : reference(tokens.next());
            default -> throw tokens.unexpected("a machine");
        };
    }

    private Expression comprehension(Token open) {
        tokens.enter(open);
        scope.open();
        BinderParser brackets = new BinderParser(tokens, names, scope, sets, labels);
        List<Binder> binders = brackets.binders();
        if (!startsFactor(tokens.peek())) {
            throw tokens.unexpected("a machine after the brackets");
        }
        Expression body = concatenation();
        brackets.close();
        scope.close();
        tokens.leave();
        return Factoring.comprehension(open.place(), binders, body);
    }

    private Expression arc(Token first) {
        LabelTemplate input = labels.side();
        tokens.next();
        LabelTemplate output = labels.side();
        Token slash = tokens.peek();
        LabelTemplate marks = tokens.accept(Kind.SLASH) ? labels.marks(slash) : new LabelTemplate(List.of());
        return new Expression.Arc(first.place(), input, output, marks);
    }

    private Expression reference(Token token) {
        if (token.is(Kind.WORD) && names.kind(token.text()) == DefinedNames.Kind.MACHINE) {
            return new Expression.Named(token.place(), token.text());
        }
        throw notMachine(token);
    }

    private SourceException notMachine(Token token) {
        String text = EspalierException.shown(token.text());
        if (token.is(Kind.STRING)) {
            return tokens.error(
                    token, "expected a machine, found " + token.describe() + "; an arc has two sides: \"a b\":\"c\"");
        }
        if (names.kind(token.text()) == DefinedNames.Kind.ALPHABET) {
            return tokens.error(
                    token,
                    token.describe() + " is an alphabet, not a machine; write [a in " + text + "] a:a to copy it");
        }
        if (scope.contains(token.text())) {
            return tokens.error(
                    token,
                    token.describe() + " is a variable, not a machine; write an arc, as in " + text + ":_ or " + text
                            + ":" + text);
        }
        return names.unknown(token, DefinedNames.Kind.MACHINE, remedy(token, text));
    }

    private String remedy(Token word, String text) {
        String hint = SyntaxHints.inWord(word.text());
        if (hint.isEmpty() && SyntaxHints.isArrow(tokens.peek().text())) {
            hint = SyntaxHints.inWord(tokens.peek().text());
        }
        if (!hint.isEmpty()) {
            return hint.substring(2);
        }
        return word.text().equals("_")
                ? "the empty machine is written _:_"
                : "for a symbol write " + text + ":" + text + ", and put '/' before marks";
    }
}
