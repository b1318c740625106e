package org.espalier.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import org.espalier.lab.report.Chart.Axis;
import org.junit.jupiter.api.Test;

class AxisScaleTest {
    @Test
    void ticksAreRoundNumbersWithinTheAxis() {
        assertThat(texts(Axis.linear(""), 0, 1000)).containsExactly("0", "200", "400", "600", "800", "1000");
        assertThat(texts(Axis.linear(""), -0.03, 0.05)).containsExactly("−0.02", "0", "0.02", "0.04");
        assertThat(texts(Axis.linear(""), 0, 30_000)).containsExactly("0", "5000", "10k", "15k", "20k", "25k", "30k");
        assertThat(texts(Axis.logarithmic(""), 0.02, 0.6)).containsExactly("0.02", "0.05", "0.1", "0.2", "0.5");
        assertThat(texts(Axis.fromZero(""), 900, 1000)).containsExactly("0", "200", "400", "600", "800", "1000");
        assertThat(texts(Axis.logarithmic(""), 70, 100)).containsExactly("70", "75", "80", "85", "90", "95", "100");
    }

    @Test
    void singleValueIsCentred() {
        AxisScale scale = new AxisScale(Axis.linear(""), DoubleStream.of(5));
        assertThat(scale.at(5)).isCloseTo(0.5, within(1e-12));
        assertThat(scale.ticks()).contains(5.0);
        assertThat(new AxisScale(Axis.logarithmic(""), DoubleStream.of(5)).at(5))
                .isCloseTo(0.5, within(1e-12));
    }

    @Test
    void logarithmicAxisMapsEqualRatiosToEqualDistances() {
        AxisScale scale = new AxisScale(Axis.logarithmic("", 64, 128, 256), DoubleStream.of(64, 256));
        assertThat(scale.at(128)).isCloseTo(0.5, within(1e-12));
        assertThat(scale.ticks()).containsExactly(64.0, 128.0, 256.0);
    }

    @Test
    void categoriesAreEvenlySpacedFromTheTop() {
        AxisScale scale = new AxisScale(Axis.categories(List.of("a", "b")), DoubleStream.empty());
        assertThat(scale.at(0)).isCloseTo(0.75, within(1e-12));
        assertThat(scale.at(1)).isCloseTo(0.25, within(1e-12));
        assertThat(scale.ticks().stream().map(scale::text)).containsExactly("a", "b");
    }

    private static List<String> texts(Axis axis, double... values) {
        AxisScale scale = new AxisScale(axis, DoubleStream.of(values));
        return scale.ticks().stream().map(scale::text).toList();
    }
}
