package org.espalier.fst.draw;

import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;

/**
 * Where {@link GridSvg} puts the states and arcs of a lattice, for those who draw it themselves. One cell of the grid is
 * one unit; the input runs across and the output down.
 *
 * @param states where each state is
 * @param middles the point halfway along each arc, which may be bowed
 * @param homes of each state, whether it stands between two operations; others are inside one
 */
public record GridCoordinates(List<Point> states, List<Point> middles, List<Boolean> homes) {
    public GridCoordinates {
        states = List.copyOf(states);
        middles = List.copyOf(middles);
        homes = List.copyOf(homes);
    }

    /**
     * Places a lattice. Complexity: as for {@link GridSvg}, so that callers bound the size.
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
