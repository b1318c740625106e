package org.espalier.model.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.Minimality;
import org.espalier.fst.base.LogSpace;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.Pass;
import org.espalier.model.PathSampling;
import org.espalier.model.RandomPairs;
import org.espalier.model.TableSampler;
import org.espalier.model.TableScorer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SmcTest {
    private static final long SEED = 20261119;
    private static final int PAIRS = 12;

    private final TableScorer scorer = new TableScorer(RandomPairs.MARKS.size(), SEED, 0.5);
    private final TableSampler sampler = new TableSampler(SEED + 1, 0.5);
    private final Model model = new Model(scorer, sampler);
    private final LatticeBatch batch = new RandomPairs(SEED, 4, 200).batch(PAIRS);
    private final int[] keys = IntStream.range(0, PAIRS).toArray();
    private final List<ExactValues> exact = Exact.of(model).values(batch);

    /** Small lattices, where what a filter seldom keeps is seen often enough to be part of the standard error. */
    private final LatticeBatch small = new RandomPairs(SEED, 3, 150).batch(PAIRS);

    private void assertUnbiased(List<SmcEstimate> estimates) {
        List<ExactValues> values = Exact.of(model).values(small);
        for (int p = 0; p < PAIRS; p++) {
            Estimate found = estimates.get(p).logLikelihood();
            // The mean over repetitions and its standard error, both relative to the exact value.
            double ratio = Math.exp(found.value() - values.get(p).logLikelihood());
            assertThat(ratio).isCloseTo(1, within(4 * ratio * found.standardError() + 1e-5));
            assertThat(found.standardError()).isLessThan(0.1);
        }
    }

    /** Returns log V of each state for a scorer that gives all symbols the same probability. */
    private static double[] valuesOfUniformScorer(LatticeBatch batch) {
        double step = -Math.log(batch.marks() + 1.0);
        double[] logValue = new double[batch.states()];
        for (int state = 0; state < logValue.length; state++) {
            double sum = batch.isFinal(state) ? step : LogSpace.ZERO;
            for (int rank = 0; rank < batch.degree(state); rank++) {
                // States are numbered by their distance to the end.
                sum = LogSpace.add(sum, step + logValue[batch.target(batch.arc(state, rank))]);
            }
            logValue[state] = sum;
        }
        return logValue;
    }

    @Tag("slow")
    @Test
    void likelihoodIsUnbiasedForAnyNumberOfParticles() {
        System.out.println("smc, seed " + SEED);
        double resamplings = Double.POSITIVE_INFINITY;
        for (int particles : new int[] {1, 2, 5}) {
            List<SmcEstimate> estimates =
                    new Smc(model, 16, particles, 10_000 / particles, SEED + 2).estimate(small, keys);
            assertUnbiased(estimates);
            double sum =
                    estimates.stream().mapToDouble(SmcEstimate::resamplings).sum();
            assertThat(sum).isPositive().isLessThan(resamplings);
            resamplings = sum;
        }
    }

    @Tag("slow")
    @Test
    void likelihoodIsUnbiasedForAnyFutureValues() {
        System.out.println("smc, seed " + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        double[] roughly = valuesOfUniformScorer(small);
        double[] logValue = new double[small.states()];
        for (double known : new double[] {0, 0.5, 1}) {
            Arrays.setAll(
                    logValue,
                    state -> random.nextDouble() < known ? roughly[state] + random.nextDouble(-2, 2) : Double.NaN);
            for (int p = 0; p < PAIRS; p++) {
                logValue[small.root(p)] = roughly[small.root(p)];
            }
            assertUnbiased(new Smc(model, 1, 2, 5_000, SEED)
                    .estimate(
                            sampler.encode(small, Pass.forward()),
                            new FutureValues(logValue),
                            RandomStreams.of(small, SEED + 3, keys)));
        }
    }

    /** A scorer that is uniform over all symbols has no memory, so that V depends on the state alone. */
    @Test
    void perfectFutureValuesLeaveNoVariance() {
        MarkScorer uniform = new TableScorer(RandomPairs.MARKS.size(), SEED, 0);
        Model withoutMemory = new Model(uniform, sampler);
        List<ExactValues> values = Exact.of(withoutMemory).values(batch);
        double[] logValue = valuesOfUniformScorer(batch);
        for (int particles : new int[] {1, 3}) {
            List<SmcEstimate> estimates = new Smc(withoutMemory, 1, particles, 50, SEED)
                    .estimate(
                            sampler.encode(batch, Pass.forward()),
                            new FutureValues(logValue),
                            RandomStreams.of(batch, SEED, keys));
            Set<String> differentStrings = new HashSet<>();
            for (int p = 0; p < PAIRS; p++) {
                double logLikelihood = values.get(p).logLikelihood();
                assertThat(estimates.get(p).logLikelihoods())
                        .allSatisfy(each -> assertThat(each).isCloseTo(logLikelihood, within(1e-9)));
                estimates
                        .get(p)
                        .strings()
                        .forEach(each -> differentStrings.add(
                                Arrays.toString(each.string().marks())));
            }
            assertThat(differentStrings).as("the strings are random").hasSizeGreaterThan(2 * PAIRS);
        }
    }

    /** A prefix of the slow filter. */
    private record Slow(List<Integer> marks, int state, double logP, double logTarget, double logFactor) {
        int[] array() {
            return marks.stream().mapToInt(mark -> mark).toArray();
        }
    }

    /** Returns the estimate of one filter of a pair, by the definition. */
    private double slowly(int pair, int particles, double[] logValue, SplittableRandom random) {
        List<Slow> pool = List.of(new Slow(List.of(), batch.root(pair), 0, logValue[batch.root(pair)], 0));
        while (pool.stream().anyMatch(each -> each.state >= 0)) {
            int least = pool.stream()
                    .filter(each -> each.state >= 0)
                    .mapToInt(each -> progress(each.state))
                    .min()
                    .orElseThrow();
            List<Slow> next = new ArrayList<>();
            for (Slow each : pool) {
                if (each.state < 0 || progress(each.state) > least) {
                    next.add(each);
                    waited |= each.state >= 0;
                    continue;
                }
                double[] logQ = PathSampling.distribution(sampler, batch, pair, each.array());
                for (int choice = 0; choice < logQ.length; choice++) {
                    next.add(longer(each, choice, logQ[choice], logValue));
                }
            }
            pool = next.size() > particles ? resampled(next, particles, random.nextDouble()) : next;
        }
        return LogSpace.sum(
                pool.stream().mapToDouble(each -> each.logP + each.logFactor).toArray());
    }

    private boolean waited;

    private int progress(int state) {
        return batch.inputPosition(state) + batch.outputPosition(state);
    }

    private Slow longer(Slow prefix, int choice, double logQ, double[] logValue) {
        int symbol = batch.symbol(prefix.state, choice);
        double logP = prefix.logP + scorer.logProbabilities(prefix.array())[symbol];
        if (symbol == batch.marks()) {
            return new Slow(prefix.marks, -1, logP, logP, prefix.logFactor);
        }
        List<Integer> marks = new ArrayList<>(prefix.marks);
        marks.add(symbol);
        int state = batch.target(batch.arc(prefix.state, choice));
        double logTarget = Double.isNaN(logValue[state]) ? prefix.logTarget + logQ : logP + logValue[state];
        return new Slow(marks, state, logP, logTarget, prefix.logFactor);
    }

    private static List<Slow> resampled(List<Slow> pool, int particles, double point) {
        double[] logWeight = pool.stream()
                .mapToDouble(each -> each.logTarget + each.logFactor)
                .toArray();
        double low = LogSpace.max(logWeight) - 100;
        double high = LogSpace.max(logWeight) + 10;
        for (int step = 0; step < 200; step++) {
            double middle = (low + high) / 2;
            boolean isTooLow = Arrays.stream(logWeight)
                            .map(each -> Math.min(1, Math.exp(each - middle)))
                            .sum()
                    > particles;
            low = isTooLow ? middle : low;
            high = isTooLow ? high : middle;
        }
        List<Slow> result = new ArrayList<>();
        double end = 0;
        for (int i = 0; i < logWeight.length; i++) {
            Slow each = pool.get(i);
            double logProbability = logWeight[i] - high;
            if (logProbability >= 0) {
                result.add(each);
                continue;
            }
            double begin = end;
            end += Math.exp(logProbability);
            if (Math.ceil(begin - point) < Math.ceil(end - point)) {
                result.add(
                        new Slow(each.marks, each.state, each.logP, each.logTarget, each.logFactor - logProbability));
            }
        }
        return result;
    }

    @Test
    void filtersAgreeWithASlowOne() {
        System.out.println("smc, seed " + SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        double[] logValue = valuesOfUniformScorer(batch);
        Set<Integer> roots = new HashSet<>();
        IntStream.range(0, PAIRS).forEach(pair -> roots.add(batch.root(pair)));
        Arrays.setAll(logValue, state -> roots.contains(state) || random.nextBoolean() ? logValue[state] : Double.NaN);
        for (int particles : new int[] {1, 2, 7}) {
            List<SmcEstimate> found = new Smc(model, 1, particles, 1, SEED)
                    .estimate(
                            sampler.encode(batch, Pass.forward()),
                            new FutureValues(logValue),
                            RandomStreams.of(batch, SEED, keys));
            SplittableRandom[] streams = RandomStreams.of(batch, SEED, keys);
            for (int p = 0; p < PAIRS; p++) {
                double slow = slowly(p, particles, logValue, streams[p].split());
                assertThat(found.get(p).logLikelihood().value()).isCloseTo(slow, within(1e-6));
            }
        }
        assertThat(waited).isTrue();
    }

    @Test
    void futureValuesAreMeansOverTheStringsThroughAState() {
        int draws = 4;
        PathSampling.Samples drawn =
                PathSampling.sample(sampler.encode(batch, Pass.forward()), draws, RandomStreams.of(batch, SEED, keys));
        double[] logP = scorer.score(drawn.tree(), Pass.forward()).logProbabilities();
        FutureValues future = FutureValues.of(batch, drawn, logP);
        double[] sums = new double[batch.states()];
        int[] counts = new int[batch.states()];
        for (int end = 0; end < drawn.tree().ends(); end++) {
            int count = drawn.tree().endCount(end);
            int event = drawn.tree().eventOfEnd(end);
            double logWeight = logP[event] - drawn.logQ()[event];
            for (int node = drawn.tree().endNode(end);
                    node >= 0;
                    node = drawn.tree().parent(node)) {
                sums[drawn.tree().state(node)] += count * Math.exp(logWeight);
                counts[drawn.tree().state(node)] += count;
                if (drawn.tree().parent(node) >= 0) {
                    int ofNode = drawn.tree().eventOfNode(node);
                    logWeight += logP[ofNode] - drawn.logQ()[ofNode];
                }
            }
        }
        int unknown = 0;
        for (int state = 0; state < sums.length; state++) {
            double target = future.logTarget(state, -3, -77);
            if (counts[state] == 0) {
                assertThat(target).isEqualTo(-77);
                unknown++;
            } else {
                assertThat(target).isCloseTo(Math.log(sums[state] / counts[state]) - 3, within(1e-9));
            }
        }
        assertThat(unknown).isPositive().isLessThan(sums.length);
    }

    @Test
    void enoughParticlesGiveTheExactValue() {
        List<SmcEstimate> estimates = new Smc(model, 1, 1_000, 3, SEED).estimate(batch, keys);
        List<List<PosteriorString>> paths = Exact.of(model).paths(batch);
        for (int p = 0; p < PAIRS; p++) {
            assertThat(estimates.get(p).logLikelihood().value())
                    .isCloseTo(exact.get(p).logLikelihood(), within(1e-9));
            assertThat(estimates.get(p).logLikelihood().standardError()).isLessThan(1e-12);
            assertThat(estimates.get(p).resamplings()).isZero();
            assertThat(estimates.get(p).strings()).hasSameSizeAs(paths.get(p));
        }
    }

    @Tag("slow")
    @Test
    void estimatesAreBetterThanThoseOfAsManyPlainDraws() {
        int particles = 8;
        int draws = 16;
        Model far = new Model(new TableScorer(RandomPairs.MARKS.size(), SEED, 1.5), new TableSampler(SEED + 1, 1.5));
        List<ExactValues> values = Exact.of(far).values(batch);
        double ofFilters = 0;
        double ofDraws = 0;
        for (int repetition = 0; repetition < 100; repetition++) {
            List<SmcEstimate> filtered = new Smc(far, draws, particles, 1, repetition).estimate(batch, keys);
            List<Estimates> sampled = new Estimator(far, draws + particles, 1, repetition).estimate(batch, keys);
            for (int p = 0; p < PAIRS; p++) {
                double logLikelihood = values.get(p).logLikelihood();
                ofFilters += Math.abs(filtered.get(p).logLikelihood().value() - logLikelihood);
                ofDraws += Math.abs(sampled.get(p).logLikelihood().value() - logLikelihood);
            }
        }
        assertThat(ofFilters)
                .as("sum of errors of log p̃(x, y), plain %s", ofDraws)
                .isLessThan(0.5 * ofDraws);
    }

    @Tag("slow")
    @Test
    void stringsBelongToTheLatticeAndHavePosteriorWeights() {
        List<SmcEstimate> estimates = new Smc(model, 200, 20, 50, SEED + 5).estimate(batch, keys);
        List<List<PosteriorString>> paths = Exact.of(model).paths(batch);
        for (int p = 0; p < PAIRS; p++) {
            List<PosteriorString> strings = estimates.get(p).strings();
            assertThat(strings.stream().mapToDouble(PosteriorString::weight).sum())
                    .isCloseTo(1, within(1e-9));
            assertThat(strings.stream()
                            .map(each -> Arrays.toString(each.string().marks())))
                    .doesNotHaveDuplicates();
            for (PosteriorString found : strings) {
                int[] marks = found.string().marks();
                assertThat(found.string().logQ()).isCloseTo(sampler.logQ(batch, p, marks), within(1e-9));
                assertThat(found.string().logP()).isCloseTo(scorer.logP(marks), within(1e-5));
                double weight = paths.get(p).stream()
                        .filter(path -> Arrays.equals(path.string().marks(), marks))
                        .mapToDouble(PosteriorString::weight)
                        .sum();
                assertThat(found.weight()).isCloseTo(weight, within(0.05));
            }
        }
    }

    /** Marks that neither read nor write make a cycle. */
    private static Lattice withCycle(LatticeOptions options) {
        Mfst.Builder machine = Mfst.builder(RandomPairs.LETTERS, RandomPairs.LETTERS, RandomPairs.MARKS);
        int q = machine.state();
        machine.accept(q).arc(q, q, "", "", "more").arc(q, q, "a", "b", "replace");
        return Lattices.of(machine.build())
                .builder(options)
                .build(RandomPairs.LETTERS.ids(List.of("a", "a")), RandomPairs.LETTERS.ids(List.of("b", "b")));
    }

    @Tag("slow")
    @Test
    void likelihoodOfACyclicLatticeIsUnbiased() {
        System.out.println("smc, seed " + SEED);
        LatticeBatch unrolled = LatticeBatch.of(List.of(withCycle(LatticeOptions.DEFAULT.withMaxMarks(20))));
        double logLikelihood = Exact.of(model).values(unrolled).get(0).logLikelihood();
        LatticeBatch cyclic = LatticeBatch.of(List.of(withCycle(LatticeOptions.DEFAULT)));
        assertThat(cyclic.isAcyclic()).isFalse();
        Estimate found =
                new Smc(model, 100, 3, 2_000, SEED).estimate(cyclic, 1).get(0).logLikelihood();
        assertThat(found.value()).isCloseTo(logLikelihood, within(4 * found.standardError()));
        assertThat(found.standardError()).isBetween(1e-6, 0.05);
    }

    @Test
    void latticesWithoutPositionsAreComparedAtEqualLength() {
        Mfst.Builder machine = Mfst.builder(RandomPairs.LETTERS, RandomPairs.LETTERS, RandomPairs.MARKS);
        int q = machine.state();
        machine.accept(q)
                .arc(q, q, "a", "", "delete")
                .arc(q, q, "", "b", "insert")
                .arc(q, q, "a", "b", "replace");
        LatticeBatch withoutPositions = LatticeBatch.of(List.of(Lattices.of(machine.build())
                .builder(LatticeOptions.DEFAULT.withMinimality(Minimality.MARKS))
                .build(RandomPairs.LETTERS.ids(List.of("a", "a")), RandomPairs.LETTERS.ids(List.of("b", "b")))));
        assertThat(withoutPositions.lattices().get(0).hasPositions()).isFalse();
        Estimate found = new Smc(model, 50, 4, 100, SEED)
                .estimate(withoutPositions, 1)
                .get(0)
                .logLikelihood();
        assertThat(found.value())
                .isCloseTo(
                        Exact.of(model).values(withoutPositions).get(0).logLikelihood(),
                        within(4 * found.standardError()));
        assertThat(found.standardError()).isBetween(1e-6, 0.1);
    }

    @Test
    void equalParticlesShareOneRow() {
        TableScorer watched = new TableScorer(RandomPairs.MARKS.size(), SEED, 0.5);
        new Smc(new Model(watched, sampler), 10, 1_000, 3, SEED).estimate(batch, keys);
        assertThat(watched.mostRows()).isLessThanOrEqualTo(PAIRS * 200);
    }

    @Test
    void estimateOfAPairDoesNotDependOnItsBatch() {
        Smc smc = new Smc(model, 10, 7, 5, SEED + 6);
        List<SmcEstimate> together = smc.estimate(batch, keys);
        for (int p : new int[] {0, 5, 11}) {
            LatticeBatch alone = LatticeBatch.of(List.of(batch.lattices().get(p)));
            assertThat(smc.estimate(alone, p)).containsExactly(together.get(p));
        }
    }

    @Test
    void invalidArgumentsAreRefused() {
        assertThatThrownBy(() -> new Smc(model, 10, 0, 1, 1))
                .hasMessage("draws, particles and repetitions must be at least 1; got 10, 0 and 1");
        assertThatThrownBy(() -> new Smc(model, 0, 5, 1, 1))
                .hasMessage("draws, particles and repetitions must be at least 1; got 0, 5 and 1");
    }
}
