package org.espalier.cli.explore;

import java.util.List;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;

/** An example pair, as a person would type it. */
public record ExamplePair(String x, String y) {
    static final int MAX_COUNT = 50;

    /** Returns the first pairs of a file, without those that are too large to be shown. */
    public static List<ExamplePair> of(PairFile pairs, Reading reading) {
        return pairs.pairs().stream()
                .filter(pair -> PairLattice.positions(pair) <= ExplorerLimits.POSITIONS)
                .limit(MAX_COUNT)
                .map(pair -> of(pair, reading))
                .toList();
    }

    private static ExamplePair of(Pair pair, Reading reading) {
        return new ExamplePair(reading.inputText(pair.x()), reading.outputText(pair.y()));
    }
}
