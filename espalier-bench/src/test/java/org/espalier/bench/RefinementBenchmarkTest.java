package org.espalier.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Vocabulary;
import org.junit.jupiter.api.Test;

class RefinementBenchmarkTest {
    private static final int DIMENSION = 8;
    private static final Mfst MACHINE = SyntheticTasks.scan();

    /** Measures a batch of pairs with one input word and outputs of these lengths, with 32 strings in two rounds. */
    private static RefinementReport.Cost cost(int... outputLengths) {
        LatticeBuilder builder = Lattices.of(MACHINE).builder();
        LatticeBatch batch = LatticeBatch.of(Arrays.stream(outputLengths)
                .mapToObj(length -> builder.build(new int[1], new int[length]))
                .toList());
        RefinementBenchmark benchmark = new RefinementBenchmark(new BenchmarkArguments(
                Set.of("--samples", "--refine", "--rounds"), "--samples", "32", "--refine", "1", "--rounds", "1"));
        try (Model model = MeasuredSamplers.model(
                ScorerSettings.DEFAULT.withDimension(DIMENSION),
                SamplerSettings.of(SamplerKind.SWS).withDimension(DIMENSION),
                Vocabulary.of(MACHINE),
                1)) {
            return benchmark.cost("words", DIMENSION, SamplerKind.SWS, model, batch);
        }
    }

    @Test
    void pairWithOnePathIsComparedWithThePlainDrawsOfOneRound() {
        RefinementReport.Cost cost = cost(0);
        assertThat(cost.drawn()).isEqualTo(16);
        assertThat(List.of(cost.plain().distinct(), cost.refined().distinct())).containsOnly(1.0);
    }

    @Test
    void meanOfTheDrawsOfAllPairsIsRoundedUp() {
        RefinementReport.Cost one = cost(12);
        assertThat(one.drawn()).as("a pair whose sampler is not good enough").isEqualTo(32);
        assertThat(cost(12, 0, 0).drawn()).isEqualTo(22); // (32 + 16 + 16) / 3
    }
}
