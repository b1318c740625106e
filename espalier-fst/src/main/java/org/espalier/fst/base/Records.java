package org.espalier.fst.base;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads, creates and checks public records by the names of their components, so that a record of many settings need not
 * list them again for each of these.
 */
public final class Records {
    private Records() {}

    /** Returns the component of a record type with a name. */
    public static RecordComponent component(Class<? extends Record> type, String name) {
        return Arrays.stream(type.getRecordComponents())
                .filter(component -> component.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(type + " has no component " + name));
    }

    /** Returns the components of a record by name, in the order of their declaration. */
    public static Map<String, Object> values(Record record) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                values.put(component.getName(), component.getAccessor().invoke(record));
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException(record.getClass() + " is not a public record", e);
            }
        }
        return values;
    }

    /**
     * Creates a record.
     *
     * @param values the value of every component by name
     * @throws EspalierException if the record's constructor throws it
     */
    public static <R extends Record> R create(Class<R> type, Map<String, ?> values) {
        RecordComponent[] components = type.getRecordComponents();
        try {
            return type.getConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new))
                    .newInstance(Arrays.stream(components)
                            .map(component -> values.get(component.getName()))
                            .toArray());
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(type + " is not a public record", e);
        }
    }

    /**
     * Checks the values of a record's components against their {@link Range}s. For constructors of records, which call it
     * before the components are assigned.
     *
     * @param values the values of all components, in the order of their declaration
     * @throws EspalierException if a value is out of its range; {@link EspalierException#settings} names the component
     */
    public static void requireInRange(Class<? extends Record> type, Object... values) {
        RecordComponent[] components = type.getRecordComponents();
        if (components.length != values.length) {
            throw new IllegalArgumentException(
                    type + " has " + components.length + " components; got " + values.length + " values: give all");
        }
        for (int c = 0; c < components.length; c++) {
            String name = components[c].getName();
            Object value = values[c];
            NumberRange.of(components[c])
                    .filter(range -> !range.contains((Number) value))
                    .ifPresent(range -> {
                        throw new EspalierException(name + " must be " + range + "; got " + value).withSettings(name);
                    });
        }
    }
}
