package org.espalier.run.settings;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.espalier.fst.base.NumberRange;
import org.espalier.fst.base.Records;

/**
 * The values that a setting takes. Values are parsed from their text alone: YAML's own types would make a string of
 * {@code .5} and a number of a folder named {@code 2024}.
 *
 * @param expected the values, as a message names them after "expected"
 * @param parse returns the value of a text, if it has one
 * @param format returns the text of a value
 */
record ValueType<T>(String expected, Function<String, Optional<T>> parse, Function<T, String> format) {
    private static final Pattern WHOLE = Pattern.compile("[-+]?\\d{1,18}");
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");

    /** Returns the values of a component of a record, which for a number are those in its range. */
    private static ValueType<?> of(RecordComponent component) {
        Class<?> type = component.getType();
        if (type.isEnum()) {
            return oneOf((Enum<?>[]) type.getEnumConstants());
        }
        if (type == boolean.class) {
            return bool();
        }
        NumberRange range = NumberRange.of(component)
                .orElseThrow(() -> new IllegalArgumentException(component + " is a number without a @Range"));
        if (type == double.class) {
            return number(range, NUMBER, Double::valueOf);
        }
        return type == int.class
                ? number(range, WHOLE, Long::valueOf).map(Long::intValue, Integer::longValue)
                : number(range, WHOLE, Long::valueOf);
    }

    /** Returns the values of the component with a name, whose type is {@code T} or its primitive. */
    @SuppressWarnings("unchecked")
    static <T> ValueType<T> of(Class<? extends Record> type, String component) {
        return (ValueType<T>) of(Records.component(type, component));
    }

    private static <N extends Number> ValueType<N> number(
            NumberRange range, Pattern syntax, Function<String, N> parse) {
        return new ValueType<>(
                range.toString(),
                text -> Optional.of(text)
                        .filter(syntax.asMatchPredicate())
                        .map(parse)
                        .filter(range::contains),
                String::valueOf);
    }

    private static ValueType<Boolean> bool() {
        return new ValueType<>(
                "true or false",
                text -> switch (text) {
                    case "true" -> Optional.of(true);
                    case "false" -> Optional.of(false);
                    default -> Optional.empty();
                },
                String::valueOf);
    }

    private static ValueType<Enum<?>> oneOf(Enum<?>... constants) {
        return new ValueType<>(
                "one of " + Arrays.stream(constants).map(ValueType::word).collect(Collectors.joining(", ")),
                text -> Arrays.<Enum<?>>stream(constants)
                        .filter(value -> word(value).equals(text))
                        .findFirst(),
                ValueType::word);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the type of texts that are not blank. */
    static ValueType<String> text(String expected) {
        return new ValueType<>(expected, text -> Optional.of(text).filter(t -> !t.isBlank()), text -> text);
    }

    private <U> ValueType<U> map(Function<T, U> to, Function<U, T> from) {
        return new ValueType<>(expected, text -> parse.apply(text).map(to), value -> format.apply(from.apply(value)));
    }
}
