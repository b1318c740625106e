package org.espalier.run.start;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.base.Plural;
import org.espalier.run.data.Normalization;
import org.espalier.run.data.Pair;
import org.espalier.run.data.Reading;

/**
 * How many symbols are rare in composed and in decomposed text. A network learns little about a symbol that it sees a few times;
 * decomposed, ά is an α, which is frequent, and an accent, which is frequent too.
 *
 * @param composed the number of rare symbols of both tapes in NFC
 * @param decomposed the number of rare symbols of both tapes in NFD
 */
public record SymbolCounts(int composed, int decomposed) {
    /** Symbols that occur fewer times than this are rare. */
    private static final int RARE = 5;

    /** Counts the symbols of pairs, which are read again with each normalization. */
    public static SymbolCounts of(List<Pair> pairs, Reading reading) {
        return new SymbolCounts(
                rare(pairs, reading.with(Normalization.NFC)), rare(pairs, reading.with(Normalization.NFD)));
    }

    private static int rare(List<Pair> pairs, Reading reading) {
        Map<String, Integer> input = new HashMap<>();
        Map<String, Integer> output = new HashMap<>();
        for (Pair pair : pairs) {
            reading.letters(reading.inputSymbols(reading.inputText(pair.x())))
                    .forEach(symbol -> input.merge(symbol, 1, Integer::sum));
            reading.outputSymbols(reading.outputText(pair.y()))
                    .forEach(symbol -> output.merge(symbol, 1, Integer::sum));
        }
        return rare(input) + rare(output);
    }

    private static int rare(Map<String, Integer> counts) {
        return (int) counts.values().stream().filter(count -> count < RARE).count();
    }

    /** Returns whether decomposed text has fewer rare symbols. */
    public boolean isBetterDecomposed() {
        return decomposed < composed;
    }

    /** Returns why decomposed text is proposed. */
    public String reason() {
        return "decomposed, é is e and an accent: " + Plural.of(decomposed, "symbol") + " occur fewer than " + RARE
                + " times, instead of " + composed;
    }
}
