package org.espalier.model.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.PathSampler;
import org.espalier.model.RandomPairs;
import org.espalier.model.TableSampler;
import org.espalier.model.TableScorer;
import org.junit.jupiter.api.Test;

/** Compares the mixture with enumeration, where one of the samplers is bad. */
class MixtureEstimatorTest {
    private static final long SEED = 20261120;
    private static final int PAIRS = 20;
    private static final int SAMPLES = 10_000;

    private final MarkScorer scorer = new TableScorer(RandomPairs.MARKS.size(), SEED, 0.4);
    private final PathSampler close = new TableSampler(SEED + 1, 0.3);
    private final PathSampler farOff = new TableSampler(SEED + 2, 5);
    private final LatticeBatch batch = new RandomPairs(SEED, 3, 150).batch(PAIRS);
    private final int[] keys = IntStream.range(0, PAIRS).toArray();

    @Test
    void qIsTheMeanOfTheSamplersQ() {
        List<List<PosteriorString>> ofClose = Exact.of(new Model(scorer, close)).paths(batch);
        List<List<PosteriorString>> ofFarOff =
                Exact.of(new Model(scorer, farOff)).paths(batch);
        List<Draws> draws = new MixtureEstimator(List.of(close, farOff), scorer, 50, SEED).draw(batch, keys);
        for (int p = 0; p < PAIRS; p++) {
            assertThat(draws.get(p).samples()).isEqualTo(100);
            for (Draws.Draw draw : draws.get(p).distinct()) {
                double mean = (q(ofClose.get(p), draw) + q(ofFarOff.get(p), draw)) / 2;
                assertThat(draw.string().logQ()).isCloseTo(Math.log(mean), within(1e-4));
            }
        }
    }

    private static double q(List<PosteriorString> paths, Draws.Draw draw) {
        return paths.stream()
                .filter(path ->
                        Arrays.equals(path.string().marks(), draw.string().marks()))
                .mapToDouble(path -> Math.exp(path.string().logQ()))
                .sum();
    }

    @Test
    void likelihoodIsCloseToTheExactValueDespiteABadSampler() {
        System.out.println("mixture of samplers, seed " + SEED);
        List<ExactValues> exact = Exact.of(new Model(scorer, close)).values(batch);
        List<List<PosteriorString>> paths = Exact.of(new Model(scorer, close)).paths(batch);
        List<Draws> draws = new MixtureEstimator(List.of(close, farOff), scorer, SAMPLES, SEED).draw(batch, keys);
        for (int p = 0; p < PAIRS; p++) {
            Estimate found = Estimates.logLikelihood(draws.get(p));
            assertThat(found.value()).isCloseTo(exact.get(p).logLikelihood(), within(4 * found.standardError() + 1e-5));
            // Σ p̃²/q_mixture is at most M times Σ p̃²/q of any one sampler, and there are M times as many draws.
            assertThat(found.standardError()).isLessThan(1.3 * Math.sqrt(secondMoment(paths.get(p)) / SAMPLES));
        }
    }

    /** Returns the exact second moment of an importance weight under q, relative to its mean: Σ p²/q. */
    private static double secondMoment(List<PosteriorString> paths) {
        return paths.stream()
                .mapToDouble(path ->
                        path.weight() * path.weight() / Math.exp(path.string().logQ()))
                .sum();
    }

    @Test
    void emptyMixtureIsRefused() {
        assertThatThrownBy(() -> new MixtureEstimator(List.of(), scorer, 1, SEED))
                .hasMessage("a mixture needs at least one sampler and one sample of each; got 0 and 1");
        assertThatThrownBy(() -> new MixtureEstimator(List.of(close), scorer, 0, SEED))
                .hasMessage("a mixture needs at least one sampler and one sample of each; got 1 and 0");
    }
}
