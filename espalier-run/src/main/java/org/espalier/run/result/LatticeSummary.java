package org.espalier.run.result;

import java.util.Map;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.Plural;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.run.data.Pair;

/**
 * The size of a lattice as a sentence and as JSON; for an empty lattice, the reason why it is empty.
 *
 * @param lattice the lattice
 * @param pair the pair
 * @param paths the number of paths in digits, or {@code infinite}
 */
public record LatticeSummary(Lattice lattice, Pair pair, String paths) {
    /** Counts the paths of a lattice. */
    public static LatticeSummary of(Lattice lattice, Pair pair) {
        String paths = lattice.isAcyclic() ? DynamicPrograms.countPaths(lattice).toString() : "infinite";
        return new LatticeSummary(lattice, pair, paths);
    }

    /** Returns one line for people. */
    public String sentence() {
        return lattice.noPath()
                .map(why -> why.describe(pair.x(), pair.y()))
                .orElseGet(() -> size(lattice.states(), lattice.arcs()) + ", " + paths
                        + (paths.equals("1") ? " path" : " paths")
                        + (lattice.isAcyclic() ? "" : " (cyclic)") + "; before minimization "
                        + size(lattice.statesBeforeMinimization(), lattice.arcsBeforeMinimization()));
    }

    private static String size(int states, int arcs) {
        return Plural.of(states, "state") + ", " + Plural.of(arcs, "arc");
    }

    /** Returns one JSON object on a line. */
    public String line(RowId id) {
        return Json.line(id, json());
    }

    /** Returns the values of a JSON object. */
    public Map<String, Object> json() {
        Map<String, Object> object = Json.object(
                "states", lattice.states(),
                "arcs", lattice.arcs(),
                "paths", paths,
                "acyclic", lattice.isAcyclic(),
                "canonical", lattice.isCanonical(),
                "before",
                        Json.object(
                                "states", lattice.statesBeforeMinimization(),
                                "arcs", lattice.arcsBeforeMinimization()),
                "x", pair.x().size(),
                "y", pair.y().size());
        if (lattice.isEmpty()) {
            object.put("reason", sentence());
        }
        return object;
    }
}
