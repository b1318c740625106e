package org.espalier.fst.base;

import java.lang.reflect.RecordComponent;
import java.util.Optional;

/** The values that a numeric component of a record may have: those of its type within its {@link Range}. */
public final class NumberRange {
    private final Range range;
    private final boolean integral;
    private final double max;

    private NumberRange(Range range, Class<?> type) {
        this.range = range;
        this.integral = type != double.class;
        this.max = Math.min(range.max(), type == int.class ? Integer.MAX_VALUE : Double.POSITIVE_INFINITY);
    }

    /** Returns the range of a component, if it has one. */
    public static Optional<NumberRange> of(RecordComponent component) {
        return Optional.ofNullable(component.getAnnotation(Range.class))
                .map(range -> new NumberRange(range, component.getType()));
    }

    /** Returns whether a number is in this range. */
    public boolean contains(Number number) {
        double value = number.doubleValue();
        boolean aboveMin = range.minExclusive() ? value > range.min() : value >= range.min();
        boolean belowMax = range.maxExclusive() ? value < max : value <= max;
        return (aboveMin && belowMax && !(range.even() && number.longValue() % 2 != 0))
                || (range.orInfinite() && value == Double.POSITIVE_INFINITY);
    }

    /** Describes this range as a message does after "expected" or "must be": "a whole number from 1 to 64". */
    @Override
    public String toString() {
        String noun = range.even() ? "an even number" : integral ? "a whole number" : "a number";
        if (range.minExclusive() || range.maxExclusive()) {
            return noun
                    + (range.minExclusive() ? " above " : " of at least ")
                    + text(range.min())
                    + (range.maxExclusive() ? " and under " : " and at most ")
                    + text(max);
        }
        return noun + " from " + text(range.min()) + (Double.isInfinite(max) ? "" : " to " + text(max));
    }

    private static String text(double bound) {
        return bound == Math.rint(bound) && Math.abs(bound) < 1e15
                ? String.valueOf((long) bound)
                : String.valueOf(bound);
    }
}
