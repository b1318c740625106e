package org.espalier.app.cli;

import java.math.BigInteger;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.espalier.app.data.LeftOut;
import org.espalier.app.data.PairSet;
import org.espalier.fst.Counted;
import org.espalier.fst.EspalierException;
import org.espalier.fst.Lattice;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.model.estimate.Exact;
import picocli.CommandLine.Option;

/** How many paths may be enumerated. */
public final class ExactOption {
    @Option(
            names = "--max-paths",
            paramLabel = "N",
            converter = Positive.OfLong.class,
            description = "The most paths of a lattice to enumerate. Default: ${DEFAULT-VALUE}.")
    private long maxPaths = Exact.DEFAULT_MAX_PATHS;

    public long maxPaths() {
        return maxPaths;
    }

    /** Why the paths of a lattice cannot be enumerated, if they cannot. */
    public Optional<String> obstacle(Lattice lattice) {
        return obstacle(lattice, maxPaths);
    }

    /** The same for at most so many paths. */
    public static Optional<String> obstacle(Lattice lattice, long maxPaths) {
        if (!lattice.isAcyclic()) {
            return Optional.of("its lattice is cyclic, so that its paths are without number");
        }
        BigInteger paths = DynamicPrograms.countPaths(lattice);
        return paths.compareTo(BigInteger.valueOf(maxPaths)) > 0
                ? Optional.of("it has more than " + Counted.of(maxPaths, "path") + " (--max-paths)")
                : Optional.empty();
    }

    /**
     * Which pairs have paths that can be enumerated; of each other it is said that it has not.
     *
     * @throws EspalierException if none has
     */
    IntPredicate enumerable(PairSet pairs, Console console) {
        BitSet enumerable = new BitSet();
        LeftOut leftOut = new LeftOut(pairs.name(), console::say);
        boolean tooMany = false;
        for (int pair = 0; pair < pairs.pairs().size(); pair++) {
            Optional<String> obstacle = obstacle(pairs.lattices().lattice(pair));
            enumerable.set(pair, obstacle.isEmpty());
            tooMany |= obstacle.isPresent() && pairs.lattices().lattice(pair).isAcyclic();
            if (obstacle.isPresent()) {
                leftOut.tell(pairs.place(pair), obstacle.get() + "; left out");
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
