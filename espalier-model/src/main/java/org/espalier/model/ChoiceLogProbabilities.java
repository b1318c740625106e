package org.espalier.model;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.espalier.fst.base.LogSpace;

/**
 * log p̃ of the choices at the states of some prefixes.
 *
 * @param first the first choice of each prefix, followed by the number of choices
 * @param values one number per choice
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ChoiceLogProbabilities(int[] first, double[] values) {
    /**
     * Asks a scorer for the choices alone, and not for all symbols.
     *
     * @param states the state of each prefix
     * @param ofEntries returns some entries of the matrix of log p̃ with one row per prefix and one column per symbol
     */
    static ChoiceLogProbabilities of(LatticeBatch batch, int[] states, Function<int[], double[]> ofEntries) {
        int[] first = batch.firstChoices(states);
        int[] entries = new int[first[states.length]];
        for (int row = 0; row < states.length; row++) {
            for (int choice = first[row]; choice < first[row + 1]; choice++) {
                int symbol = batch.symbol(states[row], choice - first[row]);
                entries[choice] = LatticeBatch.index((long) row * (batch.marks() + 1) + symbol);
            }
        }
        return new ChoiceLogProbabilities(first, ofEntries.apply(entries));
    }

    /** Returns that of a choice of a prefix. */
    double of(int row, int choice) {
        return values[first[row] + choice];
    }

    /** Returns the logarithm of the probability of all choices of a prefix together. */
    double total(int row) {
        return LogSpace.sum(values, first[row], first[row + 1]);
    }

    /** Returns those of some prefixes, in the given order. */
    ChoiceLogProbabilities select(int... rows) {
        int[] selected = new int[rows.length + 1];
        for (int row = 0; row < rows.length; row++) {
            selected[row + 1] = selected[row] + first[rows[row] + 1] - first[rows[row]];
        }
        double[] ofSelected = new double[selected[rows.length]];
        for (int row = 0; row < rows.length; row++) {
            System.arraycopy(values, first[rows[row]], ofSelected, selected[row], selected[row + 1] - selected[row]);
        }
        return new ChoiceLogProbabilities(selected, ofSelected);
    }

    /** Returns these, followed by others. */
    ChoiceLogProbabilities joinedWith(List<ChoiceLogProbabilities> others) {
        IntArrayList allFirst = new IntArrayList(first);
        DoubleArrayList all = new DoubleArrayList(values);
        for (ChoiceLogProbabilities other : others) {
            int before = all.size();
            Arrays.stream(other.first).skip(1).forEach(end -> allFirst.add(before + end));
            all.addElements(before, other.values);
        }
        return new ChoiceLogProbabilities(allFirst.toIntArray(), all.toDoubleArray());
    }
}
