package org.espalier.model;

import java.util.Arrays;

/**
 * Rows of a batch, each known by its pair and by its number among that pair's rows: names that do not depend on what
 * else is in the batch.
 *
 * @param pair for each row its pair within the batch; -1 for a row that means nothing
 */
@SuppressWarnings("ArrayRecordComponent") // handed over whole, never compared
record PairRowKeys(int[] pair, int[] number) {
    /** Rows whose order within each pair does not depend on the other pairs. */
    static PairRowKeys of(int[] pair, int pairs) {
        int[] next = new int[pairs];
        int[] number = new int[pair.length];
        for (int row = 0; row < pair.length; row++) {
            number[row] = next[pair[row]]++;
        }
        return new PairRowKeys(pair, number);
    }

    static PairRowKeys ofNodes(PrefixTree tree) {
        return of(tree.pairsOfNodes(), tree.pairs());
    }

    /** Some of these rows, or some often; -1 for a row that means nothing. */
    PairRowKeys at(int... rows) {
        int[] pairs = new int[rows.length];
        int[] numbers = new int[rows.length];
        Arrays.setAll(pairs, i -> rows[i] < 0 ? -1 : pair[rows[i]]);
        Arrays.setAll(numbers, i -> rows[i] < 0 ? 0 : number[rows[i]]);
        return new PairRowKeys(pairs, numbers);
    }
}
