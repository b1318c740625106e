package org.espalier.run.start;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;
import org.espalier.run.data.TokenUnit;

/**
 * A sign that a file of pairs was not read as it was meant.
 *
 * @param message the sign, and what is likelier
 * @param settings the settings that change how the file is read
 */
public record SuspiciousReading(String message, List<String> settings) {
    /** From this number of inputs on, as many symbols as inputs are suspicious. */
    private static final int MANY = 20;

    private static final int COMMONEST = 3;

    /** Returns all signs; none if nothing is suspicious. */
    public static List<SuspiciousReading> of(PairFile file, PairSummary summary, Reading reading) {
        List<SuspiciousReading> signs = new ArrayList<>();
        boolean areInputsSingle = summary.input().longest() <= 1 && summary.differentInputs() > 1;
        boolean areOutputsSingle =
                summary.output().longest() <= 1 && summary.symbols().output().size() > 1;
        if (areInputsSingle && areOutputsSingle) {
            add(
                    signs,
                    "every string is a single symbol; if each character is meant to be a symbol, read them as chars",
                    "tokens");
        } else if (areInputsSingle) {
            add(
                    signs,
                    "every input is a single symbol, such as "
                            + EspalierException.quote(first(summary.symbols().letters()))
                            + "; if its characters are meant to be the symbols, read inputs as chars",
                    "inputTokens");
        } else if (areOutputsSingle) {
            add(
                    signs,
                    "every output is a single symbol, such as "
                            + EspalierException.quote(first(summary.symbols().output()))
                            + "; if its characters are meant to be the symbols, read outputs as chars, and if it is not"
                            + " the output at all, say what the columns hold",
                    "outputTokens",
                    "columns");
        } else if (!reading.input().tokens().isCharacters()
                && summary.differentInputs() >= MANY
                && summary.symbols().letters().size() >= summary.differentInputs()) {
            add(
                    signs,
                    "there are as many input symbols ("
                            + summary.symbols().letters().size() + ") as inputs ("
                            + summary.differentInputs()
                            + "), so hardly anything can be learned about one of them; characters are likelier to be the"
                            + " symbols",
                    "inputTokens");
        }
        Set<String> commonest = reading.output().tokens().isCharacters() ? commonest(file.pairs()) : Set.of();
        if (commonest.contains(TokenUnit.SPACE)) {
            add(
                    signs,
                    "the space is among the commonest output symbols; if it separates symbols, read outputs as words",
                    "outputTokens");
        }
        for (String symbol : commonest) {
            if (symbol.codePoints().allMatch(Character::isSpaceChar)) {
                add(
                        signs,
                        String.format(
                                Locale.ROOT,
                                "the space U+%04X is among the commonest output symbols; if it separates symbols, write plain"
                                        + " spaces instead",
                                symbol.codePointAt(0)));
            }
        }
        addSeparator(signs, summary, file, ",", "comma");
        addSeparator(signs, summary, file, ";", "semicolon");
        if (!file.badLines().isEmpty() && file.badLines().size() >= file.pairs().size()) {
            add(
                    signs,
                    "half of the lines or more cannot be read; the file may have another format or other columns",
                    "format",
                    "columns");
        }
        return signs;
    }

    private static void add(List<SuspiciousReading> signs, String message, String... settings) {
        signs.add(new SuspiciousReading(message, List.of(settings)));
    }

    private static String first(List<String> symbols) {
        return symbols.isEmpty() ? "" : symbols.get(0);
    }

    /** Adds a sign if every input has a symbol that often separates columns. */
    private static void addSeparator(
            List<SuspiciousReading> signs, PairSummary summary, PairFile file, String symbol, String name) {
        if (summary.symbols().letters().contains(symbol)
                && file.pairs().stream().allMatch(pair -> pair.x().contains(symbol))) {
            add(
                    signs,
                    "every input has a " + name + "; if " + name
                            + "s separate the columns, write tabs instead, which are what separates columns here");
        }
    }

    /** Returns the commonest symbols of outputs. */
    private static Set<String> commonest(List<Pair> pairs) {
        Map<String, Integer> counts = new HashMap<>();
        pairs.forEach(pair -> pair.y().forEach(each -> counts.merge(each, 1, Integer::sum)));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(COMMONEST)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
