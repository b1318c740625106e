package org.espalier.cli.explore;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.espalier.fst.Lattice;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.fst.draw.Dot;
import org.espalier.fst.draw.DrawOptions;
import org.espalier.fst.draw.GridCoordinates;
import org.espalier.fst.draw.Point;
import org.espalier.run.result.LatticeGraph;
import org.jspecify.annotations.Nullable;

/**
 * The answer of {@code /api/pair}: a lattice, its states and arcs in the order of their numbers.
 *
 * @param paths the number of paths in decimal digits, or {@code infinite}
 * @param layout {@code viz} if the lattice is small enough for {@code dot}, otherwise {@code grid}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PairAnswer(
        List<String> x,
        List<String> y,
        List<Map<String, Object>> states,
        List<Map<String, Object>> arcs,
        String paths,
        boolean acyclic,
        String layout,
        @Nullable String dot,
        Grid grid) {
    /**
     * The coordinates [x, y] of states and middles of arcs, from {@link GridCoordinates}.
     *
     * @param homes for each state whether it is between two operations
     */
    record Grid(List<double[]> states, List<double[]> middles, List<Boolean> homes) {
        static Grid of(Lattice lattice) {
            GridCoordinates places = GridCoordinates.of(lattice);
            return new Grid(points(places.states()), points(places.middles()), places.homes());
        }

        /** Rounds to the precision of a screen. */
        private static List<double[]> points(List<Point> points) {
            return points.stream()
                    .map(point -> new double[] {Math.rint(1e3 * point.x()) / 1e3, Math.rint(1e3 * point.y()) / 1e3})
                    .toList();
        }
    }

    static PairAnswer of(PairLattice pair) {
        Lattice lattice = pair.lattice();
        LatticeGraph graph = LatticeGraph.of(lattice, pair.pair(), pair.group().reading());
        boolean small = lattice.states() <= ExplorerLimits.LAID_OUT_STATES;
        return new PairAnswer(
                pair.pair().x(),
                pair.pair().y(),
                graph.states(),
                graph.arcs(),
                lattice.isAcyclic() ? DynamicPrograms.countPaths(lattice).toString() : "infinite",
                lattice.isAcyclic(),
                small ? "viz" : "grid",
                small ? Dot.draw(lattice, DrawOptions.DEFAULT.withIds()) : null,
                Grid.of(lattice));
    }
}
