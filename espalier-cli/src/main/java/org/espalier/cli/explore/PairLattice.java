package org.espalier.cli.explore;

import java.util.List;
import org.espalier.cli.http.RequestRefusedException;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.base.LimitException;
import org.espalier.model.LatticeBatch;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairSet;
import org.espalier.run.data.Reading;

/** The pair of a request, with its lattice. */
record PairLattice(RunGroup group, Pair pair, Lattice lattice) {
    /**
     * Splits two texts into symbols.
     *
     * @throws RequestRefusedException if the pair has too many positions
     */
    static Pair pair(RunGroup group, String x, String y) {
        Reading reading = group.reading();
        Pair pair = new Pair(reading.inputSymbols(x), reading.outputSymbols(y), 0);
        long positions = positions(pair);
        if (positions > ExplorerLimits.POSITIONS) {
            throw new RequestRefusedException(
                    RequestRefusedException.UNPROCESSABLE,
                    "a pair of " + pair.x().size() + " by " + pair.y().size() + " symbols has " + positions
                            + " positions, more than the " + ExplorerLimits.POSITIONS
                            + " that the explorer shows; shorten it, or use espalier lattice");
        }
        return pair;
    }

    static long positions(Pair pair) {
        return (pair.x().size() + 1L) * (pair.y().size() + 1L);
    }

    /**
     * Builds the lattice of a pair.
     *
     * @throws RequestRefusedException if the lattice is too large or empty
     */
    static PairLattice of(RunGroup group, Pair pair) {
        LatticeOptions options = group.options()
                .withMaxStates(Math.min(ExplorerLimits.STATES, group.options().maxStates()));
        Lattice lattice = build(group, pair, options);
        PairSet.obstacle(pair, lattice).ifPresent(reason -> {
            throw new RequestRefusedException(RequestRefusedException.UNPROCESSABLE, reason);
        });
        if (lattice.arcs() > ExplorerLimits.ARCS) {
            throw tooLarge(lattice.arcs() + " arcs, more than the " + ExplorerLimits.ARCS);
        }
        return new PairLattice(group, pair, lattice);
    }

    private static Lattice build(RunGroup group, Pair pair, LatticeOptions options) {
        try {
            return group.machine().lattices().builder(options).build(pair.x(), pair.y());
        } catch (LimitException e) {
            throw tooLarge("more than " + options.maxStates() + " states before it is minimized, the most");
        }
    }

    private static RequestRefusedException tooLarge(String size) {
        return new RequestRefusedException(
                RequestRefusedException.UNPROCESSABLE,
                "the lattice of this pair has " + size
                        + " that the explorer shows; shorten the pair, or use espalier lattice");
    }

    LatticeBatch batch() {
        return LatticeBatch.of(List.of(lattice));
    }
}
