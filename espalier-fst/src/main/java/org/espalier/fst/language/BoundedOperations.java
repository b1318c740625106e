package org.espalier.fst.language;

import static org.espalier.fst.language.ArcLimit.plus;
import static org.espalier.fst.language.ArcLimit.times;

import java.util.List;
import org.espalier.fst.Mfst;
import org.espalier.fst.Operations;
import org.espalier.fst.base.LimitException;
import org.espalier.fst.language.Expression.Times;

/**
 * The operations of {@link Operations} with a limit on arcs. They join machines by empty arcs and then remove these,
 * which copies the arcs of a machine's initial state to wherever it is entered. The bounds here count these copies.
 */
final class BoundedOperations {
    private final ArcLimit limit;

    BoundedOperations(ArcLimit limit) {
        this.limit = limit;
    }

    Mfst union(SourcePosition at, List<Mfst> machines) {
        if (machines.size() == 1) {
            return machines.get(0);
        }
        long arcs = 0;
        for (Mfst machine : machines) {
            arcs = plus(arcs, plus(ArcLimit.arcs(machine), firstArcs(machine)));
        }
        limit.require(at, arcs, "this union");
        return Operations.union(machines);
    }

    Mfst concat(SourcePosition at, List<Mfst> machines) {
        if (machines.size() == 1) {
            return machines.get(0);
        }
        long arcs = 0;
        long entered = 0;
        for (int k = machines.size() - 1; k >= 0; k--) {
            Mfst machine = machines.get(k);
            arcs = plus(arcs, plus(ArcLimit.arcs(machine), times(ends(machine) + 1, entered)));
            entered = plus(firstArcs(machine), machine.isFinal(machine.initial()) ? entered : 0);
        }
        limit.require(at, plus(arcs, entered), "this concatenation");
        return Operations.concat(machines);
    }

    Mfst repeat(SourcePosition at, Mfst machine, Times times) {
        long copies = times == Times.OPTION ? 1 : ends(machine) + 1;
        long arcs = plus(ArcLimit.arcs(machine), times(copies, firstArcs(machine)));
        limit.require(at, times == Times.PLUS ? times(2, arcs) : arcs, "this repetition");
        return switch (times) {
            case STAR -> Operations.star(machine);
            case PLUS -> Operations.plus(machine);
            case OPTION -> Operations.option(machine);
        };
    }

    Mfst compose(SourcePosition at, Mfst first, Mfst second) {
        try {
            return Operations.compose(first, second, limit.arcs());
        } catch (LimitException e) {
            throw limit.at(at, e);
        }
    }

    private static long firstArcs(Mfst machine) {
        return ArcLimit.arcsFrom(machine, machine.initial());
    }

    private static long ends(Mfst machine) {
        long ends = 0;
        for (int q = 0; q < machine.states(); q++) {
            ends += machine.isFinal(q) ? 1 : 0;
        }
        return ends;
    }
}
