package org.espalier.model.search;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A prefix of a mark string with the way it went through the machine.
 *
 * @param node where it is in x ∘ T
 * @param row its row of the scorer's walk, which it shares with every equal prefix
 * @param logP log p̃ of the prefix, without EOS
 * @param output what it has written
 * @param last its last mark, unless it is empty
 */
record Hypothesis(
        int node,
        int row,
        double logP,
        IntList output,
        @Nullable Mark last) {
    /** A mark and those before it, shared by all that begin with them. */
    record Mark(@Nullable Mark before, int mark) {}

    /** Two hypotheses of the same kind have the same future and the same marks: the second says nothing new. */
    record Kind(int row, int mark, int node, IntList output) {}

    static Hypothesis empty(int node) {
        return new Hypothesis(node, 0, 0, IntImmutableList.of(), null);
    }

    /** After an arc without marks. */
    Hypothesis moved(int to, int[] written) {
        return new Hypothesis(to, row, logP, outputWith(written), last);
    }

    /** After an arc with a mark. */
    Hypothesis grown(int to, int toRow, double newLogP, int[] written, int mark) {
        return new Hypothesis(to, toRow, newLogP, outputWith(written), new Mark(last, mark));
    }

    IntList outputWith(int[] written) {
        if (written.length == 0) {
            return output;
        }
        int[] longer = Arrays.copyOf(output.toIntArray(), output.size() + written.length);
        System.arraycopy(written, 0, longer, output.size(), written.length);
        return IntImmutableList.of(longer);
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
