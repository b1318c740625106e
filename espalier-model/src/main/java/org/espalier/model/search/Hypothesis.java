package org.espalier.model.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A prefix of a mark string with a path of x ∘ T that spells it.
 *
 * @param node the node of x ∘ T at the end of the path
 * @param row the row of the scorer's walk, which all equal prefixes share
 * @param logP log p̃ of the prefix, without EOS
 * @param output the output written so far
 * @param last the last mark; null for the empty prefix
 */
record Hypothesis(
        int node,
        int row,
        double logP,
        WrittenOutput output,
        @Nullable Mark last) {
    /** A mark and those before it; hypotheses with a common prefix share its nodes. */
    record Mark(@Nullable Mark before, int mark) {}

    /** What identifies a hypothesis: two of the same kind have the same marks and the same future, so one is redundant. */
    record Kind(int row, int mark, int node, WrittenOutput output) {}

    static Hypothesis empty(int node, int row, WrittenOutput output) {
        return new Hypothesis(node, row, 0, output, null);
    }

    /** Returns the hypothesis after an arc without a mark. */
    Hypothesis moved(int to, int[] written) {
        return new Hypothesis(to, row, logP, output.with(written), last);
    }

    /** Returns the hypothesis after an arc with a mark. */
    Hypothesis extended(int to, int toRow, double newLogP, int[] written, int mark) {
        return new Hypothesis(to, toRow, newLogP, output.with(written), new Mark(last, mark));
    }

    int[] marks() {
        IntArrayList reversed = new IntArrayList();
        for (Mark at = last; at != null; at = at.before) {
            reversed.add(at.mark);
        }
        int[] marks = new int[reversed.size()];
        Arrays.setAll(marks, t -> reversed.getInt(marks.length - 1 - t));
        return marks;
    }
}
