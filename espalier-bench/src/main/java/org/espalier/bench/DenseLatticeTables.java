package org.espalier.bench;

import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.espalier.model.LatticeBatch;

/**
 * The lattices of a batch as dense tables of states × symbols. One additional state holds the strings that have ended; only EOS
 * is legal there.
 *
 * @param illegal whether a symbol is illegal at a state
 * @param next the target state of a symbol
 * @param roots the initial state of each pair
 * @param ended the state after EOS
 */
record DenseLatticeTables(Tensor illegal, Tensor next, Tensor roots, int ended) {
    static DenseLatticeTables of(LatticeBatch batch) {
        int ended = batch.states();
        int symbols = batch.marks() + 1;
        boolean[] illegal = new boolean[(ended + 1) * symbols];
        long[] next = new long[illegal.length];
        Arrays.fill(illegal, true);
        Arrays.fill(next, ended);
        illegal[illegal.length - 1] = false;
        for (int state = 0; state < ended; state++) {
            for (int choice = 0; choice < batch.choices(state); choice++) {
                int at = state * symbols + batch.symbol(state, choice);
                illegal[at] = false;
                next[at] = choice < batch.degree(state) ? batch.target(batch.arc(state, choice)) : ended;
            }
        }
        long[] roots = new long[batch.pairs()];
        Arrays.setAll(roots, batch::root);
        return new DenseLatticeTables(
                Tensor.create(illegal, ended + 1, symbols),
                Tensor.create(next, ended + 1, symbols),
                Tensor.create(roots),
                ended);
    }
}
