package org.espalier.fst.draw;

/** A point or a displacement; y increases downwards. */
public record Point(double x, double y) {
    public Point plus(Point other) {
        return new Point(x + other.x, y + other.y);
    }

    public Point minus(Point other) {
        return new Point(x - other.x, y - other.y);
    }

    public Point times(double factor) {
        return new Point(x * factor, y * factor);
    }

    /** Returns the point a fraction of the way to another. */
    public Point towards(Point other, double fraction) {
        return plus(other.minus(this).times(fraction));
    }

    public double length() {
        return Math.hypot(x, y);
    }

    public double distance(Point other) {
        return minus(other).length();
    }

    /** Returns the component of this displacement that is perpendicular to another. */
    Point across(Point other) {
        double share = (x * other.x + y * other.y) / (other.x * other.x + other.y * other.y);
        return minus(other.times(share));
    }

    /** Returns this displacement turned clockwise by 90 degrees, as seen on the screen. */
    Point turned() {
        return new Point(-y, x);
    }
}
