package org.espalier.cli.console;

import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How the numbers of options are read, and what is said of those that are none: not, as picocli does, in types of Java. */
public final class NumberConverters {
    private NumberConverters() {}

    /** Makes a command and those below it read numbers so, where an option has no bounds of its own. */
    public static void register(CommandLine line) {
        ITypeConverter<Integer> ints = whole(Integer::valueOf);
        ITypeConverter<Long> longs = whole(Long::valueOf);
        ITypeConverter<Double> doubles = text -> convert(text, Double::valueOf, "is not a number");
        line.registerConverter(int.class, ints);
        line.registerConverter(Integer.class, ints);
        line.registerConverter(long.class, longs);
        line.registerConverter(Long.class, longs);
        line.registerConverter(double.class, doubles);
        line.registerConverter(Double.class, doubles);
    }

    private static <T> ITypeConverter<T> whole(Function<String, T> parser) {
        return text -> convert(
                text,
                parser,
                text.matches("[+-]?\\d+") ? "is too large or too small a number" : "is not a whole number");
    }

    private static <T> T convert(String text, Function<String, T> parser, String wrong) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' " + wrong);
        }
    }
}
