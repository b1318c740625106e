package org.espalier.fst.base;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives the values that a numeric component of a record of settings may have. The record checks them in its constructor
 * ({@link Records#requireInRange}); readers of settings check texts and describe the setting by the same range
 * ({@link NumberRange}).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Range {
    /** The smallest value. */
    double min();

    /** The largest value; by default that of the component's type. */
    double max() default Double.POSITIVE_INFINITY;

    /** Whether {@link #min} itself is not allowed. */
    boolean minExclusive() default false;

    /** Whether {@link #max} itself is not allowed. */
    boolean maxExclusive() default false;

    /** Whether infinity is allowed beyond {@link #max}. */
    boolean orInfinite() default false;

    /** Whether only even numbers are allowed. */
    boolean even() default false;
}
