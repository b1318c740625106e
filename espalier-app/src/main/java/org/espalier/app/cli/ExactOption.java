package org.espalier.app.cli;

import java.math.BigInteger;
import java.util.Optional;
import org.espalier.app.data.PairSet;
import org.espalier.fst.Lattice;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.model.estimate.Exact;
import picocli.CommandLine.Option;

/** How many paths may be enumerated. */
final class ExactOption {
    @Option(
            names = "--max-paths",
            paramLabel = "N",
            converter = Positive.OfLong.class,
            description = "The most paths of a lattice to enumerate. Default: ${DEFAULT-VALUE}.")
    private long maxPaths = Exact.DEFAULT_MAX_PATHS;

    long maxPaths() {
        return maxPaths;
    }

    /** Why the paths of a lattice cannot be enumerated, if they cannot. */
    Optional<String> obstacle(Lattice lattice) {
        if (!lattice.isAcyclic()) {
            return Optional.of("its lattice is cyclic, so that its paths are without number");
        }
        BigInteger paths = DynamicPrograms.countPaths(lattice);
        return paths.compareTo(BigInteger.valueOf(maxPaths)) > 0
                ? Optional.of("it has more than " + maxPaths + " paths (--max-paths)")
                : Optional.empty();
    }

    /** Whether the paths of a pair can be enumerated; if not, that is said. */
    boolean allows(PairSet pairs, int pair, Console console) {
        Optional<String> obstacle = obstacle(pairs.lattices().lattice(pair));
        obstacle.ifPresent(why -> console.say(pairs.place(pair) + ": " + why + "; left out"));
        return obstacle.isEmpty();
    }
}
