package org.espalier.fst.language;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.NearestWord;
import org.espalier.fst.base.SourceException;
import org.espalier.fst.language.LabelTemplate.Atom;

/**
 * Gives the finished machine the alphabets that the program declares. Only the finished machine can be checked against
 * them, because machines inside a composition have other tapes.
 */
final class DeclaredAlphabets {
    private final ProgramSource source;
    private final List<Definition> program;
    private final AlphabetEvaluator alphabets;

    DeclaredAlphabets(ProgramSource source, List<Definition> program, AlphabetEvaluator alphabets) {
        this.source = source;
        this.program = program;
        this.alphabets = alphabets;
    }

    /**
     * Returns the machine with Σ and Δ as declared, or as used if they are not declared, and with the marks that it
     * uses.
     */
    Mfst apply(Mfst machine) {
        Alphabet input = alphabet(machine, Tape.INPUT);
        Alphabet output = alphabet(machine, Tape.OUTPUT);
        Alphabet marks = Alphabet.of(used(machine, Tape.MARKS));
        int[] inputs = input.ids(machine.input().symbols());
        int[] outputs = output.ids(machine.output().symbols());
        int[] markNumbers = marks.ids(machine.marks().symbols());
        Mfst.Builder result = Mfst.builder(input, output, marks).statesOf(machine);
        for (int a = 0; a < machine.arcs(); a++) {
            result.arc(
                    machine.source(a),
                    machine.target(a),
                    renumber(machine.label(a, Tape.INPUT), inputs),
                    renumber(machine.label(a, Tape.OUTPUT), outputs),
                    renumber(machine.label(a, Tape.MARKS), markNumbers));
        }
        return result.build();
    }

    private static int[] renumber(int[] string, int[] numbers) {
        for (int k = 0; k < string.length; k++) {
            string[k] = numbers[string[k]];
        }
        return string;
    }

    private Alphabet alphabet(Mfst machine, Tape tape) {
        List<String> used = used(machine, tape);
        Set<String> declared = alphabets.named(tape.word());
        if (declared == null) {
            return Alphabet.of(used);
        }
        for (String symbol : used) {
            if (!declared.contains(symbol)) {
                throw undeclared(symbol, tape, declared);
            }
        }
        return Alphabet.of(declared);
    }

    private static List<String> used(Mfst machine, Tape tape) {
        BitSet used = new BitSet();
        for (int a = 0; a < machine.arcs(); a++) {
            for (int k = 0; k < machine.length(a, tape); k++) {
                used.set(machine.symbol(a, tape, k));
            }
        }
        return used.stream().mapToObj(machine.alphabet(tape)::symbol).toList();
    }

    private SourceException undeclared(String symbol, Tape tape, Set<String> declared) {
        return source.error(
                place(symbol, tape),
                EspalierException.quote(symbol) + " is on the " + tape.word()
                        + " tape of the machine but not in the alphabet '"
                        + tape.word() + "'; "
                        + NearestWord.to(symbol, declared.stream())
                                .map(near -> "did you mean '" + near + "'?")
                                .orElse("add it there, or take it out of the machine"));
    }

    /**
     * Returns the place of an arc with this symbol on this tape, or the definition of {@code machine} if no arc
     * contains it literally.
     */
    private SourcePosition place(String symbol, Tape tape) {
        SourcePosition result = new SourcePosition(1, 1);
        for (Definition definition : program) {
            if (definition instanceof Definition.OfMachine machine) {
                Optional<SourcePosition> literal = literals(machine.expression(), tape)
                        .filter(atom -> atom.symbol().equals(symbol))
                        .map(Atom.Literal::place)
                        .findFirst();
                if (literal.isPresent()) {
                    return literal.get();
                }
                if (definition.name().equals(DefinedNames.MACHINE)) {
                    result = definition.place();
                }
            }
        }
        return result;
    }

    private static Stream<Atom.Literal> literals(Expression expression, Tape tape) {
        if (expression instanceof Expression.Arc arc) {
            LabelTemplate label = tape == Tape.INPUT ? arc.input() : arc.output();
            return label.atoms().stream().filter(Atom.Literal.class::isInstance).map(Atom.Literal.class::cast);
        }
        return expression.children().stream().flatMap(child -> literals(child, tape));
    }
}
