package org.espalier.fst.draw;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A set of points that keep a distance from each other, indexed by place. */
final class SpacedPoints {
    private final double distance;

    /** The points in each square tile whose side is the distance. */
    private final Map<Long, List<Point>> tiles = new HashMap<>();

    /** For each place that was requested before, the first ring around it that was not full. */
    private final Map<Point, Integer> firstRing = new HashMap<>();

    SpacedPoints(double distance) {
        this.distance = distance;
    }

    void add(Point point) {
        tiles.computeIfAbsent(key(tile(point.x()), tile(point.y())), tile -> new ArrayList<>(2))
                .add(point);
    }

    /** Returns whether no point, except the given ones, is nearer than a fraction of the distance. */
    boolean isFree(Point where, double share, Point... except) {
        for (long tx = tile(where.x()) - 1; tx <= tile(where.x()) + 1; tx++) {
            for (long ty = tile(where.y()) - 1; ty <= tile(where.y()) + 1; ty++) {
                for (Point point : tiles.getOrDefault(key(tx, ty), List.of())) {
                    if (point.distance(where) < share * distance
                            && !List.of(except).contains(point)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /**
     * Returns the free place nearest to the wanted one, on rings around it, starting perpendicular to the diagonal, as
     * sheets lie.
     */
    Point nearestFree(Point wanted) {
        for (int ring = firstRing.getOrDefault(wanted, 0); ; ring++) {
            int places = Math.max(1, 6 * ring);
            for (int k = 0; k < places; k++) {
                double angle = Math.PI * (k % 2 + (double) (k - k % 2) / places - 0.25);
                Point place = wanted.plus(new Point(Math.cos(angle), Math.sin(angle)).times(ring * distance / 2));
                if (isFree(place, 1)) {
                    firstRing.put(wanted, ring);
                    return place;
                }
            }
        }
    }

    private long tile(double coordinate) {
        return (long) Math.floor(coordinate / distance);
    }

    private static long key(long tx, long ty) {
        return (tx << 32) ^ (ty & 0xFFFFFFFFL);
    }
}
