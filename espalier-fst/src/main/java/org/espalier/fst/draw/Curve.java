package org.espalier.fst.draw;

/** A parabola from one point to another that bends to one side; from a point to itself, a loop beside it. */
record Curve(Point from, Point to, double bow) {
    private static final double LOOP = 0.2;

    /** Returns the point a fraction of the way along. */
    Point at(double fraction) {
        if (isLoop()) {
            double turn = 2 * Math.PI * fraction;
            double size = (LOOP + Math.abs(bow)) * (bow < 0 ? -1 : 1);
            // A drop that points away from the diagonal, since most arcs run along it.
            double out = size * (1 - Math.cos(turn));
            double aside = size * Math.sin(turn) * Math.sin(turn / 2) * 0.7;
            return from.plus(new Point(out - aside, -out - aside).times(Math.sqrt(0.5)));
        }
        Point chord = to.minus(from);
        Point aside = chord.turned().times(bow * 4 * fraction * (1 - fraction) / chord.length());
        return from.towards(to, fraction).plus(aside);
    }

    private boolean isLoop() {
        return from.distance(to) < 1e-9;
    }
}
