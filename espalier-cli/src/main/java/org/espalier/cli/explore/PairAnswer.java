package org.espalier.cli.explore;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import org.espalier.fst.Lattice;
import org.espalier.fst.dp.DynamicPrograms;
import org.espalier.fst.draw.Dot;
import org.espalier.fst.draw.DrawOptions;
import org.espalier.fst.draw.GridCoordinates;
import org.espalier.fst.draw.Point;
import org.espalier.run.data.Reading;
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
        List<Place> states,
        List<Arc> arcs,
        String paths,
        boolean acyclic,
        String layout,
        @Nullable String dot,
        Grid grid) {
    /** A state at its position. */
    record Place(int i, int j, @JsonProperty("final") boolean isFinal) {}

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

    record Arc(int from, int to, String mark, String reads, String writes) {}

    static PairAnswer of(PairLattice pair) {
        Lattice lattice = pair.lattice();
        boolean small = lattice.states() <= ExplorerLimits.LAID_OUT_STATES;
        return new PairAnswer(
                pair.pair().x(),
                pair.pair().y(),
                states(lattice),
                arcs(pair),
                lattice.isAcyclic() ? DynamicPrograms.countPaths(lattice).toString() : "infinite",
                lattice.isAcyclic(),
                small ? "viz" : "grid",
                small ? Dot.draw(lattice, DrawOptions.DEFAULT.withIds()) : null,
                Grid.of(lattice));
    }

    private static List<Place> states(Lattice lattice) {
        List<Place> states = new ArrayList<>();
        for (int s = 0; s < lattice.states(); s++) {
            states.add(new Place(lattice.inputPosition(s), lattice.outputPosition(s), lattice.isFinal(s)));
        }
        return states;
    }

    private static List<Arc> arcs(PairLattice pair) {
        Lattice lattice = pair.lattice();
        Reading reading = pair.group().reading();
        List<Arc> arcs = new ArrayList<>();
        for (int s = 0; s < lattice.states(); s++) {
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                int t = lattice.target(a);
                arcs.add(new Arc(
                        s,
                        t,
                        lattice.machine().marks().symbol(lattice.mark(a)),
                        reading.inputText(pair.pair().x().subList(lattice.inputPosition(s), lattice.inputPosition(t))),
                        reading.outputText(
                                pair.pair().y().subList(lattice.outputPosition(s), lattice.outputPosition(t)))));
            }
        }
        return arcs;
    }
}
