package org.espalier.model;

import java.util.Arrays;

/**
 * The keys from which the dropout masks of rows are derived: the row's pair, and its number among the rows of that pair.
 * Keys do not depend on the other pairs of a batch.
 *
 * @param pair for each row its pair within the batch; -1 for padding
 * @param number for each row its number among the rows of its pair
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
record DropoutKeys(int[] pair, int[] number) {
    /** Numbers the rows of each pair in their order, which must not depend on the other pairs. */
    static DropoutKeys of(int[] pair, int pairs) {
        int[] next = new int[pairs];
        int[] number = new int[pair.length];
        for (int row = 0; row < pair.length; row++) {
            number[row] = next[pair[row]]++;
        }
        return new DropoutKeys(pair, number);
    }

    /** Returns the keys of the nodes of a tree. */
    static DropoutKeys ofNodes(PrefixTree tree) {
        return of(tree.pairsOfNodes(), tree.pairs());
    }

    /** Returns the keys of the given rows, which may repeat; -1 stands for padding. */
    DropoutKeys select(int... rows) {
        int[] pairs = new int[rows.length];
        int[] numbers = new int[rows.length];
        Arrays.setAll(pairs, i -> rows[i] < 0 ? -1 : pair[rows[i]]);
        Arrays.setAll(numbers, i -> rows[i] < 0 ? 0 : number[rows[i]]);
        return new DropoutKeys(pairs, numbers);
    }
}
