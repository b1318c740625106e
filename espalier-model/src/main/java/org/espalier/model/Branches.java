package org.espalier.model;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.espalier.fst.base.LogSpace;

/**
 * The rows of many that have a choice, and their choices laid end to end. Most states of a lattice have one way on, which
 * has probability 1 whatever the model says; only the others, the branches, are worth a network's work.
 */
final class Branches {
    private final LatticeBatch batch;
    private final int[] states;
    private final int[] rows;
    private final int[] first;
    private final int[] branchOfChoice;
    private final int[] symbols;
    private final int[] arcs;

    /** @param states for each row its state */
    Branches(LatticeBatch batch, int... states) {
        this.batch = batch;
        this.states = states;
        IntArrayList found = new IntArrayList();
        int choices = 0;
        for (int row = 0; row < states.length; row++) {
            int own = batch.choices(states[row]);
            if (own > 1) {
                found.add(row);
                choices += own;
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

    int size() {
        return rows.length;
    }

    int choices() {
        return symbols.length;
    }

    /** The rows that are branches. */
    int[] rows() {
        return rows;
    }

    int state(int branch) {
        return states[rows[branch]];
    }

    PairRowKeys pairRows() {
        int[] pair = new int[rows.length];
        Arrays.setAll(pair, branch -> batch.pair(state(branch)));
        return PairRowKeys.of(pair, batch.pairs());
    }

    /** Where a branch's choices begin; of the one after the last, the number of choices. */
    int first(int branch) {
        return first[branch];
    }

    /** For each choice its branch. */
    int[] branchOfChoice() {
        return branchOfChoice;
    }

    /** For each choice its mark, or the number of marks for EOS. */
    int[] symbols() {
        return symbols;
    }

    /** For each choice its arc, or -1 for EOS. */
    int[] arcs() {
        return arcs;
    }

    /** Logits to log-probabilities, in place: each branch's choices add up to one. */
    void normalize(double[] logits) {
        for (int branch = 0; branch < rows.length; branch++) {
            double total = LogSpace.sum(logits, first[branch], first[branch + 1]);
            for (int choice = first[branch]; choice < first[branch + 1]; choice++) {
                logits[choice] -= total;
            }
        }
    }

    /** For every row the log-probabilities of all its choices, end to end; rows without a choice have 0. */
    double[] spread(double[] ofChoices) {
        int length = 0;
        for (int state : states) {
            length += batch.choices(state);
        }
        double[] result = new double[length];
        int at = 0;
        int branch = 0;
        for (int row = 0; row < states.length; row++) {
            int own = batch.choices(states[row]);
            if (own > 1) {
                System.arraycopy(ofChoices, first[branch++], result, at, own);
            }
            at += own;
        }
        return result;
    }

    /** For each event of a tree, whose nodes are the rows, the choice it is; -1 where there was none. */
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

    private int choice(int branch, int symbol) {
        for (int choice = first[branch]; choice < first[branch + 1]; choice++) {
            if (symbols[choice] == symbol) {
                return choice;
            }
        }
        throw new IllegalStateException("a tree's event is not of its lattice");
    }

    /**
     * The gradient of logits that a gradient of log-probabilities of events makes: with label smoothing ε the target of an
     * event is 1-ε for what happened plus ε/n for each of the n choices.
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
