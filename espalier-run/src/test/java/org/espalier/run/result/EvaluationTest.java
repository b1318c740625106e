package org.espalier.run.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimates;
import org.espalier.model.estimate.ExactValues;
import org.junit.jupiter.api.Test;

class EvaluationTest {
    private static final long SEED = 3;

    private static PairMeasures measures(double weight, Random random) {
        Supplier<Estimate> estimate = () -> new Estimate(random.nextGaussian(), 0.1);
        return new PairMeasures(
                weight,
                new Estimates(
                        16,
                        9,
                        estimate.get(),
                        estimate.get(),
                        estimate.get(),
                        estimate.get(),
                        random.nextDouble(),
                        random.nextDouble()),
                random.nextGaussian(),
                new ExactValues(7, random.nextGaussian(), random.nextDouble(), random.nextDouble(), 0, 0, 0, 0, 1));
    }

    private static List<Estimate> means(Evaluation evaluation) {
        return List.of(
                evaluation.estimates().partialKl(),
                evaluation.estimates().iwae(),
                evaluation.estimates().logLikelihood(),
                evaluation.estimates().ess(),
                evaluation.estimates().deduplicatedEss(),
                evaluation.estimates().markLength(),
                evaluation.smcLogLikelihood(),
                evaluation.exactKl(),
                evaluation.exactInclusiveKl(),
                evaluation.exactLogLikelihood());
    }

    @Test
    void pairOfWeightTwoCountsAsThePairTwice() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        Evaluation weighted = new Evaluation();
        Evaluation repeated = new Evaluation();
        for (int pair = 0; pair < 10; pair++) {
            PairMeasures once = measures(1, random);
            int weight = 1 + random.nextInt(3);
            weighted.add(new PairMeasures(weight, once.estimates(), once.smcLogLikelihood(), once.exact()));
            Stream.generate(() -> once).limit(weight).forEach(repeated::add);
        }
        assertThat(weighted.pairs()).isEqualTo(10);
        assertThat(weighted.enumerated()).isEqualTo(10);
        List<Estimate> found = means(weighted);
        List<Estimate> expected = means(repeated);
        for (int k = 0; k < found.size(); k++) {
            assertThat(found.get(k).value()).isCloseTo(expected.get(k).value(), within(1e-12));
            assertThat(found.get(k).standardError()).isCloseTo(expected.get(k).standardError(), within(1e-12));
        }
    }
}
