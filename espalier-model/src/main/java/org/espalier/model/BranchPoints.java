package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.espalier.fst.base.LogSpace;

/**
 * The prefixes, among many, whose states have more than one choice, with all their choices in one list. Most states of a
 * lattice have a single choice, whose probability is 1; networks compute logits for branch points only.
 */
final class BranchPoints {
    private final LatticeBatch batch;
    private final int[] states;
    private final int[] rows;
    private final int[] first;
    private final int[] branchOfChoice;
    private final int[] symbols;
    private final int[] arcs;

    /** @param states the state of each prefix (row) */
    BranchPoints(LatticeBatch batch, int... states) {
        this.batch = batch;
        this.states = states;
        IntArrayList found = new IntArrayList();
        int choices = 0;
        for (int row = 0; row < states.length; row++) {
            int choicesOfRow = batch.choices(states[row]);
            if (choicesOfRow > 1) {
                found.add(row);
                choices += choicesOfRow;
            }
        }
        this.rows = found.toIntArray();
        this.first = new int[rows.length + 1];
        this.branchOfChoice = new int[choices];
        this.symbols = new int[choices];
        this.arcs = new int[choices];
        int next = 0;
        for (int branch = 0; branch < rows.length; branch++) {
            int state = states[rows[branch]];
            first[branch] = next;
            for (int choice = 0; choice < batch.choices(state); choice++) {
                branchOfChoice[next] = branch;
                symbols[next] = batch.symbol(state, choice);
                arcs[next++] = choice < batch.degree(state) ? batch.arc(state, choice) : -1;
            }
        }
        first[rows.length] = next;
    }

    LatticeBatch batch() {
        return batch;
    }

    /** Returns the number of branch points. */
    int size() {
        return rows.length;
    }

    /** Returns the number of choices of all branch points together. */
    int choices() {
        return symbols.length;
    }

    /** Returns the row of each branch point. */
    int[] rows() {
        return rows;
    }

    int state(int branch) {
        return states[rows[branch]];
    }

    DropoutKeys dropoutKeys() {
        int[] pair = new int[rows.length];
        Arrays.setAll(pair, branch -> batch.pair(state(branch)));
        return DropoutKeys.of(pair, batch.pairs());
    }

    DropoutKeys dropoutKeysOfChoices() {
        int[] pair = new int[choices()];
        Arrays.setAll(pair, choice -> batch.pair(state(branchOfChoice[choice])));
        return DropoutKeys.of(pair, batch.pairs());
    }

    /** Returns the first choice of a branch point; for {@code branch == size()}, the number of choices. */
    int first(int branch) {
        return first[branch];
    }

    /** Returns the branch point of each choice. */
    int[] branchOfChoice() {
        return branchOfChoice;
    }

    /** Returns the mark of each choice, or the number of marks for EOS. */
    int[] symbols() {
        return symbols;
    }

    /** Returns the arc of each choice, or -1 for EOS. */
    int[] arcs() {
        return arcs;
    }

    /** Turns logits of the choices into log-probabilities, in place: a softmax per branch point. */
    void normalize(double[] logits) {
        for (int branch = 0; branch < rows.length; branch++) {
            double total = LogSpace.sum(logits, first[branch], first[branch + 1]);
            for (int choice = first[branch]; choice < first[branch + 1]; choice++) {
                logits[choice] -= total;
            }
        }
    }

    /** Returns the log-probabilities of the choices of all rows; the single choice of a row that does not branch has 0. */
    double[] ofAllRows(double[] ofChoices) {
        int length = 0;
        for (int state : states) {
            length += batch.choices(state);
        }
        double[] result = new double[length];
        int offset = 0;
        int branch = 0;
        for (int state : states) {
            int choicesOfRow = batch.choices(state);
            if (choicesOfRow > 1) {
                System.arraycopy(ofChoices, first[branch++], result, offset, choicesOfRow);
            }
            offset += choicesOfRow;
        }
        return result;
    }

    /** Returns the choice of each event of the tree whose nodes are the rows; -1 if its prefix has a single choice. */
    int[] choicesOfEvents(PrefixTree tree) {
        int[] branchOfRow = new int[states.length];
        Arrays.fill(branchOfRow, -1);
        for (int branch = 0; branch < rows.length; branch++) {
            branchOfRow[rows[branch]] = branch;
        }
        int[] result = new int[tree.events()];
        for (int event = 0; event < result.length; event++) {
            int branch = branchOfRow[tree.prefix(event)];
            result[event] = branch < 0 ? -1 : choice(branch, tree.symbol(event));
        }
        return result;
    }

    /** Returns the choice of a branch point that has a symbol. */
    int choice(int branch, int symbol) {
        for (int choice = first[branch]; choice < first[branch + 1]; choice++) {
            if (symbols[choice] == symbol) {
                return choice;
            }
        }
        throw new IllegalStateException("an event of the tree is not possible in its lattice");
    }

    /**
     * Returns the gradient of the logits, given that of the log-probabilities of events. With label smoothing ε the target
     * distribution of an event is 1-ε for the event's choice plus ε/n for each of the n choices.
     */
    double[] gradientOfLogits(double[] logProbabilities, int[] choiceOfEvent, double[] ofEvent, double smoothing) {
        double[] result = new double[choices()];
        double[] total = new double[rows.length];
        for (int event = 0; event < ofEvent.length; event++) {
            int choice = choiceOfEvent[event];
            if (choice >= 0) {
                result[choice] += (1 - smoothing) * ofEvent[event];
                total[branchOfChoice[choice]] += ofEvent[event];
            }
        }
        for (int choice = 0; choice < result.length; choice++) {
            int branch = branchOfChoice[choice];
            double uniform = smoothing / (first[branch + 1] - first[branch]);
            result[choice] += total[branch] * (uniform - Math.exp(logProbabilities[choice]));
        }
        return result;
    }
}
