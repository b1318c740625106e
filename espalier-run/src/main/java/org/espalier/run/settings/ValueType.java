package org.espalier.run.settings;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What values a setting takes. Values are told by their text alone: YAML's own types would make a string of {@code .5}
 * and a number of a folder called {@code 2024}.
 *
 * @param expected what is expected, as a message says it after that word
 * @param parse the value that a text stands for, if it is one of these
 */
record ValueType<T>(String expected, Function<String, Optional<T>> parse, Function<T, String> format) {
    private static final Pattern WHOLE = Pattern.compile("[-+]?\\d{1,18}");
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");

    /** Networks compute with numbers of single precision, which hold no larger ones. */
    private static final double LARGEST = 3.4e38;

    static ValueType<Integer> whole(int min, int max) {
        return whole((long) min, max).map(Long::intValue, Integer::longValue);
    }

    static ValueType<Long> whole(long min, long max) {
        return new ValueType<>(
                "a whole number from " + min + (max == Long.MAX_VALUE ? "" : " to " + max),
                text -> WHOLE.matcher(text).matches()
                        ? Optional.of(Long.parseLong(text)).filter(value -> value >= min && value <= max)
                        : Optional.empty(),
                String::valueOf);
    }

    static ValueType<Integer> even(int min, int max) {
        ValueType<Integer> whole = whole(min, max);
        return new ValueType<>(
                "an even number from " + min + " to " + max,
                text -> whole.parse.apply(text).filter(value -> value % 2 == 0),
                String::valueOf);
    }

    /** A number under 1 and at least 0. */
    static ValueType<Double> share() {
        return number("a number of at least 0 and under 1", 0, Math.nextDown(1.0));
    }

    static ValueType<Double> positive() {
        return number("a number above 0 and at most " + LARGEST, Double.MIN_VALUE, LARGEST);
    }

    static ValueType<Double> rate() {
        return number("a number above 0 and at most 100", Double.MIN_VALUE, 100);
    }

    static ValueType<Double> notNegative() {
        return number("a number from 0 to " + LARGEST, 0, LARGEST);
    }

    private static ValueType<Double> number(String expected, double min, double max) {
        return new ValueType<>(
                expected,
                text -> NUMBER.matcher(text).matches()
                        ? Optional.of(Double.parseDouble(text)).filter(value -> value >= min && value <= max)
                        : Optional.empty(),
                String::valueOf);
    }

    static ValueType<Boolean> yesOrNo() {
        return new ValueType<>(
                "true or false",
                text -> switch (text) {
                    case "true" -> Optional.of(true);
                    case "false" -> Optional.of(false);
                    default -> Optional.empty();
                },
                String::valueOf);
    }

    static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
        return new ValueType<>(
                "one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(ValueType::word)
                                .collect(Collectors.joining(", ")),
                text -> Arrays.stream(type.getEnumConstants())
                        .filter(value -> word(value).equals(text))
                        .findFirst(),
                ValueType::word);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    static ValueType<String> text(String what) {
        return new ValueType<>(what, text -> Optional.of(text).filter(t -> !t.isBlank()), text -> text);
    }

    private <U> ValueType<U> map(Function<T, U> to, Function<U, T> from) {
        return new ValueType<>(expected, text -> parse.apply(text).map(to), value -> format.apply(from.apply(value)));
    }
}
