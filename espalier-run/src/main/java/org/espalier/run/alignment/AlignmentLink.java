package org.espalier.run.alignment;

import java.util.Comparator;

/**
 * A symbol of x and a symbol of y that one operation aligns; or one symbol that an operation aligns with nothing.
 *
 * @param input position in x, from 0, or {@link #NOTHING}
 * @param output position in y, from 0, or {@link #NOTHING}
 */
public record AlignmentLink(int input, int output) implements Comparable<AlignmentLink> {
    public static final int NOTHING = -1;

    private static final Comparator<AlignmentLink> BY_PLACE =
            Comparator.comparingInt(AlignmentLink::input).thenComparingInt(AlignmentLink::output);

    @Override
    public int compareTo(AlignmentLink other) {
        return BY_PLACE.compare(this, other);
    }
}
