package org.espalier.run.start;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.espalier.fst.language.DataSymbols;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;

/**
 * Statistics of pairs.
 *
 * @param pairs the number of pairs
 * @param differentInputs the number of different inputs
 * @param repeatedPairs the number of pairs that are equal to an earlier one
 * @param symbols the symbols of both tapes, in the order of their first occurrence
 * @param shared the number of symbols that are on both tapes
 */
public record PairSummary(
        int pairs,
        int differentInputs,
        int repeatedPairs,
        DataSymbols symbols,
        int shared,
        Lengths input,
        Lengths output) {
    /** Numbers of symbols in strings. */
    public record Lengths(int shortest, double mean, int longest) {
        private static Lengths of(List<Pair> pairs, Function<Pair, List<String>> side) {
            var lengths =
                    pairs.stream().mapToInt(pair -> side.apply(pair).size()).summaryStatistics();
            return new Lengths(lengths.getMin(), lengths.getAverage(), lengths.getMax());
        }
    }

    private record StringPair(List<String> x, List<String> y) {}

    /** Computes the statistics of at least one pair. */
    public static PairSummary of(List<Pair> pairs, Reading reading) {
        DataSymbols symbols = new PairFile("the pairs", pairs).symbols(reading);
        Set<List<String>> inputs = new HashSet<>();
        Set<StringPair> different = new HashSet<>();
        for (Pair pair : pairs) {
            inputs.add(pair.x());
            different.add(new StringPair(pair.x(), pair.y()));
        }
        Set<String> shared = new HashSet<>(symbols.input());
        shared.retainAll(new HashSet<>(symbols.output()));
        return new PairSummary(
                pairs.size(),
                inputs.size(),
                pairs.size() - different.size(),
                symbols,
                shared.size(),
                Lengths.of(pairs, pair -> reading.letters(pair.x())),
                Lengths.of(pairs, Pair::y));
    }
}
