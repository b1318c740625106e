package org.espalier.run.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

class JsonNumbersTest {
    @SuppressWarnings("ArrayRecordComponent") // written, never compared
    private record Numbers(double primitive, List<Double> boxed, double... array) {}

    @Test
    void infinitiesAndNaNAreWrittenAsNull() {
        double none = Double.NEGATIVE_INFINITY;
        assertThat(JsonNumbers.MAPPER.writeValueAsString(
                        new Numbers(Double.NaN, List.of(1.5, Double.POSITIVE_INFINITY), 2, none)))
                .isEqualTo("{\"primitive\":null,\"boxed\":[1.5,null],\"array\":[2.0,null]}");
    }

    @Test
    void nullAndTheStringsOfEarlierVersionsAreReadAsNumbers() {
        for (String text : List.of("null", "\"NaN\"")) {
            assertThat(read("{\"primitive\":" + text + "}")).isNaN();
        }
        assertThat(read("{\"primitive\":\"-Infinity\"}")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(read("{\"primitive\":2}")).isEqualTo(2);
        assertThatThrownBy(() -> read("{\"primitive\":\"many\"}")).isInstanceOf(JacksonException.class);
    }

    private static double read(String json) {
        return JsonNumbers.MAPPER.readValue(json, Numbers.class).primitive();
    }
}
