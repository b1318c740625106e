package org.espalier.fst.language;

import java.text.Normalizer;
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
    private final ReferencedFiles files;

    DeclaredAlphabets(
            ProgramSource source, List<Definition> program, AlphabetEvaluator alphabets, ReferencedFiles files) {
        this.source = source;
        this.program = program;
        this.alphabets = alphabets;
        this.files = files;
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
        String message = EspalierException.quote(symbol) + " is on the " + tape.word()
                + " tape of the machine but not in the alphabet '"
                + tape.word() + "'; "
                + spelled(symbol, declared)
                        .map(symbols -> "write " + EspalierException.quote(symbols) + ", with spaces between symbols")
                        .or(() -> NearestWord.to(symbol, declared.stream()).map(near -> "did you mean '" + near + "'?"))
                        .orElse("add it there, or take it out of the machine");
        return literal(symbol, tape)
                .map(place -> source.error(place, message))
                .or(() -> files.tableError(symbol, message))
                .orElseGet(() -> source.error(ofMachine(), message));
    }

    /**
     * Returns the declared symbols, separated by spaces, of which a string that is no symbol consists: {@code a n} for
     * {@code an}, or a letter and its accent where these are symbols.
     */
    private static Optional<String> spelled(String text, Set<String> declared) {
        return Stream.of(text, Normalizer.normalize(text, Normalizer.Form.NFD))
                .map(form -> form.codePoints().mapToObj(Character::toString).toList())
                .filter(symbols -> symbols.size() > 1 && declared.containsAll(symbols))
                .map(symbols -> String.join(" ", symbols))
                .findFirst();
    }

    /** Returns the place of an arc that has a symbol literally on a tape. */
    private Optional<SourcePosition> literal(String symbol, Tape tape) {
        return machines()
                .flatMap(machine -> literals(machine.expression(), tape))
                .filter(atom -> atom.symbol().equals(symbol))
                .map(Atom.Literal::place)
                .findFirst();
    }

    private SourcePosition ofMachine() {
        return machines()
                .filter(machine -> machine.name().equals(DefinedNames.MACHINE))
                .map(Definition::place)
                .findFirst()
                .orElse(new SourcePosition(1, 1));
    }

    private Stream<Definition.OfMachine> machines() {
        return program.stream().filter(Definition.OfMachine.class::isInstance).map(Definition.OfMachine.class::cast);
    }

    private static Stream<Atom.Literal> literals(Expression expression, Tape tape) {
        if (expression instanceof Expression.Arc arc) {
            LabelTemplate label = tape == Tape.INPUT ? arc.input() : arc.output();
            return label.atoms().stream().filter(Atom.Literal.class::isInstance).map(Atom.Literal.class::cast);
        }
        return expression.children().stream().flatMap(child -> literals(child, tape));
    }
}
