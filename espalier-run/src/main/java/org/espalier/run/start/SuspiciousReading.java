package org.espalier.run.start;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.fst.base.EspalierException;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;

/** Signs that a file of pairs was not read as it was meant, each with what is likelier. */
public final class SuspiciousReading {
    /** From this number of inputs on, as many symbols as inputs are suspicious. */
    private static final int MANY = 20;

    private static final int COMMONEST = 3;

    private SuspiciousReading() {}

    /** Returns a message for each sign; none if nothing is suspicious. */
    public static List<String> of(PairFile file, PairSummary summary, Reading reading) {
        List<String> messages = new ArrayList<>();
        boolean isOfSingles = summary.input().longest() <= 1 && summary.output().longest() <= 1;
        if (isOfSingles) {
            messages.add("every string is a single symbol; if each character is meant to be a symbol, read them as"
                    + " chars (tokens)");
        } else if (summary.input().longest() <= 1 && summary.differentInputs() > 1) {
            messages.add("every input is a single symbol, such as "
                    + EspalierException.quote(
                            file.pairs().get(0).x().stream().findFirst().orElse(""))
                    + "; if its characters are meant to be the symbols, read inputs as chars (tokens)");
        } else if (summary.differentInputs() >= MANY
                && summary.symbols().letters().size() >= summary.differentInputs()) {
            messages.add("there are as many input symbols ("
                    + summary.symbols().letters().size() + ") as inputs ("
                    + summary.differentInputs()
                    + "), so hardly anything can be learned about one of them; characters are"
                    + " likelier to be the symbols (tokens)");
        }
        if (reading.output().tokens().isCharacters() && isFrequent("<space>", file.pairs())) {
            messages.add(
                    "the space is among the commonest output symbols; if it separates symbols, read outputs as words"
                            + " (tokens)");
        }
        if (!file.badLines().isEmpty() && file.badLines().size() >= file.pairs().size()) {
            messages.add("half of the lines or more cannot be read; the file may have another format or other columns"
                    + " (format, columns)");
        }
        return messages;
    }

    private static boolean isFrequent(String symbol, List<Pair> pairs) {
        Map<String, Integer> counts = new HashMap<>();
        pairs.forEach(pair -> pair.y().forEach(each -> counts.merge(each, 1, Integer::sum)));
        int own = counts.getOrDefault(symbol, 0);
        return own > 0 && counts.values().stream().filter(count -> count > own).count() < COMMONEST;
    }
}
