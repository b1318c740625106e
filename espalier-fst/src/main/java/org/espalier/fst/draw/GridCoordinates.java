package org.espalier.fst.draw;

import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;

/**
 * The coordinates that {@link GridSvg} gives the states and arcs of a lattice, for other renderers. One cell of the
 * grid is one unit; the input runs across and the output down.
 *
 * @param states the place of each state
 * @param middles the midpoint of each arc, which may be curved
 * @param homes for each state, whether it lies between two operations, not inside one
 */
public record GridCoordinates(List<Point> states, List<Point> middles, List<Boolean> homes) {
    public GridCoordinates {
        states = List.copyOf(states);
        middles = List.copyOf(middles);
        homes = List.copyOf(homes);
    }

    /**
     * Returns the coordinates of a lattice.
     *
     * <p>Complexity: as for {@link GridSvg}; callers bound the size.
     *
     * @throws EspalierException if the lattice is empty or has no positions
     */
    public static GridCoordinates of(Lattice lattice) {
        GridSvg.requirePositions(lattice);
        GridLayout layout = new GridLayout(lattice);
        return new GridCoordinates(
                IntStream.range(0, lattice.states()).mapToObj(layout::state).toList(),
                IntStream.range(0, lattice.arcs()).mapToObj(layout::middle).toList(),
                IntStream.range(0, lattice.states())
                        .mapToObj(layout.sheets()::isHome)
                        .toList());
    }
}
