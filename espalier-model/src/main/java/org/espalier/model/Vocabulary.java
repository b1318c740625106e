package org.espalier.model;

import java.util.Collections;
import java.util.List;
import org.espalier.fst.Mfst;

/**
 * The number of symbols on each tape of a machine, which determines the sizes of a model's tables.
 *
 * @param markOfInput for each input symbol the mark of the same name, or -1; such a symbol may share its embedding with the mark
 */
public record Vocabulary(int inputs, int outputs, int marks, List<Integer> markOfInput) {
    public Vocabulary {
        markOfInput = List.copyOf(markOfInput);
        if (markOfInput.size() != inputs || markOfInput.stream().anyMatch(mark -> mark < -1 || mark >= marks)) {
            throw new IllegalArgumentException("needs a mark below " + marks + ", or -1, for each of " + inputs
                    + " input symbols; got " + markOfInput);
        }
    }

    /** Creates a vocabulary in which no input symbol has the name of a mark, so that tied scorers share nothing. */
    public Vocabulary(int inputs, int outputs, int marks) {
        this(inputs, outputs, marks, Collections.nCopies(inputs, -1));
    }

    public static Vocabulary of(Mfst machine) {
        return new Vocabulary(
                machine.input().size(),
                machine.output().size(),
                machine.marks().size(),
                machine.input().symbols().stream().map(machine.marks()::id).toList());
    }
}
