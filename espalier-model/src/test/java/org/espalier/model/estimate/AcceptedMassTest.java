package org.espalier.model.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattices;
import org.espalier.fst.MarkReader;
import org.espalier.fst.Mfst;
import org.espalier.fst.Operations;
import org.espalier.model.BigramModel;
import org.espalier.model.MarkScorer;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.ScorerSampling;
import org.espalier.model.ScorerSampling.Fate;
import org.espalier.model.ScorerSampling.ScorerDraw;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Vocabulary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Draws of mark strings from scorers, against the enumeration of all strings up to a length. */
class AcceptedMassTest {
    private static final int MARKS = 3;
    private static final int LONGEST = 5;
    private static final long DRAWS = 4_000;

    /** p̃ of the strings up to the bound that the machine accepts, and of the prefixes that are cut off there. */
    private static final class Enumeration {
        private final Map<List<Integer>, Double> accepted = new HashMap<>();
        private double cut;

        Enumeration(MarkScorer scorer, MarkReader reader) {
            expand(scorer.walk(1), reader, new ArrayList<>(), 1);
        }

        private void expand(MarkScorer.ScoringWalk walk, MarkReader reader, List<Integer> marks, double p) {
            double[] logP = walk.logProbabilities();
            if (reader.read(ints(marks)).isPresent()) {
                accepted.put(List.copyOf(marks), p * Math.exp(logP[MARKS]));
            }
            for (int mark = 0; mark < MARKS; mark++) {
                List<Integer> longer = new ArrayList<>(marks);
                longer.add(mark);
                double next = p * Math.exp(logP[mark]);
                if (longer.size() <= LONGEST) {
                    expand(walk.advance(new int[] {0}, new int[] {mark}), reader, longer, next);
                } else if (isLive(reader, longer)) {
                    cut += next;
                }
            }
        }

        private static boolean isLive(MarkReader reader, List<Integer> marks) {
            MarkReader.ReadPrefix prefix = reader.empty();
            for (int mark : marks) {
                prefix = prefix.then(mark);
            }
            return prefix.isOnAPath();
        }
    }

    /** Half of the strings, roughly, are on no path: n must follow m, and o stands alone. */
    private static MarkReader reader() {
        Alphabet letters = Alphabet.of("a", "b");
        Mfst.Builder machine = Mfst.builder(letters, letters, Alphabet.of("m", "n", "o"));
        int q = machine.state();
        int end = machine.state();
        machine.accept(q)
                .accept(end)
                .arc(q, q, "a", "b", "m n")
                .arc(q, q, "b", "", "m")
                .arc(q, end, "", "", "o");
        return MarkReader.of(Lattices.of(Operations.compact(machine.build())));
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void massOfABigramScorerIsThatOfAllStrings(long seed) {
        MarkScorer scorer = BigramModel.of(MARKS, Precision.DOUBLE, seed).scorer();
        requireMass(scorer, seed);
        scorer.parameters().close();
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"LSTM", "TRANSFORMER"})
    void massOfANetworkIsThatOfAllStrings(String kind) {
        long seed = 14;
        MarkScorer scorer = MarkScorer.create(
                new ScorerSettings(
                        ScorerSettings.Kind.valueOf(kind),
                        ScorerSettings.Given.NOTHING,
                        8,
                        1,
                        false,
                        false,
                        false,
                        2,
                        LONGEST),
                new Vocabulary(1, 1, MARKS),
                Precision.DOUBLE,
                seed);
        requireMass(scorer, seed);
        scorer.parameters().close();
    }

    @Test
    void stringsThatATransformerHasNoPositionsForAreCut() {
        MarkScorer scorer = MarkScorer.create(
                new ScorerSettings(
                        ScorerSettings.Kind.TRANSFORMER, ScorerSettings.Given.NOTHING, 8, 1, false, false, false, 2, 2),
                new Vocabulary(1, 1, MARKS),
                Precision.DOUBLE,
                14);
        List<ScorerDraw> draws = new ScorerSampling(scorer, reader(), LONGEST).draw(streams(14, 200));
        assertThat(draws).anyMatch(draw -> draw.fate() == Fate.CUT).allMatch(draw -> draw.marks().length <= 2);
        scorer.parameters().close();
    }

    private static void requireMass(MarkScorer scorer, long seed) {
        MarkReader reader = reader();
        Enumeration all = new Enumeration(scorer, reader);
        double z = all.accepted.values().stream().mapToDouble(p -> p).sum();
        AcceptedMass mass = AcceptedMass.estimate(new ScorerSampling(scorer, reader, LONGEST), DRAWS, seed);
        System.out.printf("seed %d: Z %.4f, estimated %s; cut %.4f, %s%n", seed, z, mass.mass(), all.cut, mass);
        assertThat(z).isBetween(0.02, 0.98);
        assertThat(all.cut).isPositive();
        requireWithin(mass.mass(), z);
        requireWithin(mass.cutMass(), all.cut);
        assertThat(mass.drawn()).isEqualTo(DRAWS);
    }

    private static void requireWithin(Estimate estimate, double exact) {
        double error = Math.sqrt(exact * (1 - exact) / DRAWS);
        assertThat(estimate.standardError()).isBetween(0.8 * error, 1.25 * error + 1e-3);
        assertThat(Math.abs(estimate.value() - exact)).isLessThan(4 * error);
    }

    /** Each accepted string is drawn as often as p̃ says, with its own pair. */
    @Tag("slow")
    @Test
    void acceptedStringsAreDrawsFromTheScorer() {
        long seed = 11;
        System.out.println("seed " + seed);
        MarkScorer scorer = BigramModel.of(MARKS, Precision.DOUBLE, seed).scorer();
        MarkReader reader = reader();
        Enumeration all = new Enumeration(scorer, reader);
        int n = 20_000;
        Map<List<Integer>, Integer> counts = new HashMap<>();
        for (ScorerDraw draw : new ScorerSampling(scorer, reader, LONGEST).draw(streams(seed, n))) {
            if (draw.fate() == Fate.ACCEPTED) {
                counts.merge(Arrays.stream(draw.marks()).boxed().toList(), 1, Integer::sum);
                assertThat(draw.pair().orElseThrow())
                        .usingRecursiveComparison()
                        .isEqualTo(reader.read(draw.marks()).orElseThrow());
            }
        }
        assertThat(counts).hasSizeGreaterThan(10);
        all.accepted.forEach((marks, p) -> assertThat(Math.abs(counts.getOrDefault(marks, 0) - n * p))
                .as("%s, expected %.1f", marks, n * p)
                .isLessThan(4.5 * Math.sqrt(n * p * (1 - p)) + 1));
        scorer.parameters().close();
    }

    /** A draw depends on its own stream only, and is cut off no earlier than at the bound. */
    @Test
    void drawsDoNotDependOnEachOther() {
        MarkScorer scorer = MarkScorer.create(
                new ScorerSettings(
                        ScorerSettings.Kind.LSTM, ScorerSettings.Given.NOTHING, 8, 1, false, false, false, 1, 1),
                new Vocabulary(1, 1, MARKS),
                Precision.SINGLE,
                3);
        ScorerSampling sampling = new ScorerSampling(scorer, reader(), LONGEST);
        List<ScorerDraw> together = sampling.draw(streams(5, 40));
        for (int k = 0; k < together.size(); k++) {
            ScorerDraw alone = sampling.draw(streams(5, 40)[k]).get(0);
            assertThat(alone).usingRecursiveComparison().isEqualTo(together.get(k));
            assertThat(alone.fate() != Fate.CUT || alone.marks().length == LONGEST)
                    .isTrue();
        }
        scorer.parameters().close();
    }

    private static RandomGenerator[] streams(long seed, int count) {
        RandomGenerator[] result = new RandomGenerator[count];
        Arrays.setAll(result, k -> new SplittableRandom(seed * 1_000_003 + 7919L * k));
        return result;
    }

    private static int[] ints(List<Integer> list) {
        return list.stream().mapToInt(k -> k).toArray();
    }
}
