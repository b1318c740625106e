package org.espalier.lab.ngram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NgramModelTest {
    private static final int SYMBOLS = 4;

    private static List<int[]> corpus(long seed, int strings) {
        Random random = new Random(seed);
        return IntStream.range(0, strings)
                .mapToObj(k -> random.ints(random.nextInt(7), 0, SYMBOLS)
                        // Skewed, so that counts differ.
                        .map(symbol -> random.nextInt(3) == 0 ? symbol : symbol / 3)
                        .toArray())
                .toList();
    }

    /** Evaluates the formulas of interpolated modified Kneser–Ney directly on the corpus. */
    private static final class Oracle {
        private static final int END = SYMBOLS;
        private static final int START = SYMBOLS + 1;

        private final int order;
        private final Map<List<Integer>, Integer> counts = new HashMap<>();

        Oracle(List<int[]> corpus, int order) {
            this.order = order;
            for (int[] string : corpus) {
                List<Integer> whole = new ArrayList<>(List.of(START));
                IntStream.of(string).forEach(whole::add);
                whole.add(END);
                for (int from = 0; from < whole.size(); from++) {
                    for (int to = from + 1; to <= Math.min(whole.size(), from + order); to++) {
                        counts.merge(List.copyOf(whole.subList(from, to)), 1, Integer::sum);
                    }
                }
            }
        }

        private int adjusted(List<Integer> ngram) {
            if (ngram.equals(List.of(START))) {
                return 0;
            }
            if (ngram.size() == order || ngram.get(0) == START) {
                return counts.getOrDefault(ngram, 0);
            }
            Set<Integer> before = new HashSet<>();
            for (List<Integer> longer : counts.keySet()) {
                if (longer.size() == ngram.size() + 1
                        && longer.subList(1, longer.size()).equals(ngram)) {
                    before.add(longer.get(0));
                }
            }
            return before.size();
        }

        private double discount(int length, int count) {
            if (count == 0) {
                return 0;
            }
            double[] n = new double[5];
            for (List<Integer> ngram : counts.keySet()) {
                int adjusted = ngram.size() == length ? adjusted(ngram) : 0;
                if (adjusted >= 1 && adjusted <= 4) {
                    n[adjusted]++;
                }
            }
            int k = Math.min(count, 3);
            double y = n[1] / (n[1] + 2 * n[2]);
            boolean sensible =
                    n[1] * n[2] * n[3] * n[4] > 0 && 2 - 3 * y * n[3] / n[2] > 0 && 3 - 4 * y * n[4] / n[3] > 0;
            return sensible ? k - (k + 1) * y * n[k + 1] / n[k] : k / 2.0;
        }

        double probability(List<Integer> context, int event) {
            double total = 0;
            double left = 0;
            for (int other = 0; other <= END; other++) {
                int count = adjusted(with(context, other));
                total += count;
                left += discount(context.size() + 1, count);
            }
            double shorter =
                    context.isEmpty() ? 1.0 / (SYMBOLS + 1) : probability(context.subList(1, context.size()), event);
            if (total == 0) {
                return shorter;
            }
            int count = adjusted(with(context, event));
            return (count - discount(context.size() + 1, count) + left * shorter) / total;
        }

        private static List<Integer> with(List<Integer> context, int event) {
            List<Integer> ngram = new ArrayList<>(context);
            ngram.add(event);
            return ngram;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void probabilitiesEqualTheFormulas(long seed) {
        int order = 1 + (int) (seed % 4);
        List<int[]> corpus = corpus(seed, 30);
        NgramModel model = NgramModel.train(corpus, SYMBOLS, order);
        Oracle oracle = new Oracle(corpus, order);
        for (int[] string : corpus(seed + 100, 5)) {
            int state = model.start();
            List<Integer> past = new ArrayList<>(List.of(SYMBOLS + 1));
            for (int symbol : string) {
                List<Integer> context = past.subList(Math.max(0, past.size() - order + 1), past.size());
                for (int event = 0; event < model.events(); event++) {
                    assertThat(Math.exp(model.logProbability(state, event)))
                            .as("seed %d, %s after %s", seed, event, context)
                            .isCloseTo(oracle.probability(context, event), within(1e-12));
                }
                state = model.next(state, symbol);
                past.add(symbol);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 6})
    void probabilitiesOfEveryContextSumToOne(int order) {
        NgramModel model = NgramModel.train(corpus(order, 200), SYMBOLS + 2, order);
        for (int[] string : corpus(order + 50, 30)) {
            int state = model.start();
            for (int symbol : string) {
                int context = state;
                double sum = IntStream.range(0, model.events())
                        .mapToDouble(event -> Math.exp(model.logProbability(context, event)))
                        .sum();
                assertThat(sum).isCloseTo(1, within(1e-12));
                state = model.next(state, symbol);
            }
        }
    }

    @Test
    void higherOrderIncreasesLikelihoodOfLongDependencies() {
        int[] string = {0, 1, 2, 0, 1, 3};
        List<int[]> corpus = Collections.nCopies(50, string);
        assertThat(NgramModel.train(corpus, SYMBOLS, 4).logProbability(string))
                .isGreaterThan(NgramModel.train(corpus, SYMBOLS, 2).logProbability(string));
    }

    @Test
    void invalidOrderAndEmptyCorpusAreRefused() {
        assertThatThrownBy(() -> NgramModel.train(corpus(1, 1), SYMBOLS, 0))
                .isInstanceOf(EspalierException.class)
                .hasMessage("the order of an n-gram model must be at least 1; found 0");
        assertThatThrownBy(() -> NgramModel.train(List.of(), SYMBOLS, 2))
                .hasMessage("an n-gram model cannot be learned from nothing; give at least one string");
    }
}
