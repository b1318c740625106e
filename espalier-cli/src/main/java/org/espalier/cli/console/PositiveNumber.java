package org.espalier.cli.console;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converters for options that count something and must be at least 1. */
public final class PositiveNumber {
    private PositiveNumber() {}

    /** Reads whole numbers of type int. */
    public static final class OfInt implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            return (int) parse(value, Integer.MAX_VALUE);
        }
    }

    /** The number of strings drawn per pair. It is bounded because all their distinct prefixes are in memory together. */
    public static final class Samples implements ITypeConverter<Integer> {
        private static final int MAX = 100_000;

        @Override
        public Integer convert(String value) {
            return (int) parse(value, MAX);
        }
    }

    /** Reads whole numbers of type long. */
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
            // reported below
        }
        throw new TypeConversionException("'" + value + "' is not a whole number from 1 to " + max);
    }
}
