package org.espalier.run.start;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.run.data.Pair;
import org.espalier.run.data.Reading;
import org.espalier.run.data.TokenUnit;

/**
 * Beginnings of inputs that stand at the end of their outputs, after a space: German <em>abschließen</em> becomes
 * <em>schließt ab</em>. A machine that works from left to right can move them only if it lists them.
 *
 * @param prefixes the beginnings, the most frequent first
 * @param pairs the number of pairs with one of them
 * @param example the first such pair, for people
 */
public record MovedPrefixes(List<List<String>> prefixes, int pairs, String example) {
    /** Beginnings are proposed from this number of pairs on; fewer may be chance. */
    private static final int MIN_PAIRS = 10;

    /** Beginnings are proposed from this share of all pairs on. */
    private static final double MIN_SHARE = 0.005;

    /** Starts a comment in a table, so no row can begin with it. */
    private static final String COMMENT = "#";

    /** The machine has a copy of all edits for each beginning. */
    private static final int MAX_PREFIXES = 100;

    /** No beginnings. */
    public static final MovedPrefixes NONE = new MovedPrefixes(List.of(), 0, "");

    /** Finds the beginnings that pairs move; none, if too few pairs do. */
    public static MovedPrefixes of(List<Pair> pairs, Reading reading) {
        Map<List<String>, Integer> counts = new LinkedHashMap<>();
        String example = "";
        for (Pair pair : pairs) {
            List<String> x = reading.letters(pair.x());
            List<String> moved = moved(x, pair.y());
            if (!moved.isEmpty()) {
                counts.merge(moved, 1, Integer::sum);
                example = example.isEmpty() ? text(x) + ": " + text(pair.y()) : example;
            }
        }
        int found = counts.values().stream().mapToInt(Integer::intValue).sum();
        if (found < Math.max(MIN_PAIRS, MIN_SHARE * pairs.size())) {
            return NONE;
        }
        List<Map.Entry<List<String>, Integer>> frequent = new ArrayList<>(counts.entrySet());
        frequent.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
        List<Map.Entry<List<String>, Integer>> kept = frequent.subList(0, Math.min(MAX_PREFIXES, frequent.size()));
        return new MovedPrefixes(
                kept.stream().map(Map.Entry::getKey).toList(),
                kept.stream().mapToInt(Map.Entry::getValue).sum(),
                example);
    }

    private static String text(List<String> symbols) {
        return String.join("", symbols).replace(TokenUnit.SPACE, " ");
    }

    /** Returns the longest beginning of an input that its output has at its end, after a space, and not at its own beginning. */
    private static List<String> moved(List<String> x, List<String> y) {
        for (int space = 1; space < y.size() - 1; space++) {
            List<String> last = y.subList(space + 1, y.size());
            if (y.get(space).equals(TokenUnit.SPACE)
                    && !last.get(0).startsWith(COMMENT)
                    && last.size() < x.size()
                    && startsWith(x, last)
                    && !startsWith(y, last)) {
                return List.copyOf(last);
            }
        }
        return List.of();
    }

    private static boolean startsWith(List<String> text, List<String> start) {
        return start.size() <= text.size() && text.subList(0, start.size()).equals(start);
    }

    boolean isEmpty() {
        return prefixes.isEmpty();
    }

    /** Returns the table that the machine reads, with a beginning in each line. */
    String table() {
        StringBuilder table = new StringBuilder(
                "# Beginnings of inputs that may move to the end of outputs, with spaces between symbols.\n");
        prefixes.forEach(prefix -> table.append(String.join(" ", prefix)).append('\n'));
        return table.toString();
    }
}
