package org.espalier.cli.console;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Numbers of things, at least one, as options take them: a wrong one is a wrong call, before any work is done. */
public final class PositiveNumber {
    private PositiveNumber() {}

    /** As an int. */
    public static final class OfInt implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            return (int) parse(value, Integer.MAX_VALUE);
        }
    }

    /** Numbers of strings drawn for a pair, whose distinct prefixes are all held at once. */
    public static final class Samples implements ITypeConverter<Integer> {
        private static final int MAX = 100_000;

        @Override
        public Integer convert(String value) {
            return (int) parse(value, MAX);
        }
    }

    /** As a long. */
    public static final class OfLong implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            return parse(value, Long.MAX_VALUE);
        }
    }

    private static long parse(String value, long max) {
        try {
            long number = Long.parseLong(value);
            if (number >= 1 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below, in the same words
        }
        throw new TypeConversionException("'" + value + "' is not a whole number from 1 to " + max);
    }
}
