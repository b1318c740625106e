package org.espalier.model;

import org.espalier.fst.Mfst;

/** How many symbols there are on each tape of a machine: what the sizes of a model's tables depend on. */
public record Vocabulary(int inputs, int outputs, int marks) {
    public static Vocabulary of(Mfst machine) {
        return new Vocabulary(
                machine.input().size(), machine.output().size(), machine.marks().size());
    }
}
