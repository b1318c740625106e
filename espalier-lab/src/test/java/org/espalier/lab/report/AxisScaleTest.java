package org.espalier.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import org.espalier.lab.report.Chart.Axis;
import org.junit.jupiter.api.Test;

class AxisScaleTest {
    @Test
    void ticksAreRoundAndOnTheAxis() {
        assertThat(texts(Axis.linear(""), 0, 1000)).containsExactly("0", "200", "400", "600", "800", "1000");
        assertThat(texts(Axis.linear(""), -0.03, 0.05)).containsExactly("−0.02", "0", "0.02", "0.04");
        assertThat(texts(Axis.linear(""), 0, 30_000)).containsExactly("0", "5000", "10k", "15k", "20k", "25k", "30k");
        assertThat(texts(Axis.logarithmic(""), 0.02, 0.6)).containsExactly("0.02", "0.05", "0.1", "0.2", "0.5");
        assertThat(texts(Axis.logarithmic(""), 70, 100)).containsExactly("70", "75", "80", "85", "90", "95", "100");
    }

    @Test
    void oneNumberHasAnAxisToo() {
        AxisScale scale = new AxisScale(Axis.linear(""), DoubleStream.of(5));
        assertThat(scale.at(5)).isCloseTo(0.5, within(1e-12));
        assertThat(scale.ticks()).contains(5.0);
        assertThat(new AxisScale(Axis.logarithmic(""), DoubleStream.of(5)).at(5))
                .isCloseTo(0.5, within(1e-12));
    }

    @Test
    void equalRatiosAreEqualDistances() {
        AxisScale scale = new AxisScale(new Axis("", true, List.of(64.0, 128.0, 256.0)), DoubleStream.of(64, 256));
        assertThat(scale.at(128)).isCloseTo(0.5, within(1e-12));
        assertThat(scale.ticks()).containsExactly(64.0, 128.0, 256.0);
    }

    private static List<String> texts(Axis axis, double... values) {
        return new AxisScale(axis, DoubleStream.of(values))
                .ticks().stream().map(AxisScale::text).toList();
    }
}
