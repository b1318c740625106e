package org.espalier.run.data;

import java.util.Objects;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The rule for numbers in our JSON: infinities and NaN are written as {@code null}, since JSON cannot represent them, and
 * {@code null} is read as NaN.
 */
public final class JsonNumbers {
    /** A mapper that follows the rule and writes on one line. */
    public static final JsonMapper MAPPER =
            JsonMapper.builder().addModule(module()).build();

    private JsonNumbers() {}

    /** Returns a module that makes a mapper follow the rule. */
    public static JacksonModule module() {
        return new SimpleModule("JsonNumbers")
                .addSerializer(Double.class, new Writer())
                .addSerializer(double.class, new Writer())
                .addSerializer(double[].class, new ArrayWriter())
                .addDeserializer(double.class, new NumberReader());
    }

    private static final class Writer extends ValueSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator out, SerializationContext context) {
            write(value, out);
        }
    }

    private static final class ArrayWriter extends ValueSerializer<double[]> {
        @Override
        public void serialize(double[] values, JsonGenerator out, SerializationContext context) {
            out.writeStartArray();
            for (double value : values) {
                write(value, out);
            }
            out.writeEndArray();
        }
    }

    private static void write(double value, JsonGenerator out) {
        if (Double.isFinite(value)) {
            out.writeNumber(value);
        } else {
            out.writeNull();
        }
    }

    /** Reads numbers, and the strings such as "NaN" that earlier versions wrote. */
    private static final class NumberReader extends ValueDeserializer<Double> {
        @Override
        public Double deserialize(JsonParser in, DeserializationContext context) {
            if (in.currentToken() == JsonToken.VALUE_STRING) {
                try {
                    return Double.valueOf(in.getString());
                } catch (NumberFormatException e) {
                    return Objects.requireNonNull(
                            (Double) context.handleWeirdStringValue(Double.class, in.getString(), "expected a number"));
                }
            }
            return in.getDoubleValue();
        }

        @Override
        public Object getNullValue(DeserializationContext context) {
            return Double.NaN;
        }
    }
}
