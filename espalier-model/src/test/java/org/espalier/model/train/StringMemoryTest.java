package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.model.train.Tensors.named;
import static org.espalier.model.train.Tensors.numbers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.bytedeco.javacpp.PointerScope;
import org.espalier.model.BigramModel;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.Pass;
import org.espalier.model.PathSampling;
import org.espalier.model.PrefixTree;
import org.espalier.model.RandomPairs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StringMemoryTest {
    private static final long SEED = 20;
    private static final int[] PAIRS = {4, 7, 1};
    private static final int M = 2;

    /** Learning rates so small that no parameter changes. */
    private static final TrainingSettings STILL = TrainingSettings.builder()
            .objective(Objective.SAMPLER)
            .dropout(0)
            .labelSmoothing(0)
            .gradClip(Double.POSITIVE_INFINITY)
            .samplerLearningRate(1e-300)
            .scorerLearningRate(1e-300)
            .samples(3)
            .iwaeSamples(3)
            .memory(M)
            .build();

    private final LatticeBatch batch = new RandomPairs(SEED, 3, 60).batch(PAIRS.length);

    private Model model() {
        return BigramModel.of(batch.marks(), Precision.DOUBLE, SEED);
    }

    @Test
    void keepsTheMostProbableOfAllStringsThatWereSampled() {
        System.out.println("seed " + SEED);
        List<TreeMap<String, int[]>> seen = List.of(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        int forgotten = 0;
        try (Model model = model();
                TrainingStep training = new TrainingStep(model, STILL)) {
            for (int step = 0; step < 12; step++) {
                training.take(batch.lattices(), PAIRS, step);
                PrefixTree drawn = PathSampling.sample(
                                model.sampler(),
                                batch,
                                STILL.samples(),
                                Seeds.streams(STILL.seed(), Seeds.SAMPLER, step, PAIRS))
                        .tree();
                for (int end = 0; end < drawn.ends(); end++) {
                    int[] string = drawn.string(end);
                    seen.get(drawn.pair(drawn.endNode(end))).put(Arrays.toString(string), string);
                }
                for (int p = 0; p < PAIRS.length; p++) {
                    List<int[]> best =
                            byProbability(model, p, List.copyOf(seen.get(p).values()));
                    forgotten += Math.max(0, best.size() - M);
                    assertThat(training.memory().of(PAIRS[p]))
                            .containsExactlyElementsOf(best.subList(0, Math.min(M, best.size())));
                }
            }
        }
        assertThat(forgotten).as("strings that were not kept").isPositive();
    }

    private List<int[]> byProbability(Model model, int pair, List<int[]> strings) {
        List<List<int[]>> ofPairs = new ArrayList<>(List.of(List.of(), List.of(), List.of()));
        ofPairs.set(pair, strings);
        try (PointerScope scope = new PointerScope()) {
            PrefixTree tree = PrefixTree.of(batch, ofPairs);
            double[] logP =
                    tree.totals(model.scorer().score(tree, Pass.forward()).logProbabilities());
            List<Integer> ends = new ArrayList<>();
            for (int end = 0; end < tree.ends(); end++) {
                ends.add(end);
            }
            ends.sort(Comparator.comparingDouble(end -> -logP[end]));
            return ends.stream().map(tree::string).toList();
        }
    }

    /** With so many samples every string is found, and p̃ normalized over all strings is the posterior. */
    @ParameterizedTest
    @EnumSource
    void gradientIsExactWhenEveryStringIsFound(Objective objective) {
        try (Model model = model()) {
            TrainingSettings settings = STILL.toBuilder()
                    .objective(objective)
                    .memory(1000)
                    .samples(20_000)
                    .iwaeSamples(20_000)
                    .lengthThreshold(4)
                    .lengthPenalty(0.3)
                    .build();
            ExactPosterior exact = new ExactPosterior(model, batch, settings);
            try (TrainingStep training = new TrainingStep(model, settings)) {
                TrainingStep.Result result = training.take(batch.lattices(), PAIRS, 0);
                assertThat(gradient(training, "sampler"))
                        .containsExactly(
                                ExactPosterior.gradient(
                                        named(model.sampler().parameters().tensors(), "logits"), exact::inclusiveKl),
                                within(1e-6));
                if (objective.trainsScorer()) {
                    assertThat(result.scorerLoss()).isCloseTo(-exact.logLikelihood(), within(1e-9));
                    assertThat(gradient(training, "scorer"))
                            .containsExactly(
                                    ExactPosterior.gradient(
                                            named(model.scorer().parameters().tensors(), "logits"),
                                            () -> -exact.logLikelihood()),
                                    within(1e-6));
                }
            }
        }
    }

    /** Returns the gradient of the only step: ten times the first moment of a new optimizer. */
    private static double[] gradient(TrainingStep training, String network) {
        return Arrays.stream(numbers(named(training.tensors(), "adam." + network + ".first.logits")))
                .map(moment -> 10 * moment)
                .toArray();
    }

    @Test
    void keepsFewerStringsWhenItsBytesAreUsedUp() {
        StringMemory memory = new StringMemory(3, 150);
        memory.remember(1, List.of(new int[10], new int[4], new int[2])); // 64 + 40 + 32 bytes
        assertThat(memory.of(1)).hasSize(3);
        assertThat(memory.bytes()).isEqualTo(136);
        memory.remember(2, List.of(new int[1]));
        assertThat(memory.of(2)).isEmpty();
        memory.remember(1, List.of(new int[5]));
        memory.remember(2, List.of(new int[6], new int[20], new int[1]));
        assertThat(memory.of(2)).as("not beyond the first that does not fit").hasSize(1);
        assertThat(memory.bytes()).isEqualTo(44 + 48);
    }

    @Test
    void numbersRestoreTheStrings() {
        StringMemory memory = new StringMemory(2, 1000);
        memory.remember(5, List.of(new int[] {3, 1}, new int[0]));
        memory.remember(2, List.of(new int[] {7}));
        StringMemory restored = new StringMemory(2, 1000);
        restored.add(memory.toArray());
        assertThat(restored.toArray()).isEqualTo(memory.toArray()).isEqualTo(new int[] {2, 1, 1, 7, 5, 2, 2, 3, 1, 0});
        assertThat(restored.bytes()).isEqualTo(memory.bytes());
        StringMemory ofOneOfManyWorkers = new StringMemory(2, 1);
        ofOneOfManyWorkers.add(memory.toArray());
        assertThat(ofOneOfManyWorkers.toArray()).as("those of all workers").isEqualTo(memory.toArray());
        ofOneOfManyWorkers.distribute(Workers.one());
        assertThat(ofOneOfManyWorkers.toArray()).isEmpty();
        assertThat(new StringMemory(2, 1000).toArray()).isEmpty();
    }
}
