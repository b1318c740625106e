package org.espalier.fst.draw;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.jspecify.annotations.Nullable;

/**
 * Computes the places of the states and arcs of a lattice on the grid of positions. One cell is one unit.
 *
 * <p>Homes lie at their grid points, sheet beside sheet. Beads lie on the shortest way between two states that have a
 * place already. Ways are placed one after another, shorter ones first, on a straight line or, where that would touch
 * others, on a curve. So an operation of several marks looks like one edge with beads on it, and ways that share their
 * beginning or end fork.
 *
 * <p>Complexity: linear in the arcs for each length of way that occurs.
 */
final class GridLayout {
    /** The distances by which a way may deviate from a straight line, the best first. */
    private static final double[] BOWS = {
        0, 0.04, -0.04, 0.08, -0.08, 0.12, -0.12, 0.16, -0.16, 0.2, -0.2, 0.25, -0.25, 0.3, -0.3
    };

    /** The distance of the outermost sheets, and of detached states, from their grid points. */
    private static final double SHEETS_SPREAD = 0.27;

    private static final double APART = 0.5;

    /** The length of a way above which beads stay near their grid points, and the largest distance from these. */
    private static final double LONG = 3;

    private static final double MAX_OFFSET = 0.9;

    /** The number of steps that a bead may move along its way, and their size as a fraction of an arc. */
    private static final int SLIDES = 6;

    private static final double SLIDE = 0.07;

    /**
     * The number of points of an arc that are compared with states, and the fraction of the clearance that it keeps
     * from them.
     */
    private static final int SAMPLES = 10;

    private static final double ARC_SHARE = 0.3;
    private static final int FAR = Integer.MAX_VALUE / 4;

    private final double clearance;
    private final GridLayers sheets;
    private final Lattice lattice;
    private final int[] source;
    private final IntArrayList[] into;
    private final @Nullable Point[] states;
    private final @Nullable Point[] middles;
    private final SpacedPoints dots;
    private final SpacedPoints crossings;

    GridLayout(Lattice lattice) {
        this.lattice = lattice;
        sheets = new GridLayers(lattice);
        source = new int[lattice.arcs()];
        into = new IntArrayList[lattice.states()];
        Arrays.setAll(into, s -> new IntArrayList());
        for (int s = 0; s < lattice.states(); s++) {
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                source[a] = s;
                into[lattice.target(a)].add(a);
            }
        }
        clearance = Math.min(0.2, 0.48 / Math.sqrt(mostInOneCell(lattice)));
        dots = new SpacedPoints(clearance);
        crossings = new SpacedPoints(clearance);
        states = new @Nullable Point[lattice.states()];
        middles = new @Nullable Point[lattice.arcs()];
        placeHomes();
        placeBeads();
        for (int a = 0; a < lattice.arcs(); a++) {
            if (middles[a] == null) {
                placeWay(List.of(a));
            }
        }
    }

    static int mostInOneCell(Lattice lattice) {
        int[] count = new int[(lattice.inputLength() + 1) * (lattice.outputLength() + 1)];
        return IntStream.range(0, lattice.states())
                .map(s -> ++count[cell(lattice, s)])
                .max()
                .orElse(0);
    }

    /** Returns a number for the position of a state. */
    static int cell(Lattice lattice, int state) {
        return lattice.inputPosition(state) * (lattice.outputLength() + 1) + lattice.outputPosition(state);
    }

    /** Returns the least distance between two states. */
    double clearance() {
        return clearance;
    }

    GridLayers sheets() {
        return sheets;
    }

    int source(int arc) {
        return source[arc];
    }

    Point state(int state) {
        return placed(states[state]);
    }

    /** Returns the point halfway along an arc. */
    Point middle(int arc) {
        return placed(middles[arc]);
    }

    /** Returns the bounds of the grid and of the start, which may lie beside it. */
    Bounds bounds() {
        Bounds bounds = Bounds.of(lattice).startingAt(state(0));
        for (int s = sheets.isDetached(0) ? 1 : 0; s < lattice.states(); s++) {
            bounds = bounds.with(state(s));
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                bounds = bounds.with(middle(a));
            }
        }
        return bounds;
    }

    record Bounds(double left, double top, double right, double bottom, Point start) {
        /** Returns the grid alone. */
        static Bounds of(Lattice lattice) {
            return new Bounds(0, 0, lattice.inputLength(), lattice.outputLength(), new Point(0, 0));
        }

        private Bounds startingAt(Point point) {
            return new Bounds(left, top, right, bottom, point);
        }

        private Bounds with(Point p) {
            return new Bounds(
                    Math.min(left, p.x()),
                    Math.min(top, p.y()),
                    Math.max(right, p.x()),
                    Math.max(bottom, p.y()),
                    start);
        }
    }

    private static Point placed(@Nullable Point point) {
        if (point == null) {
            throw new IllegalStateException("asked before it was laid");
        }
        return point;
    }

    private Point gridPoint(int state) {
        return new Point(lattice.inputPosition(state), lattice.outputPosition(state));
    }

    /**
     * Returns the displacement of a sheet from the grid: perpendicular to the diagonal, so that no two of its lines
     * coincide.
     */
    private static Point sheetShift(double lane) {
        return new Point(lane * SHEETS_SPREAD, -lane * SHEETS_SPREAD);
    }

    private void placeHomes() {
        for (int s = 0; s < lattice.states(); s++) {
            if (sheets.isHome(s)) {
                Point wanted = gridPoint(s).plus(sheetShift(sheets.laneOfState(s)));
                if (sheets.isDetached(s)) {
                    wanted = wanted.plus(new Point(APART, APART).times(s == 0 ? -1 : 1));
                }
                place(s, wanted);
            }
        }
    }

    private void place(int state, Point wanted) {
        Point place = dots.nearestFree(wanted);
        states[state] = place;
        dots.add(place);
    }

    private void placeBeads() {
        for (boolean done = false; !done; ) {
            Reach back = new Reach(false);
            Reach ahead = new Reach(true);
            int shortest = FAR;
            for (int s = 0; s < lattice.states(); s++) {
                if (states[s] == null) {
                    shortest = Math.min(shortest, back.steps[s] + ahead.steps[s]);
                }
            }
            for (int s = 0; s < lattice.states(); s++) {
                if (states[s] == null && back.steps[s] + ahead.steps[s] == shortest) {
                    placeWay(wayThrough(s, back, ahead));
                }
            }
            done = shortest == FAR;
        }
    }

    /** Returns the arcs of the shortest way through a state between two states that have a place. */
    private List<Integer> wayThrough(int state, Reach back, Reach ahead) {
        List<Integer> way = new ArrayList<>();
        for (int s = state; states[s] == null; s = source[back.arc[s]]) {
            way.add(back.arc[s]);
        }
        Collections.reverse(way);
        for (int s = state; states[s] == null; s = lattice.target(ahead.arc[s])) {
            way.add(ahead.arc[s]);
        }
        return way;
    }

    /** Places the inner states of a way and the midpoints of its arcs. */
    private void placeWay(List<Integer> way) {
        Curve curve = curve(way);
        int arcs = way.size();
        double[] along = new double[arcs + 1];
        for (int k = 1; k < arcs; k++) {
            along[k] = placeBead(source[way.get(k)], curve, k, arcs);
        }
        along[arcs] = 1;
        for (int k = 0; k < arcs; k++) {
            int arc = way.get(k);
            Point from = state(source[arc]);
            Point to = state(lattice.target(arc));
            boolean kept = from.distance(curve.at(along[k])) < 1e-9 && to.distance(curve.at(along[k + 1])) < 1e-9;
            Point middle = kept ? curve.at((along[k] + along[k + 1]) / 2) : from.towards(to, 0.5);
            middles[arc] = middle;
            crossings.add(middle);
        }
    }

    /**
     * Places the k-th bead of a way, moved along the way if another point is in its place, and returns its position on
     * the way.
     */
    private double placeBead(int state, Curve curve, int k, int arcs) {
        for (int slide = 0; slide <= SLIDES; slide++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                double along = (k + sign * slide * SLIDE) / arcs;
                Point point = nearGridPoint(state, curve, along);
                if (dots.isFree(point, 1)) {
                    place(state, point);
                    return along;
                }
            }
        }
        double along = (double) k / arcs;
        place(state, nearGridPoint(state, curve, along));
        return along;
    }

    /** Returns the place of a bead at a point of a curve. On a way through many cells it lies near its position. */
    private Point nearGridPoint(int state, Curve curve, double along) {
        Point point = curve.at(along);
        if (curve.from().distance(curve.to()) <= LONG) {
            return point;
        }
        Point from = gridPoint(state);
        double x = Math.max(-MAX_OFFSET, Math.min(MAX_OFFSET, point.x() - from.x()));
        double y = Math.max(-MAX_OFFSET, Math.min(MAX_OFFSET, point.y() - from.y()));
        return from.plus(new Point(x, y));
    }

    /**
     * Returns the curve with the smallest deviation that touches nothing, or a straight line if all touch something.
     */
    private Curve curve(List<Integer> way) {
        int first = source[way.get(0)];
        int last = lattice.target(way.get(way.size() - 1));
        int sheet = way.size() == 1 ? GridLayers.NONE : sheets.sheetOfArc(way.get(0));
        Point along = gridPoint(last).minus(gridPoint(first));
        Point from = end(first, sheet, along);
        Point to = end(last, sheet, along);
        for (double bow : BOWS) {
            Curve curve = new Curve(from, to, bow);
            if (isFree(curve, way.size(), state(first), state(last))) {
                return curve;
            }
        }
        return new Curve(from, to, 0);
    }

    /**
     * Returns where a way of one sheet begins or ends. At a state that sheets share, ways of different sheets run in
     * parallel and meet only with their last arc.
     */
    private Point end(int state, int sheet, Point along) {
        boolean shared = sheet >= 0
                && along.length() > 0
                && sheets.isHome(state)
                && !sheets.isDetached(state)
                && sheets.sheetOfState(state) == GridLayers.NONE;
        return shared ? gridPoint(state).plus(sheetShift(sheets.lane(sheet)).across(along)) : state(state);
    }

    private boolean isFree(Curve curve, int arcs, Point from, Point to) {
        // Arcs from and to a shared state leave the curve.
        int first = curve.from().equals(from) ? 0 : 1;
        int end = curve.to().equals(to) ? arcs : arcs - 1;
        for (int k = SAMPLES * first + 1; k < SAMPLES * end; k++) {
            if (!dots.isFree(curve.at((double) k / (SAMPLES * arcs)), ARC_SHARE, from, to)) {
                return false;
            }
        }
        for (int k = first; k < end; k++) {
            if (!crossings.isFree(curve.at((k + 0.5) / arcs), ARC_SHARE)) {
                return false;
            }
        }
        return true;
    }

    /** For every state the fewest arcs from, or to, a state that has a place, through states that have none. */
    private final class Reach {
        final int[] steps = new int[lattice.states()];
        /** The first of those arcs. */
        final int[] arc = new int[lattice.states()];

        private final int[] end = new int[lattice.states()];
        private final boolean ahead;

        Reach(boolean ahead) {
            this.ahead = ahead;
            IntArrayList queue = new IntArrayList();
            for (int s = 0; s < lattice.states(); s++) {
                boolean placed = states[s] != null;
                steps[s] = placed ? 0 : FAR;
                end[s] = s;
                if (placed) {
                    queue.add(s);
                }
            }
            for (int k = 0; k < queue.size(); k++) {
                spread(queue.getInt(k), queue);
            }
        }

        private void spread(int from, IntArrayList queue) {
            int count = ahead ? into[from].size() : lattice.endArc(from) - lattice.firstArc(from);
            for (int k = 0; k < count; k++) {
                int along = ahead ? into[from].getInt(k) : lattice.firstArc(from) + k;
                int to = ahead ? source[along] : lattice.target(along);
                boolean isNew = steps[to] == FAR;
                if (isNew || (steps[to] == steps[from] + 1 && away(to, end[from]) < away(to, end[to]))) {
                    steps[to] = steps[from] + 1;
                    arc[to] = along;
                    end[to] = end[from];
                }
                if (isNew) {
                    queue.add(to);
                }
            }
        }

        /** Returns the distance by position, which decides between two ends that are equally many arcs away. */
        private double away(int state, int placed) {
            return gridPoint(state).distance(state(placed));
        }
    }
}
