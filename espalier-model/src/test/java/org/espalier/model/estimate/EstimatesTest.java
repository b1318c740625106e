package org.espalier.model.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Checks the definitions on examples computed by hand. */
class EstimatesTest {
    /** Returns a string of this length that was drawn {@code count} times and has importance weight e^logWeight. */
    private static Draws.Draw draw(int length, double logWeight, int count) {
        return new Draws.Draw(new ScoredString(new int[length], -1.5, logWeight - 1.5), count);
    }

    /** Weights 1, 1, 2; the first string drawn twice. */
    private static final Draws DRAWS = new Draws(List.of(draw(3, 0, 2), draw(5, Math.log(2), 1)));

    @Test
    void effectiveSampleSizes() {
        // (1+1+2)² / (1²+1²+2²), and with the weights of equal strings added up (2+2)² / (2²+2²).
        assertThat(Estimates.ess(DRAWS)).isCloseTo(16.0 / 6, within(1e-12));
        assertThat(Estimates.deduplicatedEss(DRAWS)).isCloseTo(2, within(1e-12));
        Draws same = new Draws(List.of(draw(3, 7, 10)));
        assertThat(Estimates.ess(same)).isCloseTo(10, within(1e-12));
        assertThat(Estimates.deduplicatedEss(same)).isCloseTo(1, within(1e-12));
        Draws uneven = new Draws(List.of(draw(1, 0, 1), draw(2, Math.log(3), 1), draw(3, 0, 4)));
        assertThat(Estimates.ess(uneven)).isCloseTo(64.0 / 14, within(1e-12));
        assertThat(Estimates.deduplicatedEss(uneven)).isCloseTo(64.0 / 26, within(1e-12));
    }

    @Test
    void posteriorWeights() {
        assertThat(Estimates.posterior(DRAWS)).containsExactly(new double[] {0.5, 0.5}, within(1e-12));
        Draws uneven = new Draws(List.of(draw(1, 0, 1), draw(2, Math.log(3), 1), draw(3, 0, 4)));
        assertThat(Estimates.posterior(uneven)).containsExactly(new double[] {0.125, 0.375, 0.5}, within(1e-12));
        assertThat(Estimates.posteriorStrings(uneven))
                .extracting(each -> each.string().marks().length)
                .containsExactly(3, 2, 1);
    }

    @Test
    void likelihoodLengthAndPartialKl() {
        Estimate likelihood = Estimates.logLikelihood(DRAWS);
        assertThat(likelihood.value()).isCloseTo(Math.log(4.0 / 3), within(1e-12));
        // The weights' variance is 1/3; that of their mean 1/9; its root over the mean is a quarter.
        assertThat(likelihood.standardError()).isCloseTo(0.25, within(1e-12));
        Estimate length = Estimates.markLength(DRAWS);
        assertThat(length.value()).isCloseTo(4, within(1e-12));
        assertThat(length.standardError()).isCloseTo(Math.sqrt((2 * 0.25 * 0.25 + 0.5 * 0.5) * 3 / 2), within(1e-12));
        Estimate partial = Estimates.partialKl(DRAWS);
        assertThat(partial.value()).isCloseTo(-Math.log(2) / 3, within(1e-12));
        assertThat(partial.standardError()).isCloseTo(Math.log(2) / 3, within(1e-12));
    }

    @Test
    void iwaeLiesBetweenItsExtremes() {
        SplittableRandom random = new SplittableRandom(1);
        assertThat(Estimates.iwae(DRAWS, 1, random).value())
                .isCloseTo(-Estimates.partialKl(DRAWS).value(), within(1e-12));
        Estimate all = Estimates.iwae(DRAWS, 3, random);
        assertThat(all.value()).isCloseTo(Estimates.logLikelihood(DRAWS).value(), within(1e-12));
        assertThat(all.standardError()).isNaN();
        assertThat(Estimates.iwae(DRAWS, 2, random).value()).isIn(0.0, Math.log(1.5));
        assertThatThrownBy(() -> Estimates.iwae(DRAWS, 4, random))
                .hasMessage("IWAE needs a K from 1 to the number of samples; got K = 4 with 3 samples");
    }

    @Test
    void weightsOfAnyMagnitudeAreHandled() {
        for (double shift : new double[] {-5000, 0, 5000}) {
            Draws draws =
                    new Draws(List.of(draw(2, shift - 1000, 5), draw(4, shift + 1000, 1), draw(6, shift + 1000, 1)));
            Estimates estimates = Estimates.of(draws, 7, new SplittableRandom(1));
            assertThat(estimates.logLikelihood().value()).isCloseTo(shift + 1000 + Math.log(2.0 / 7), within(1e-9));
            assertThat(estimates.iwae().value())
                    .isCloseTo(estimates.logLikelihood().value(), within(1e-9));
            assertThat(estimates.logLikelihood().standardError()).isBetween(0.5, 1.0);
            assertThat(estimates.markLength().value()).isCloseTo(5, within(1e-12));
            assertThat(estimates.ess()).isCloseTo(2, within(1e-12));
            assertThat(estimates.partialKl().value()).isCloseTo(-(shift + 1000 - 5 * 2000 / 7.0), within(1e-9));
        }
    }

    @Test
    void standardErrorOfOneDrawIsNaN() {
        Estimates one = Estimates.of(new Draws(List.of(draw(2, 1, 1))), 1, new SplittableRandom(1));
        assertThat(one.logLikelihood()).isEqualTo(new Estimate(1, Double.NaN));
        assertThat(one.partialKl()).isEqualTo(new Estimate(-1, Double.NaN));
        assertThat(one.markLength()).isEqualTo(new Estimate(2, Double.NaN));
        assertThat(one.ess()).isEqualTo(1);
    }

    @Test
    void emptyDrawsAreRefused() {
        assertThatThrownBy(() -> new Draws(List.of())).hasMessage("estimates need at least one string that was drawn");
        assertThatThrownBy(() -> draw(1, 0, 0)).hasMessage("a string that was drawn has a count of at least 1; got 0");
    }

    @Test
    void runningMeanAcceptsWeights() {
        RunningMean singly = new RunningMean();
        RunningMean together = new RunningMean();
        assertThat(singly.estimate().value()).isNaN();
        for (double value : new double[] {1e9 + 1, 1e9 + 1, 1e9 + 1, 1e9 + 4, 1e9 + 4, 1e9 + 7}) {
            singly.add(value);
        }
        together.add(1e9 + 1, 3);
        together.add(1e9 + 4, 2);
        together.add(1e9 + 7, 1);
        // Around their mean 3 the keys are -2, -2, -2, 1, 1 and 4: squares add up to 30.
        assertThat(singly.estimate().value()).isCloseTo(1e9 + 3, within(1e-6));
        assertThat(singly.estimate().standardError()).isCloseTo(1, within(1e-6));
        assertThat(together.estimate().value()).isCloseTo(1e9 + 3, within(1e-6));
        assertThat(together.estimate().standardError()).isCloseTo(1, within(1e-6));
        assertThat(together.weight()).isEqualTo(6);
        // Weights need not be whole numbers.
        RunningMean halves = new RunningMean();
        halves.add(1, 0.5);
        assertThat(halves.estimate().standardError()).isNaN();
        halves.add(4, 1.5);
        assertThat(halves.estimate().value()).isCloseTo(3.25, within(1e-12));
    }
}
