package org.espalier.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.lab.results.SamplerVariant;
import org.junit.jupiter.api.Test;

class ConsoleTableTest {
    @Test
    void columnsAreAligned() {
        assertThat(String.join(
                        "\n",
                        ConsoleTable.lines(new SyntheticResults()
                                .tasks("cipher")
                                .samplers(SamplerVariant.SWA, SamplerVariant.SWP_WEIGHTED)
                                .build())))
                .isEqualTo("""
                        task    sampler               Partial KL            KL       marks        ESS  sampling a pair  training step
                        cipher  SWA                 93.35 ± 0.37  75.70 ± 0.37  24.7 ± 0.4  2.0 ± 0.4          2.60 ms        42.0 ms
                        cipher  SWP, history × β  * 77.30 ± 0.37  59.65 ± 0.37  24.7 ± 0.4  2.0 ± 0.4          7.80 ms         126 ms""");
    }

    @Test
    void tableWithoutSamplersHasOnlyTheHeading() {
        assertThat(ConsoleTable.lines(new SyntheticResults().samplers().build()))
                .hasSize(1);
    }
}
