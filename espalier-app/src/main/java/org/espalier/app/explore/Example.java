package org.espalier.app.explore;

import java.util.List;
import org.espalier.app.data.Pair;
import org.espalier.app.data.PairFile;
import org.espalier.app.data.Tokens;

/** A pair to begin with, as a person would type it. */
public record Example(String x, String y) {
    static final int MOST = 50;

    /** The first pairs of a file that was read by these tokens, without those that are too large to be shown. */
    public static List<Example> of(PairFile pairs, Tokens tokens) {
        return pairs.pairs().stream()
                .filter(pair -> PairLattice.positions(pair) <= Limits.POSITIONS)
                .limit(MOST)
                .map(pair -> of(pair, tokens))
                .toList();
    }

    private static Example of(Pair pair, Tokens tokens) {
        return new Example(tokens.join(pair.x()), tokens.join(pair.y()));
    }
}
