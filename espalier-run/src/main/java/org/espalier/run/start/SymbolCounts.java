package org.espalier.run.start;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.base.Plural;
import org.espalier.run.data.Normalization;
import org.espalier.run.data.Pair;
import org.espalier.run.data.Reading;

/**
 * How many symbols there are, and how many are rare, in composed and in decomposed text. A network learns little about a symbol that it sees a few times;
 * decomposed, ά is an α, which is frequent, and an accent, which is frequent too.
 *
 */
public record SymbolCounts(Counts composed, Counts decomposed) {
    /**
     * Numbers of symbols of both tapes.
     *
     * @param rare the number of those that occur rarely
     */
    public record Counts(int all, int rare) {}

    /** Symbols that occur fewer times than this are rare. */
    private static final int RARE = 5;

    /** Counts the symbols of pairs, which are read again with each normalization. */
    public static SymbolCounts of(List<Pair> pairs, Reading reading) {
        return new SymbolCounts(
                counts(pairs, reading.with(Normalization.NFC)), counts(pairs, reading.with(Normalization.NFD)));
    }

    private static Counts counts(List<Pair> pairs, Reading reading) {
        Map<String, Integer> input = new HashMap<>();
        Map<String, Integer> output = new HashMap<>();
        for (Pair pair : pairs) {
            reading.letters(reading.inputSymbols(reading.inputText(pair.x())))
                    .forEach(symbol -> input.merge(symbol, 1, Integer::sum));
            reading.outputSymbols(reading.outputText(pair.y()))
                    .forEach(symbol -> output.merge(symbol, 1, Integer::sum));
        }
        return new Counts(input.size() + output.size(), rare(input) + rare(output));
    }

    private static int rare(Map<String, Integer> counts) {
        return (int) counts.values().stream().filter(count -> count < RARE).count();
    }

    /** Returns whether decomposed text has fewer rare symbols, or as many of them and fewer symbols. */
    public boolean isBetterDecomposed() {
        return decomposed.rare < composed.rare || (decomposed.rare == composed.rare && decomposed.all < composed.all);
    }

    /** Returns why decomposed text is proposed. */
    public String reason() {
        return "é is e and an accent: " + Plural.of(decomposed.all, "symbol") + ", of which " + decomposed.rare
                + Plural.form(decomposed.rare, " occurs", " occur") + " fewer than " + RARE + " times, instead of "
                + composed.all + " and " + composed.rare;
    }
}
