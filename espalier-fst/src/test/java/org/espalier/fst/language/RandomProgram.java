package org.espalier.fst.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.espalier.fst.language.RelationOracle.Triple;

/**
 * Random programs without composition, each with the relation that it denotes by definition. Parentheses are written
 * only where the language needs them, so that precedence is tested too.
 */
final class RandomProgram {
    private static final List<String> SYMBOLS = List.of("a", "b", "<c>");
    private static final List<String> VARIABLES = List.of("u", "v");

    /** A source text and its meaning, given the values of the variables. */
    private record Piece(String text, Function<Map<String, String>, Set<Triple>> meaning, boolean endsInMarks) {}

    private record Defined(String name, Set<Triple> relation) {}

    private final Random random;
    private final int bound;
    private final List<Defined> definitions = new ArrayList<>();
    private final String text;

    RandomProgram(Random random, int bound) {
        this.random = random;
        this.bound = bound;
        StringBuilder program = new StringBuilder();
        for (String name : List.of("one", "two", "machine")) {
            Piece piece = union(3, Set.of());
            program.append(name).append(" = ").append(piece.text).append('\n');
            definitions.add(new Defined(name, piece.meaning.apply(Map.of())));
        }
        text = program.toString();
    }

    String text() {
        return text;
    }

    Set<Triple> relation() {
        return definitions.get(definitions.size() - 1).relation;
    }

    private Piece union(int depth, Set<String> variables) {
        Piece all = concatenation(depth, variables);
        while (random.nextInt(3) == 0) {
            Piece left = all;
            Piece right = concatenation(depth, variables);
            all = new Piece(
                    left.text + " | " + right.text,
                    values -> RelationOracle.union(left.meaning.apply(values), right.meaning.apply(values)),
                    right.endsInMarks);
        }
        return all;
    }

    private Piece concatenation(int depth, Set<String> variables) {
        if (depth > 0 && random.nextInt(4) == 0) {
            return comprehension(depth - 1, variables);
        }
        Piece left = factor(depth, variables);
        return random.nextInt(3) > 0 ? left : joined(left, concatenation(depth - 1, variables));
    }

    /** Joins two factors. Marks would absorb a name that follows them. */
    private Piece joined(Piece left, Piece right) {
        boolean swallows =
                left.endsInMarks && definitions.stream().anyMatch(defined -> right.text.startsWith(defined.name));
        return new Piece(
                (swallows ? "(" + left.text + ")" : left.text) + " " + right.text,
                values -> RelationOracle.concat(left.meaning.apply(values), right.meaning.apply(values), bound),
                right.endsInMarks);
    }

    private Piece comprehension(int depth, Set<String> variables) {
        String variable = pick(VARIABLES);
        List<String> range = SYMBOLS.subList(0, random.nextInt(SYMBOLS.size() + 1));
        String unwanted = random.nextBoolean() ? pick(SYMBOLS) : "";
        Set<String> inner = new HashSet<>(variables);
        inner.add(variable);
        Piece first = arc(List.of(variable), inner);
        Piece body = random.nextBoolean() ? first : joined(first, concatenation(depth, inner));
        String condition = unwanted.isEmpty() ? "" : ", " + variable + " != \"" + unwanted + "\"";
        return new Piece(
                "[" + variable + " in \"" + String.join(" ", range) + "\"" + condition + "] " + body.text,
                values -> {
                    Set<Triple> all = new HashSet<>();
                    for (String symbol : range) {
                        if (!symbol.equals(unwanted)) {
                            Map<String, String> bound = new HashMap<>(values);
                            bound.put(variable, symbol);
                            all.addAll(body.meaning.apply(bound));
                        }
                    }
                    return all;
                },
                body.endsInMarks);
    }

    private Piece factor(int depth, Set<String> variables) {
        Piece atom = atom(depth, variables);
        return switch (random.nextInt(8)) {
            case 0 -> repeated(atom, "*", relation -> RelationOracle.star(relation, bound));
            case 1 ->
                repeated(
                        atom,
                        "+",
                        relation -> RelationOracle.concat(relation, RelationOracle.star(relation, bound), bound));
            case 2 -> repeated(atom, "?", relation -> RelationOracle.union(relation, Set.of(RelationOracle.EMPTY)));
            default -> atom;
        };
    }

    private static Piece repeated(Piece atom, String sign, Function<Set<Triple>, Set<Triple>> meaning) {
        return new Piece(atom.text + sign, atom.meaning.andThen(meaning), false);
    }

    private Piece atom(int depth, Set<String> variables) {
        int choice = random.nextInt(5);
        if (choice == 0 && !definitions.isEmpty()) {
            Defined defined = pick(definitions);
            return new Piece(defined.name, values -> defined.relation, false);
        }
        if (choice == 1 && depth > 0) {
            Piece inner = union(depth - 1, variables);
            return new Piece("(" + inner.text + ")", inner.meaning, false);
        }
        return arc(List.of(), variables);
    }

    /** Returns an arc with the given input and random other labels. */
    private Piece arc(List<String> given, Set<String> variables) {
        List<String> words = new ArrayList<>(SYMBOLS);
        words.addAll(variables);
        List<String> input = given.isEmpty() ? side(words) : given;
        List<String> output = side(words);
        List<String> marks = new ArrayList<>();
        while (random.nextBoolean()) {
            marks.add(pick(words));
        }
        String text = quoted(input) + ":" + quoted(output) + (marks.isEmpty() ? "" : " / " + String.join(" ", marks));
        return new Piece(
                text,
                values -> {
                    Triple arc = new Triple(evaluate(input, values), evaluate(output, values), evaluate(marks, values));
                    return arc.size() <= bound ? Set.of(arc) : Set.of();
                },
                !marks.isEmpty());
    }

    private List<String> side(List<String> words) {
        return switch (random.nextInt(5)) {
            case 0 -> List.of();
            case 1 -> List.of("a", "b");
            default -> List.of(pick(words));
        };
    }

    private static String quoted(List<String> side) {
        return switch (side.size()) {
            case 0 -> "_";
            case 1 -> side.get(0);
            default -> "\"" + String.join(" ", side) + "\"";
        };
    }

    private static List<String> evaluate(List<String> words, Map<String, String> values) {
        return words.stream().map(word -> values.getOrDefault(word, word)).toList();
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
