package org.espalier.app.alignment;

import java.util.Comparator;

/**
 * A symbol of x and a symbol of y that one operation joins; or one symbol that an operation joins to nothing.
 *
 * @param input position in x, from 0, or {@link #NOTHING}
 * @param output position in y, from 0, or {@link #NOTHING}
 */
public record Link(int input, int output) implements Comparable<Link> {
    public static final int NOTHING = -1;

    private static final Comparator<Link> BY_PLACE =
            Comparator.comparingInt(Link::input).thenComparingInt(Link::output);

    @Override
    public int compareTo(Link other) {
        return BY_PLACE.compare(this, other);
    }
}
