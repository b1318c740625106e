package org.espalier.fst.draw;

/** The line of an arc: a cubic Bézier curve between two states, usually straight. */
record ArcShape(Point from, Point first, Point second, Point to) {
    /**
     * Returns the curve from one state to another through a middle; from a state to itself, a loop out to the middle.
     */
    static ArcShape through(Point from, Point middle, Point to) {
        if (from.equals(to)) {
            Point out = middle.minus(from).times(4.0 / 3);
            Point aside = out.turned().times(0.5);
            return new ArcShape(
                    from, from.plus(out).minus(aside), from.plus(out).plus(aside), to);
        }
        Point control = middle.times(2).minus(from.towards(to, 0.5));
        return new ArcShape(from, from.towards(control, 2.0 / 3), to.towards(control, 2.0 / 3), to);
    }

    Point at(double t) {
        double u = 1 - t;
        return from.times(u * u * u)
                .plus(first.times(3 * u * u * t))
                .plus(second.times(3 * u * t * t))
                .plus(to.times(t * t * t));
    }

    String path() {
        boolean straight = first.distance(from.towards(to, 1.0 / 3)) < 0.05;
        return "M" + SvgWriter.point(from)
                + (straight ? "L" : "C" + SvgWriter.point(first) + " " + SvgWriter.point(second) + " ")
                + SvgWriter.point(to);
    }

    /**
     * Returns an open arrowhead.
     *
     * @param before the distance of its tip from the end of the line
     * @param size its size
     */
    String head(double before, double size) {
        Point back = second.minus(to);
        Point unit = back.times(1 / Math.max(back.length(), 1e-9));
        Point tip = to.plus(unit.times(before));
        Point base = tip.plus(unit.times(size));
        Point side = unit.turned().times(0.6 * size);
        return "M" + SvgWriter.point(base.plus(side)) + "L" + SvgWriter.point(tip) + "L"
                + SvgWriter.point(base.minus(side));
    }
}
