package org.espalier.run.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;

/** Compares every metric with a slow and obvious computation. */
class MetricsTest {
    private static final List<String> SYMBOLS = List.of("a", "b", "ch");

    private static List<String> s(String text) {
        return text.codePoints().mapToObj(Character::toString).toList();
    }

    private static List<String> string(Random random, int most) {
        return IntStream.range(0, random.nextInt(most + 1))
                .mapToObj(k -> SYMBOLS.get(random.nextInt(SYMBOLS.size())))
                .toList();
    }

    /** Computes the distance by a breadth-first search over single edits. */
    private static int distanceBySearch(List<String> from, List<String> to) {
        Map<List<String>, Integer> distance = new HashMap<>(Map.of(from, 0));
        Deque<List<String>> queue = new ArrayDeque<>(List.of(from));
        while (!distance.containsKey(to)) {
            List<String> at = queue.remove();
            for (List<String> next : edits(at)) {
                if (next.size() <= 4 && distance.putIfAbsent(next, distance.getOrDefault(at, 0) + 1) == null) {
                    queue.add(next);
                }
            }
        }
        return distance.getOrDefault(to, -1);
    }

    private static List<List<String>> edits(List<String> string) {
        List<List<String>> edits = new ArrayList<>();
        for (int k = 0; k <= string.size(); k++) {
            for (String symbol : SYMBOLS) {
                List<String> longer = new ArrayList<>(string);
                longer.add(k, symbol);
                edits.add(longer);
                if (k < string.size()) {
                    List<String> other = new ArrayList<>(string);
                    other.set(k, symbol);
                    edits.add(other);
                }
            }
            if (k < string.size()) {
                List<String> shorter = new ArrayList<>(string);
                shorter.remove(k);
                edits.add(shorter);
            }
        }
        return edits;
    }

    @Test
    void editDistanceIsTheLengthOfAShortestPath() {
        Random random = new Random(5);
        for (int trial = 0; trial < 200; trial++) {
            List<String> a = string(random, 4);
            List<String> b = string(random, 4);
            assertThat(EditDistance.between(a, b)).as("%s and %s", a, b).isEqualTo(distanceBySearch(a, b));
        }
        assertThat(EditDistance.between(s("kitten"), s("sitting"))).isEqualTo(3);
        assertThat(EditDistance.between(List.of("ch", "a"), List.of("c", "h", "a")))
                .isEqualTo(2);
    }

    @Test
    void errorsAreCountedAgainstTheNearestReference() {
        ScoredHypotheses judgement =
                new ScoredHypotheses(List.of(s("abcd")), List.of(s("xyz"), s("abc"), s("abcde"), s("abzz")));
        assertThat(judgement.characterErrors()).isEqualTo(new ScoredHypotheses.Errors(1, 5));
        assertThat(judgement.isCorrect()).isFalse();
        List<List<String>> reversed = new ArrayList<>(judgement.references());
        Collections.reverse(reversed);
        assertThat(new ScoredHypotheses(judgement.hypotheses(), reversed).characterErrors())
                .isEqualTo(judgement.characterErrors());
    }

    @Test
    void anyReferenceCountsAsCorrect() {
        ScoredHypotheses judgement = new ScoredHypotheses(List.of(s("x"), s("b"), s("a")), List.of(s("a"), s("b")));
        assertThat(judgement.reciprocalRank()).isEqualTo(0.5);
        assertThat(judgement.isCorrect()).isFalse();
        assertThat(new ScoredHypotheses(List.of(s("b")), List.of(s("a"), s("b"))).isCorrect())
                .isTrue();
        assertThat(new ScoredHypotheses(List.of(s("x")), List.of(s("a"))).reciprocalRank())
                .isZero();
    }

    @Test
    void missingHypothesisCountsAsTheEmptyString() {
        ScoredHypotheses judgement = new ScoredHypotheses(List.of(), List.of(s("abc"), s("ab")));
        assertThat(judgement.isCorrect()).isFalse();
        assertThat(judgement.reciprocalRank()).isZero();
        assertThat(judgement.characterErrors()).isEqualTo(new ScoredHypotheses.Errors(2, 2));
        assertThat(new ScoredHypotheses(List.of(), List.of(s(""))).isCorrect()).isFalse();
    }

    @Test
    void ratesArePooledOverInputs() {
        TransductionMetrics metrics = TransductionMetrics.of(
                List.of(
                        new ScoredHypotheses(List.of(s("abcdefgh"), s("x")), List.of(s("abcdefgh"))),
                        new ScoredHypotheses(List.of(s("x"), s("y"), s("ab")), List.of(s("ab")))),
                Bootstrap.of(1));
        assertThat(metrics.inputs()).isEqualTo(2);
        assertThat(metrics.characterErrorRate().value()).isEqualTo(2.0 / 10);
        assertThat(metrics.wordErrorRate().value()).isEqualTo(0.5);
        assertThat(metrics.accuracy().value()).isEqualTo(0.5);
        assertThat(metrics.meanReciprocalRank().value()).isCloseTo((1 + 1.0 / 3) / 2, within(1e-15));
        assertThat(metrics.wordErrorRate().low())
                .isEqualTo(1 - metrics.accuracy().high());
    }

    @Test
    void weightCountsAnInputSeveralTimes() {
        Random random = new Random(5);
        List<ScoredHypotheses> weighted = new ArrayList<>();
        List<ScoredHypotheses> repeated = new ArrayList<>();
        for (int k = 0; k < 20; k++) {
            List<List<String>> hypotheses = List.of(s("ab".substring(random.nextInt(2))), s("b"));
            List<List<String>> references = List.of(s(random.nextBoolean() ? "ab" : "b"));
            int weight = 1 + random.nextInt(4);
            weighted.add(new ScoredHypotheses(hypotheses, references, weight));
            repeated.addAll(Collections.nCopies(weight, new ScoredHypotheses(hypotheses, references)));
        }
        TransductionMetrics found = TransductionMetrics.of(weighted, Bootstrap.of(1));
        TransductionMetrics expected = TransductionMetrics.of(repeated, Bootstrap.of(1));
        assertThat(found.inputs()).isEqualTo(20);
        assertThat(found.accuracy().value()).isBetween(0.1, 0.9);
        assertThat(values(found)).containsExactly(values(expected), within(1e-12));
        assertThat(values(found))
                .isNotEqualTo(values(TransductionMetrics.of(
                        weighted.stream()
                                .map(each -> new ScoredHypotheses(each.hypotheses(), each.references()))
                                .toList(),
                        Bootstrap.of(1))));
    }

    private static double[] values(TransductionMetrics metrics) {
        return new double[] {
            metrics.characterErrorRate().value(),
            metrics.wordErrorRate().value(),
            metrics.accuracy().value(),
            metrics.meanReciprocalRank().value()
        };
    }

    /** Three inputs have 27 equally probable resamples, which give the exact distribution. */
    @Test
    void intervalsApproachThoseOfAllResamples() {
        double[] errors = {0, 3, 1};
        double[] lengths = {4, 5, 2};
        double[] rates = IntStream.range(0, 27)
                .mapToDouble(k -> {
                    int[] drawn = {k % 3, k / 3 % 3, k / 9};
                    return Arrays.stream(drawn).mapToDouble(d -> errors[d]).sum()
                            / Arrays.stream(drawn).mapToDouble(d -> lengths[d]).sum();
                })
                .sorted()
                .toArray();
        ConfidenceInterval interval = new Bootstrap(200_000, 0.5, 3).ratio(errors, lengths);
        assertThat(interval.value()).isEqualTo(4.0 / 11);
        // 27/4 = 6.75 lies in the sorted value with index 6, and 3·27/4 = 20.25 in the one with index 20.
        assertThat(interval.low()).isCloseTo(rates[6], within(1e-12));
        assertThat(interval.high()).isCloseTo(rates[20], within(1e-12));
    }

    @Test
    void intervalOfManyInputsMatchesTheNormalApproximation() {
        Random random = new Random(11);
        double[] values = random.doubles(2000).toArray();
        double mean = Arrays.stream(values).average().orElseThrow();
        double variance =
                Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
        double half = 1.959964 * Math.sqrt(variance / values.length);
        ConfidenceInterval interval = mean(Bootstrap.of(2), values);
        assertThat(interval.value()).isCloseTo(mean, within(1e-12));
        assertThat(interval.low()).isCloseTo(mean - half, within(half / 8));
        assertThat(interval.high()).isCloseTo(mean + half, within(half / 8));
    }

    private static ConfidenceInterval mean(Bootstrap bootstrap, double... values) {
        double[] ones = new double[values.length];
        Arrays.fill(ones, 1);
        return bootstrap.mean(values, ones);
    }

    @Test
    void intervalsDependOnTheSeedAlone() {
        double[] values = {0, 1, 0, 0, 1, 1, 1, 0.25};
        assertThat(mean(Bootstrap.of(7), values)).isEqualTo(mean(Bootstrap.of(7), values));
        assertThat(mean(new Bootstrap(50, 0.95, 7), values)).isNotEqualTo(mean(new Bootstrap(50, 0.95, 8), values));
        assertThat(mean(Bootstrap.of(7), 0.5)).isEqualTo(new ConfidenceInterval(0.5, 0.5, 0.5, 0.95));
        assertThat(Bootstrap.of(7).ratio(new double[] {0}, new double[] {0}).value())
                .isZero();
        assertThat(Bootstrap.of(7).ratio(new double[] {1}, new double[] {0}).high())
                .isInfinite();
    }

    @Test
    void invalidArgumentsAreRefused() {
        refused(
                () -> new ScoredHypotheses(List.of(), List.of()),
                "an input has no reference; give at least one right output of each input");
        refused(() -> new Bootstrap(0, 0.95, 1), "resamples must be at least 1; found 0");
        refused(() -> new Bootstrap(10, 1, 1), "the level of an interval must lie between 0 and 1; found 1.0");
        refused(
                () -> mean(Bootstrap.of(1)),
                "a rate needs as many denominators as numerators, and some; found 0 and 0");
        refused(
                () -> TransductionMetrics.of(List.of(), Bootstrap.of(1)),
                "there is no input to evaluate; give at least one with its references");
    }

    private static void refused(Runnable call, String message) {
        assertThatThrownBy(call::run).isInstanceOf(EspalierException.class).hasMessage(message);
    }
}
