package org.espalier.cli.console;

import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts numeric options. The messages describe the number, where picocli's name types of Java. */
public final class NumberConverters {
    private NumberConverters() {}

    /** Registers the converters for a command and its subcommands. Options with a converter of their own keep it. */
    public static void register(CommandLine line) {
        ITypeConverter<Integer> ints = integral(Integer::valueOf);
        ITypeConverter<Long> longs = integral(Long::valueOf);
        ITypeConverter<Double> doubles = text -> convert(text, Double::valueOf, "is not a number");
        line.registerConverter(int.class, ints);
        line.registerConverter(Integer.class, ints);
        line.registerConverter(long.class, longs);
        line.registerConverter(Long.class, longs);
        line.registerConverter(double.class, doubles);
        line.registerConverter(Double.class, doubles);
    }

    private static <T> ITypeConverter<T> integral(Function<String, T> parser) {
        return text -> convert(text, parser, text.matches("[+-]?\\d+") ? "is out of range" : "is not a whole number");
    }

    private static <T> T convert(String text, Function<String, T> parser, String problem) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' " + problem);
        }
    }
}
