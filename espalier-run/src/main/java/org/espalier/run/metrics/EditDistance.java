package org.espalier.run.metrics;

import java.util.List;

/** Levenshtein distance: the least number of deletions, insertions and substitutions that turn one string into another. */
public final class EditDistance {
    private EditDistance() {}

    /** Returns the distance of two strings. Complexity: time O(|a|·|b|), memory O(|b|). */
    public static int between(List<String> a, List<String> b) {
        // Entry j is the distance of the prefix of a so far from the first j symbols of b.
        int[] row = new int[b.size() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.size(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int substituted = diagonal + (a.get(i - 1).equals(b.get(j - 1)) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.size()];
    }
}
