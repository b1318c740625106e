package org.espalier.cli.run;

import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.estimate.Exact;
import org.espalier.run.data.LineWarnings;
import org.espalier.run.data.PairSet;
import picocli.CommandLine.Option;

/** How many paths may be enumerated. */
public final class MaxPathsOption {
    @Option(
            names = "--max-paths",
            paramLabel = "N",
            converter = PositiveNumber.OfLong.class,
            description = "Maximum number of paths of a lattice to enumerate. Default: ${DEFAULT-VALUE}.")
    private long maxPaths = Exact.DEFAULT_MAX_PATHS;

    public long maxPaths() {
        return maxPaths;
    }

    /**
     * Which pairs have paths that can be enumerated; of each other it is said that it has not.
     *
     * @throws EspalierException if none has
     */
    IntPredicate enumerable(PairSet pairs, Console console) {
        BitSet enumerable = new BitSet();
        LineWarnings leftOut = new LineWarnings(pairs.name(), console::say);
        boolean tooMany = false;
        for (int pair = 0; pair < pairs.pairs().size(); pair++) {
            Optional<String> obstacle = Exact.obstacle(pairs.lattices().lattice(pair), maxPaths);
            enumerable.set(pair, obstacle.isEmpty());
            tooMany |= obstacle.isPresent() && pairs.lattices().lattice(pair).isAcyclic();
            if (obstacle.isPresent()) {
                leftOut.tell(pairs.place(pair), obstacle.get() + "; skipped");
            }
        }
        leftOut.tellRest();
        if (enumerable.isEmpty()) {
            throw new EspalierException(pairs.name()
                    + ": no pair has paths that can be enumerated; draw some instead"
                    + (tooMany ? ", or raise --max-paths" : ""));
        }
        return enumerable::get;
    }
}
