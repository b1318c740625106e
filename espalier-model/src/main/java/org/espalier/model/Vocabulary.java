package org.espalier.model;

import org.espalier.fst.Mfst;

/** The number of symbols on each tape of a machine, which determines the sizes of a model's tables. */
public record Vocabulary(int inputs, int outputs, int marks) {
    public static Vocabulary of(Mfst machine) {
        return new Vocabulary(
                machine.input().size(), machine.output().size(), machine.marks().size());
    }
}
