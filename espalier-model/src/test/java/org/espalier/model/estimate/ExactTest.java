package org.espalier.model.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LimitException;
import org.espalier.fst.dp.PathEnumeration;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.RandomPairs;
import org.espalier.model.TableSampler;
import org.espalier.model.TableScorer;
import org.junit.jupiter.api.Test;

/** Compares with naive enumeration, string by string. */
class ExactTest {
    private static final long SEED = 20261117;

    private final TableScorer scorer = new TableScorer(RandomPairs.MARKS.size(), SEED, 1);
    private final TableSampler sampler = new TableSampler(SEED + 1, 1);
    private final Model model = new Model(scorer, sampler);

    @Test
    void pathsHaveTheScoresOfTheirStrings() {
        System.out.println("exact, seed " + SEED);
        LatticeBatch batch = new RandomPairs(SEED).batch(40);
        for (int maxRows : new int[] {3, 50, 100_000}) {
            List<List<PosteriorString>> found = new Exact(model, 300, maxRows).paths(batch);
            for (int p = 0; p < batch.pairs(); p++) {
                Map<String, ScoredString> naive = new HashMap<>();
                naive(batch, p).forEach(string -> naive.put(Arrays.toString(string.marks()), string));
                assertThat(found.get(p)).hasSameSizeAs(naive.values());
                for (PosteriorString path : found.get(p)) {
                    ScoredString alone = Objects.requireNonNull(
                            naive.get(Arrays.toString(path.string().marks())));
                    assertThat(path.string().logQ()).isCloseTo(alone.logQ(), within(1e-12));
                    assertThat(path.string().logP()).isCloseTo(alone.logP(), within(1e-5));
                }
                assertThat(found.get(p).stream()
                                .mapToDouble(PosteriorString::weight)
                                .sum())
                        .isCloseTo(1, within(1e-12));
            }
        }
    }

    @Test
    void valuesMatchTheirDefinitions() {
        LatticeBatch batch = new RandomPairs(SEED + 2).batch(40);
        List<ExactValues> values = Exact.of(model).values(batch);
        for (int p = 0; p < batch.pairs(); p++) {
            List<ScoredString> strings = naive(batch, p);
            double z = strings.stream().mapToDouble(s -> Math.exp(s.logP())).sum();
            double exclusive = 0;
            double inclusive = 0;
            double partial = 0;
            double length = 0;
            double entropyP = 0;
            double entropyQ = 0;
            for (ScoredString s : strings) {
                double posterior = Math.exp(s.logP()) / z;
                double q = Math.exp(s.logQ());
                exclusive += q * Math.log(q / posterior);
                inclusive += posterior * Math.log(posterior / q);
                partial += q * (s.logQ() - s.logP());
                length += posterior * s.marks().length;
                entropyP -= posterior * Math.log(posterior);
                entropyQ -= q * Math.log(q);
            }
            ExactValues exact = values.get(p);
            assertThat(exact.paths()).isEqualTo(strings.size());
            assertThat(exact.logLikelihood()).isCloseTo(Math.log(z), within(1e-5));
            assertThat(exact.exclusiveKl()).isCloseTo(exclusive, within(1e-5));
            assertThat(exact.inclusiveKl()).isCloseTo(inclusive, within(1e-5));
            assertThat(exact.partialKl()).isCloseTo(partial, within(1e-5));
            assertThat(exact.markLength()).isCloseTo(length, within(1e-5));
            assertThat(exact.posteriorEntropy()).isCloseTo(entropyP, within(1e-5));
            assertThat(exact.samplerEntropy()).isCloseTo(entropyQ, within(1e-10));
            assertThat(exact.samplerMass()).isCloseTo(1, within(1e-10));
        }
    }

    @Test
    void sumsAreFiniteForTinyProbabilities() {
        ExactValues.Sums sums = new ExactValues.Sums();
        sums.add(new ScoredString(new int[2], Math.log(0.25), -3000));
        sums.add(new ScoredString(new int[4], Math.log(0.75), -1000 + Math.log(3)));
        sums.add(new ScoredString(new int[8], -900, -1000));
        ExactValues values = sums.values();
        assertThat(values.logLikelihood()).isCloseTo(-1000 + Math.log(4), within(1e-9));
        assertThat(values.markLength()).isCloseTo(5, within(1e-9));
        assertThat(values.posteriorEntropy()).isCloseTo(0.25 * Math.log(4) + 0.75 * Math.log(4.0 / 3), within(1e-9));
        assertThat(values.inclusiveKl()).isCloseTo(0.25 * (Math.log(0.25) + 900), within(1e-9));
        assertThat(values.exclusiveKl()).isCloseTo(0.25 * (Math.log(0.25) + 2000 + Math.log(4)), within(1e-9));
    }

    @Test
    void rowsAreBoundedForManyPaths() {
        LatticeBatch batch = LatticeBatch.of(List.of(deletionsAndInsertions(8)));
        TableScorer watched = new TableScorer(2, SEED, 1);
        ExactValues values = new Exact(new Model(watched, sampler), 1_000_000, 100)
                .values(batch)
                .get(0);
        assertThat(values.paths()).isEqualTo(12_870);
        assertThat(values.samplerMass()).isCloseTo(1, within(1e-10));
        assertThat(watched.mostRows()).isEqualTo(100);
    }

    /** A stack of 256 KiB has room for a few thousand calls. */
    @Test
    void stringsMayBeLongerThanTheStackIsDeep() throws InterruptedException {
        Mfst.Builder builder = Mfst.builder();
        int q = builder.state();
        Mfst machine = builder.accept(q).arc(q, q, "a", "", "delete").build();
        LatticeBatch batch =
                LatticeBatch.of(List.of(Lattices.of(machine).builder().build(new int[4_000], new int[0])));
        Model small = new Model(new TableScorer(1, SEED, 1), sampler);
        AtomicInteger marks = new AtomicInteger();
        Thread thread = new Thread(
                null,
                () -> marks.set(
                        Exact.of(small).paths(batch).get(0).get(0).string().marks().length),
                "small stack",
                1 << 18);
        thread.setUncaughtExceptionHandler((ofThread, e) -> {
            // The number of marks stays 0.
        });
        thread.start();
        thread.join();
        assertThat(marks).hasValue(4_000);
    }

    @Test
    void tooManyPathsAreRefused() {
        LatticeBatch batch = LatticeBatch.of(List.of(deletionsAndInsertions(2), deletionsAndInsertions(8)));
        assertThatThrownBy(() -> Exact.of(model).withMaxPaths(12_869).values(batch))
                .isInstanceOf(LimitException.class)
                .hasMessage(
                        "the lattice of pair 1 of the batch has 12870 paths, more than the bound of 12869 for exact "
                                + "values; raise the bound, or estimate by sampling");
        LatticeBatch large = LatticeBatch.of(List.of(deletionsAndInsertions(100)));
        assertThatThrownBy(() -> Exact.of(model).values(large))
                .isInstanceOf(LimitException.class)
                .hasMessageContaining(" has about 2^195 paths, more than the bound of 1000000 ");
    }

    @Test
    void cyclicLatticeIsRefused() {
        Mfst.Builder builder = Mfst.builder();
        int q = builder.state();
        Mfst machine = builder.accept(q).arc(q, q, "", "", "wait").build();
        LatticeBatch batch = LatticeBatch.of(List.of(Lattices.of(machine).build(List.of(), List.of())));
        assertThatThrownBy(() -> Exact.of(model).values(batch))
                .isInstanceOf(EspalierException.class)
                .hasMessageStartingWith("enumerating every path needs an acyclic lattice, ");
    }

    private static Lattice deletionsAndInsertions(int length) {
        Mfst.Builder builder = Mfst.builder();
        int q = builder.state();
        Mfst machine = builder.accept(q)
                .arc(q, q, "a", "", "delete")
                .arc(q, q, "", "b", "insert")
                .build();
        return Lattices.of(machine).builder().build(new int[length], new int[length]);
    }

    private List<ScoredString> naive(LatticeBatch batch, int pair) {
        Lattice lattice = batch.lattices().get(pair);
        List<ScoredString> result = new ArrayList<>();
        PathEnumeration.of(lattice, 300).stream()
                .map(lattice::marksOf)
                .forEach(marks ->
                        result.add(new ScoredString(marks, sampler.logQ(batch, pair, marks), scorer.logP(marks))));
        return result;
    }
}
