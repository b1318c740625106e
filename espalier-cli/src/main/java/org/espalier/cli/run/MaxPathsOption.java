package org.espalier.cli.run;

import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.estimate.Exact;
import org.espalier.run.data.LineWarnings;
import org.espalier.run.data.PairSet;
import picocli.CommandLine.Option;

/** The limit on paths to enumerate. */
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
     * Returns which pairs have few enough paths to enumerate, and reports the others.
     *
     * @throws EspalierException if no pair has
     */
    IntPredicate enumerable(PairSet pairs, Console console) {
        BitSet enumerable = new BitSet();
        LineWarnings warnings = new LineWarnings(pairs.name(), console::info);
        boolean anyAcyclic = false;
        for (int pair = 0; pair < pairs.pairs().size(); pair++) {
            Lattice lattice = pairs.lattices().lattice(pair);
            Optional<String> obstacle = Exact.obstacle(lattice, maxPaths);
            enumerable.set(pair, obstacle.isEmpty());
            anyAcyclic |= lattice.isAcyclic();
            if (obstacle.isPresent()) {
                String flag = lattice.isAcyclic() ? " (--max-paths)" : "";
                warnings.add(pairs.place(pair), obstacle.get() + flag + "; skipped");
            }
        }
        warnings.finish();
        if (enumerable.isEmpty()) {
            throw new EspalierException(pairs.name()
                    + ": no pair has paths that can be enumerated; draw some instead"
                    + (anyAcyclic ? ", or raise --max-paths" : ""));
        }
        return enumerable::get;
    }
}
