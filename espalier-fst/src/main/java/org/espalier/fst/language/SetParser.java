package org.espalier.fst.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.language.SymbolSet.Operator;
import org.espalier.fst.language.SymbolSet.Step;
import org.espalier.fst.language.Token.Kind;

/**
 * Parses expressions that denote alphabets:
 *
 * <pre>
 * set     = product { ("|" | "-") product }
 * product = operand { "&amp;" operand }
 * operand = "(" set ")" | STRING | "chars" STRING | "file" STRING | "from" "data" | NAME
 * </pre>
 */
final class SetParser {
    private final TokenCursor tokens;
    private final DefinedNames names;
    private final Scope scope;

    SetParser(TokenCursor tokens, DefinedNames names, Scope scope) {
        this.tokens = tokens;
        this.names = names;
        this.scope = scope;
    }

    /** Returns whether an alphabet, rather than a machine, starts here, possibly after opening parentheses. */
    static boolean startsSet(TokenCursor tokens, DefinedNames names) {
        int ahead = 0;
        while (tokens.peek(ahead).is(Kind.OPEN_PARENTHESIS)) {
            ahead++;
        }
        Token first = tokens.peek(ahead);
        Token second = tokens.peek(ahead + 1);
        if (second.is(Kind.COLON)) {
            return false;
        }
        return first.is(Kind.STRING)
                || (first.isWord("from") && second.isWord("data"))
                || ((first.isWord("chars") || first.isWord("file")) && second.is(Kind.STRING))
                || (first.is(Kind.WORD) && names.kind(first.text()) == DefinedNames.Kind.ALPHABET);
    }

    SymbolSet set() {
        SymbolSet first = product();
        List<Step> steps = new ArrayList<>();
        while (true) {
            if (tokens.accept(Kind.BAR)) {
                steps.add(new Step(Operator.UNION, product()));
            } else if (tokens.peek().isWord("-")) {
                tokens.next();
                steps.add(new Step(Operator.DIFFERENCE, product()));
            } else {
                return combined(first, steps);
            }
        }
    }

    private SymbolSet product() {
        SymbolSet first = operand();
        List<Step> steps = new ArrayList<>();
        while (tokens.accept(Kind.AND)) {
            steps.add(new Step(Operator.INTERSECTION, operand()));
        }
        return combined(first, steps);
    }

    private static SymbolSet combined(SymbolSet first, List<Step> steps) {
        return steps.isEmpty() ? first : new SymbolSet.Combined(first, List.copyOf(steps));
    }

    private SymbolSet operand() {
        Token token = tokens.peek();
        return switch (token.kind()) {
            case OPEN_PARENTHESIS -> tokens.inParentheses(this::set);
            case STRING -> new SymbolSet.Listed(token.place(), LabelParser.symbols(tokens, tokens.next()));
            case WORD -> word(tokens.next());
            default -> throw tokens.unexpected("an alphabet");
        };
    }

    private SymbolSet word(Token word) {
        return switch (word.text()) {
            case "chars" -> characters(quoted("a quoted string of characters after 'chars'"));
            case "file" ->
                new SymbolSet.FromFile(
                        tokens.peek().place(),
                        quoted("a quoted file name after 'file'").text());
            case "from" -> fromData(word);
            default -> named(word);
        };
    }

    private Token quoted(String expected) {
        return tokens.expect(Kind.STRING, expected);
    }

    private SymbolSet characters(Token string) {
        if (string.text().codePoints().anyMatch(Character::isWhitespace)) {
            throw tokens.error(string, "white space cannot be a symbol; leave it out, or name it <space>");
        }
        return new SymbolSet.Listed(
                string.place(),
                string.text().codePoints().mapToObj(Character::toString).toList());
    }

    private SymbolSet fromData(Token from) {
        if (!tokens.peek().isWord("data")) {
            throw tokens.unexpected("'data' after 'from'");
        }
        tokens.next();
        String defining = names.defining();
        if (!Set.of(DefinedNames.INPUT, DefinedNames.OUTPUT, DefinedNames.TAGS).contains(defining)) {
            throw tokens.error(
                    from,
                    "'from data' is only for 'input', 'output' and 'tags', not for "
                            + EspalierException.quote(defining));
        }
        return new SymbolSet.FromData(from.place(), defining);
    }

    private SymbolSet named(Token word) {
        String text = word.text();
        if (scope.contains(text)) {
            throw tokens.error(
                    word, word.describe() + " is a variable, not an alphabet; compare variables with == or !=");
        }
        DefinedNames.Kind kind = names.kind(text);
        if (kind == DefinedNames.Kind.ALPHABET) {
            return new SymbolSet.Named(word.place(), text);
        }
        if (kind == DefinedNames.Kind.MACHINE) {
            throw tokens.error(word, word.describe() + " is a machine, not an alphabet");
        }
        throw names.unknown(word, DefinedNames.Kind.ALPHABET, remedy(text));
    }

    private static String remedy(String word) {
        return switch (word) {
            case DefinedNames.INPUT, DefinedNames.OUTPUT, DefinedNames.TAGS ->
                "define it above, as in: " + word + " = from data";
            case "data" -> "write: from data";
            default -> "write symbols in quotes, as in \"a b c\" or chars \"abc\"";
        };
    }
}
