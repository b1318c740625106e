package org.espalier.lab.ngram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.lab.ngram.RandomCorpora.pairs;
import static org.espalier.lab.ngram.RandomCorpora.string;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.fst.base.SourceException;
import org.espalier.run.data.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NgramTransducerTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyStepIncreasesTheLikelihood(long seed) {
        UnitAligner aligner = new UnitAligner(pairs(new Random(seed), 40), 2, 2);
        double before = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < 20; k++) {
            double now = aligner.step();
            assertThat(now).as("seed %d, step %d", seed, k).isGreaterThanOrEqualTo(before - 1e-9);
            before = now;
        }
    }

    /** Enumerates all segmentations of a pair. */
    private static void cut(Pair pair, int i, int j, List<JointUnit> cut, List<List<JointUnit>> into) {
        if (i == pair.x().size() && j == pair.y().size()) {
            into.add(List.copyOf(cut));
        }
        for (int read = 1; read <= 2 && i + read <= pair.x().size(); read++) {
            for (int written = 0; written <= 2 && j + written <= pair.y().size(); written++) {
                if (read == 1 || written == 1) {
                    cut.add(new JointUnit(
                            pair.x().subList(i, i + read), pair.y().subList(j, j + written)));
                    cut(pair, i + read, j + written, cut, into);
                    cut.remove(cut.size() - 1);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void firstStepSumsAllSegmentations(long seed) {
        List<Pair> pairs = pairs(new Random(seed), 5);
        List<List<List<JointUnit>>> ways = pairs.stream()
                .map(pair -> {
                    List<List<JointUnit>> into = new ArrayList<>();
                    cut(pair, 0, 0, new ArrayList<>(), into);
                    return into;
                })
                .toList();
        Map<JointUnit, Double> expected = new HashMap<>();
        int units = (int) ways.stream()
                .flatMap(List::stream)
                .flatMap(List::stream)
                .distinct()
                .count();
        double first = 0;
        for (List<List<JointUnit>> ofPair : ways) {
            double sum = ofPair.stream()
                    .mapToDouble(way -> Math.pow(units, -way.size()))
                    .sum();
            first += Math.log(sum);
            ofPair.forEach(way ->
                    way.forEach(unit -> expected.merge(unit, Math.pow(units, -way.size()) / sum, Double::sum)));
        }
        double total = expected.values().stream().mapToDouble(count -> count).sum();
        double second = 0;
        for (List<List<JointUnit>> ofPair : ways) {
            second += Math.log(ofPair.stream()
                    .mapToDouble(way -> way.stream()
                            .mapToDouble(unit -> expected.getOrDefault(unit, 0.0) / total)
                            .reduce(1, (a, b) -> a * b))
                    .sum());
        }
        UnitAligner aligner = new UnitAligner(pairs, 2, 2);
        assertThat(aligner.step()).as("seed %d", seed).isCloseTo(first, within(1e-9));
        assertThat(aligner.step()).as("seed %d", seed).isCloseTo(second, within(1e-9));
    }

    @Test
    void correspondingSymbolsAreAligned() {
        List<Pair> pairs = List.of(
                new Pair(List.of("s", "h", "a"), List.of("S", "A"), 0),
                new Pair(List.of("a", "s", "h"), List.of("A", "S"), 0),
                new Pair(List.of("a"), List.of("A"), 0),
                new Pair(List.of("s", "h"), List.of("S"), 0));
        assertThat(UnitAligner.align(pairs, 2, 2).get(0))
                .containsExactly(
                        new JointUnit(List.of("s", "h"), List.of("S")), new JointUnit(List.of("a"), List.of("A")));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void searchFindsTheOutputsOfEnumeration(long seed) {
        Random random = new Random(seed);
        JointUnitCorpus units = JointUnitCorpus.of(UnitAligner.align(pairs(random, 12), 2, 2));
        NgramModel model = NgramModel.train(units.strings(), units.size(), 3);
        List<String> x = string(random, 4, "abc");
        Map<List<String>, Double> all = new HashMap<>();
        enumerate(units, model, x, new int[0], List.of(), all);
        List<NgramTransducer.Output> found =
                new NgramTransducer(units, model, Integer.MAX_VALUE).nBest(x, Integer.MAX_VALUE);
        assertThat(found).as("seed %d", seed).hasSameSizeAs(all.keySet());
        double before = 0;
        for (NgramTransducer.Output output : found) {
            assertThat(output.logProbability())
                    .isCloseTo(all.getOrDefault(output.y(), Double.NaN), within(1e-9))
                    .isLessThanOrEqualTo(before);
            before = output.logProbability();
        }
        assertThat(new NgramTransducer(units, model, Integer.MAX_VALUE).nBest(x, 2))
                .isEqualTo(found.subList(0, Math.min(2, found.size())));
    }

    private static void enumerate(
            JointUnitCorpus units,
            NgramModel model,
            List<String> rest,
            int[] string,
            List<String> y,
            Map<List<String>, Double> into) {
        if (rest.isEmpty()) {
            into.merge(y, model.logProbability(string), Math::max);
        }
        for (int unit = 0; unit < units.size(); unit++) {
            List<String> read = units.unit(unit).read();
            if (read.size() <= rest.size() && rest.subList(0, read.size()).equals(read)) {
                List<String> longer = new ArrayList<>(y);
                longer.addAll(units.unit(unit).written());
                enumerate(
                        units,
                        model,
                        rest.subList(read.size(), rest.size()),
                        IntStream.concat(IntStream.of(string), IntStream.of(unit))
                                .toArray(),
                        longer,
                        into);
            }
        }
    }

    @Test
    void phonetisaurusAlignmentsAreRead(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("words.corpus"), "_}x a|b}_ c}y|\\u007C _}z\n\nd}\\u005F\n");
        JointUnitCorpus units = JointUnitCorpus.of(PhonetisaurusFile.read(file));
        assertThat(units.size()).isEqualTo(3);
        assertThat(units.unit(0)).isEqualTo(new JointUnit(List.of("a", "b"), List.of("x")));
        assertThat(units.unit(1)).isEqualTo(new JointUnit(List.of("c"), List.of("y", "|", "z")));
        assertThat(units.unit(2)).isEqualTo(new JointUnit(List.of("d"), List.of("_")));
        Path bad = Files.writeString(folder.resolve("bad.corpus"), "a}b\na}b c\n");
        assertThatThrownBy(() -> PhonetisaurusFile.read(bad))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("bad.corpus:2:5: expected a part of x, } and a part of y");
    }
}
