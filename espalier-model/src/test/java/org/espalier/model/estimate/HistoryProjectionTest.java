package org.espalier.model.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.RandomPairs;
import org.espalier.model.TableSampler;
import org.espalier.model.TableScorer;
import org.junit.jupiter.api.Test;

class HistoryProjectionTest {
    private static final long SEED = 20261121;
    private static final int PAIRS = 20;

    private final Model model =
            new Model(new TableScorer(RandomPairs.MARKS.size(), SEED, 0.8), new TableSampler(SEED + 1, 1.5));
    private final LatticeBatch all = new RandomPairs(SEED, 3, 150).batch(PAIRS);

    private LatticeBatch pair(int p) {
        return LatticeBatch.of(List.of(all.lattices().get(p)));
    }

    @Test
    void projectionWithAllMarksIsThePosterior() {
        for (int p = 0; p < PAIRS; p++) {
            HistoryProjection found =
                    HistoryProjection.of(pair(p), Exact.of(model).paths(pair(p)).get(0), 1000);
            assertThat(found.inclusiveKl()).isCloseTo(0, within(1e-9));
            assertThat(found.exclusiveKl()).isCloseTo(0, within(1e-9));
        }
    }

    @Test
    void moreMarksAreNeverWorseAndNoMarkovSamplerBeatsTheProjection() {
        System.out.println("projections, seed " + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        double gained = 0;
        for (int p = 0; p < PAIRS; p++) {
            List<PosteriorString> paths = Exact.of(model).paths(pair(p)).get(0);
            double before = Double.POSITIVE_INFINITY;
            for (int marks = 0; marks < 5; marks++) {
                double now = HistoryProjection.of(pair(p), paths, marks).inclusiveKl();
                assertThat(now).isGreaterThan(-1e-9).isLessThan(before + 1e-9);
                before = now;
            }
            double markov = HistoryProjection.of(pair(p), paths, 0).inclusiveKl() - 1e-9;
            gained += markov - before;
            for (int k = 0; k < 20; k++) {
                assertThat(inclusiveKl(randomMarkov(pair(p), random), pair(p), paths))
                        .isGreaterThan(markov);
            }
        }
        assertThat(gained).isPositive();
    }

    /** Returns random log q of each choice of each state. */
    private static double[][] randomMarkov(LatticeBatch batch, SplittableRandom random) {
        double[][] logQ = new double[batch.states()][];
        for (int state = 0; state < logQ.length; state++) {
            double[] weights = random.doubles(batch.choices(state), 0.1, 1).toArray();
            double total = Arrays.stream(weights).sum();
            logQ[state] = Arrays.stream(weights)
                    .map(weight -> Math.log(weight / total))
                    .toArray();
        }
        return logQ;
    }

    private static double inclusiveKl(double[][] logQ, LatticeBatch batch, List<PosteriorString> paths) {
        double kl = 0;
        for (PosteriorString path : paths) {
            int state = batch.root(0);
            double log = 0;
            for (int mark : path.string().marks()) {
                int choice = batch.choice(state, mark);
                log += logQ[state][choice];
                state = batch.target(batch.arc(state, choice));
            }
            log += logQ[state][batch.choices(state) - 1];
            kl += path.weight() * (Math.log(path.weight()) - log);
        }
        return kl;
    }

    /** Computes the definition: KL(p ‖ q*) as an entropy of choices, from the masses that flow through states. */
    @Test
    void klWithoutMarksIsEntropyOfChoicesMinusEntropyOfPaths() {
        for (int p = 0; p < PAIRS; p++) {
            LatticeBatch batch = pair(p);
            List<PosteriorString> paths = Exact.of(model).paths(batch).get(0);
            double[][] flow = new double[batch.states()][];
            for (int state = 0; state < flow.length; state++) {
                flow[state] = new double[batch.choices(state)];
            }
            double entropy = 0;
            for (PosteriorString path : paths) {
                int state = batch.root(0);
                for (int mark : path.string().marks()) {
                    int choice = batch.choice(state, mark);
                    flow[state][choice] += path.weight();
                    state = batch.target(batch.arc(state, choice));
                }
                flow[state][batch.choices(state) - 1] += path.weight();
                entropy -= path.weight() * Math.log(path.weight());
            }
            double ofChoices = 0;
            for (double[] choices : flow) {
                double total = 0;
                for (double mass : choices) {
                    total += mass;
                }
                for (double mass : choices) {
                    ofChoices -= mass > 0 ? mass * Math.log(mass / total) : 0;
                }
            }
            assertThat(HistoryProjection.of(batch, paths, 0).inclusiveKl())
                    .isCloseTo(ofChoices - entropy, within(1e-9));
        }
    }

    @Test
    void batchOfSeveralPairsIsRefused() {
        assertThatThrownBy(() -> HistoryProjection.of(all, List.of(), 0))
                .hasMessage("a projection is of one pair, with at least 0 marks of the past; got 20 pairs and 0 marks");
    }
}
