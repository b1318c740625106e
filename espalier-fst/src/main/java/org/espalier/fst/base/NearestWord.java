package org.espalier.fst.base;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the word that a misspelt word was probably meant to be. */
public final class NearestWord {
    /** The length above which words are not considered. */
    private static final int MAX_LENGTH = 60;

    private NearestWord() {}

    /**
     * Returns the candidate nearest to a word, if one is near: equal up to case, or with at most a third of the
     * characters edited.
     */
    public static Optional<String> to(String word, Stream<String> candidates) {
        return candidates
                .map(candidate -> new Match(candidate, distance(word, candidate)))
                .filter(candidate -> candidate.distance <= word.length() / 3)
                .min(Comparator.comparingInt(Match::distance))
                .map(Match::text);
    }

    private record Match(String text, int distance) {}

    private static int distance(String a, String b) {
        if (a.equalsIgnoreCase(b)) {
            return 0;
        }
        return Math.max(a.length(), b.length()) > MAX_LENGTH ? Integer.MAX_VALUE : edits(a, b);
    }

    /**
     * Returns the smallest number of deletions, insertions, substitutions and transpositions of neighbours. Complexity:
     * O(|a| · |b|).
     */
    private static int edits(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                cost[i][j] =
                        Math.min(cost[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
