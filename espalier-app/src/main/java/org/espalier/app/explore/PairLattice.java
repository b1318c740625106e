package org.espalier.app.explore;

import java.util.List;
import org.espalier.app.data.Pair;
import org.espalier.app.data.PairSet;
import org.espalier.app.data.Reading;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.LimitException;
import org.espalier.model.LatticeBatch;

/** A pair that a page asks about, with its lattice. */
record PairLattice(Group group, Pair pair, Lattice lattice) {
    /**
     * The pair of two texts.
     *
     * @throws Refusal if it is too large, which is known before anything is built
     */
    static Pair pair(Group group, String x, String y) {
        Reading reading = group.reading();
        Pair pair = new Pair(reading.split(x), reading.split(y), 0);
        long positions = positions(pair);
        if (positions > Limits.POSITIONS) {
            throw new Refusal(
                    Refusal.UNPROCESSABLE,
                    "a pair of " + pair.x().size() + " by " + pair.y().size() + " symbols has " + positions
                            + " positions, more than the " + Limits.POSITIONS
                            + " that the explorer shows; shorten it, or take espalier lattice");
        }
        return pair;
    }

    static long positions(Pair pair) {
        return (pair.x().size() + 1L) * (pair.y().size() + 1L);
    }

    /**
     * Builds the lattice of a pair.
     *
     * @throws Refusal if it is too large, or empty
     */
    static PairLattice of(Group group, Pair pair) {
        LatticeOptions options = group.options()
                .withMaxStates(Math.min(Limits.STATES, group.options().maxStates()));
        Lattice lattice = build(group, pair, options);
        PairSet.obstacle(pair, lattice).ifPresent(reason -> {
            throw new Refusal(Refusal.UNPROCESSABLE, reason);
        });
        if (lattice.arcs() > Limits.ARCS) {
            throw tooLarge(lattice.arcs() + " arcs, more than the " + Limits.ARCS);
        }
        return new PairLattice(group, pair, lattice);
    }

    private static Lattice build(Group group, Pair pair, LatticeOptions options) {
        try {
            return group.machine().lattices().builder(options).build(pair.x(), pair.y());
        } catch (LimitException e) {
            throw tooLarge("more than " + options.maxStates() + " states before it is minimized, the most");
        }
    }

    private static Refusal tooLarge(String size) {
        return new Refusal(
                Refusal.UNPROCESSABLE,
                "the lattice of this pair has " + size
                        + " that the explorer shows; shorten the pair, or take espalier lattice");
    }

    LatticeBatch batch() {
        return LatticeBatch.of(List.of(lattice));
    }
}
