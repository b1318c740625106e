package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.base.EspalierException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TransformerScorerTest {
    private static final long SEED = 7;
    private static final ScorerSettings TINY = new ScorerSettings(
            ScorerSettings.Kind.TRANSFORMER, ScorerSettings.Given.NOTHING, 4, 2, false, false, false, 2, 30);

    private PointerScope scope;
    private MarkScorer scorer;
    private ReferenceTransformer plain;
    private List<List<int[]>> strings;
    private LatticeBatch batch;
    private PrefixTree tree;

    @BeforeEach
    void open() {
        Torch.load();
        scope = new PointerScope();
        scorer = withNoise(TINY, Parameters.Precision.DOUBLE);
        plain = new ReferenceTransformer(scorer, TINY);
        Random random = new Random(SEED);
        batch = new RandomPairs(SEED, 3, 100).batch(3);
        strings = new ArrayList<>();
        for (int pair = 0; pair < batch.pairs(); pair++) {
            List<int[]> ofPair = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ofPair.add(string(batch, batch.root(pair), random));
            }
            strings.add(ofPair);
        }
        tree = PrefixTree.of(batch, strings);
    }

    @AfterEach
    void close() {
        scorer.parameters().close();
        scope.close();
    }

    /**
     * Returns a scorer with noise added to all parameters, so that each has an effect: initial values are small, zeros
     * or ones.
     */
    private static MarkScorer withNoise(ScorerSettings settings, Parameters.Precision precision) {
        MarkScorer scorer = MarkScorer.create(settings, RandomPairs.VOCABULARY, precision, SEED);
        try (PointerScope inner = new PointerScope();
                NoGradGuard guard = new NoGradGuard()) {
            Random random = new Random(SEED);
            for (Tensor tensor : scorer.parameters().tensors().values()) {
                double[] noise = random.doubles(tensor.numel(), -0.4, 0.4).toArray();
                tensor.add_(Torch.vector(noise, tensor).view_as(tensor));
            }
        }
        return scorer;
    }

    private static int[] string(LatticeBatch batch, int root, Random random) {
        List<Integer> marks = new ArrayList<>();
        int state = root;
        while (true) {
            int choice = random.nextInt(batch.choices(state));
            if (choice == batch.degree(state)) {
                return marks.stream().mapToInt(i -> i).toArray();
            }
            int arc = batch.arc(state, choice);
            marks.add(batch.mark(arc));
            state = batch.target(arc);
        }
    }

    private int[] prefix(int node) {
        return tree.parent(node) < 0 ? new int[0] : append(prefix(tree.parent(node)), tree.mark(node));
    }

    private static int[] append(int[] marks, int mark) {
        int[] result = Arrays.copyOf(marks, marks.length + 1);
        result[marks.length] = mark;
        return result;
    }

    /** Returns the log-probability of each event, computed one string at a time. */
    private double[] oneStringAtATime(double labelSmoothing) {
        double[] result = new double[tree.events()];
        for (int end = 0; end < tree.ends(); end++) {
            double[][] after = plain.logProbabilities(tree.string(end));
            int t = after.length - 1;
            int event = tree.eventOfEnd(end);
            for (int node = tree.endNode(end); ; node = tree.parent(node)) {
                result[event] = (1 - labelSmoothing) * after[t][tree.symbol(event)]
                        + labelSmoothing * Arrays.stream(after[t]).average().orElseThrow();
                if (t-- == 0) {
                    break;
                }
                event = tree.eventOfNode(node);
            }
        }
        return result;
    }

    @Test
    void scoresOfATreeEqualThoseOfSingleStrings() {
        double[] scored = scorer.score(tree, Pass.forward()).logProbabilities();
        assertThat(scored).as("seed %d", SEED).containsExactly(oneStringAtATime(0), within(1e-10));
    }

    @Test
    void walkGivesTheScoresOfTheTreeAndDistributions() {
        MarkScorer.ScoringWalk walk;
        try (PointerScope inner = new PointerScope()) {
            walk = scorer.walk(tree.pairs());
        }
        int width = scorer.marks() + 1;
        for (int depth = 0; depth < tree.depths(); depth++) {
            double[] all = walk.logProbabilities();
            assertThat(walk.rows()).isEqualTo(tree.firstNode(depth + 1) - tree.firstNode(depth));
            for (int row = 0; row < walk.rows(); row++) {
                double[] expected = plain.logProbabilities(prefix(tree.firstNode(depth) + row))[depth];
                double sum = 0;
                for (int symbol = 0; symbol < width; symbol++) {
                    assertThat(all[row * width + symbol])
                            .as("seed %d, depth %d, row %d", SEED, depth, row)
                            .isCloseTo(expected[symbol], within(1e-10));
                    sum += Math.exp(all[row * width + symbol]);
                }
                assertThat(sum).isCloseTo(1, within(1e-6));
            }
            if (depth + 1 < tree.depths()) {
                int before = tree.firstNode(depth);
                int[] from = new int[tree.firstNode(depth + 2) - tree.firstNode(depth + 1)];
                int[] marks = new int[from.length];
                for (int i = 0; i < from.length; i++) {
                    int node = tree.firstNode(depth + 1) + i;
                    from[i] = tree.parent(node) - before;
                    marks[i] = tree.mark(node);
                }
                MarkScorer.ScoringWalk longer = walk.advance(from, marks);
                walk.close();
                walk = longer;
            }
        }
        walk.close();
    }

    @Test
    void walkWithoutRowsIsAllowed() {
        MarkScorer.ScoringWalk none = scorer.walk(2).advance(new int[0], new int[0]);
        assertThat(none.rows()).isZero();
        assertThat(none.logProbabilities()).isEmpty();
        assertThat(none.advance(new int[0], new int[0]).rows()).isZero();
    }

    @Test
    void laterMarksDoNotChangeEarlierScores() {
        for (int[] a : strings.get(0)) {
            for (int[] b : strings.get(0)) {
                int mismatch = Arrays.mismatch(a, b);
                int common = mismatch < 0 ? a.length : mismatch;
                assertThat(Arrays.copyOf(alone(a), common))
                        .as("seed %d", SEED)
                        .containsExactly(Arrays.copyOf(alone(b), common), within(1e-14));
            }
        }
    }

    private double[] alone(int[] string) {
        PrefixTree one = PrefixTree.of(batch, List.of(List.of(string), List.of(), List.of()));
        return scorer.score(one, Pass.forward()).logProbabilities();
    }

    @Test
    void chunksContainEveryPrefixOnce() {
        for (int symbols : new int[] {1, 10, 30, 100, 1000}) {
            List<Integer> found = new ArrayList<>();
            for (PaddedStrings.Chunk chunk : PaddedStrings.of(tree, symbols, 1000)) {
                assertThat(chunk.symbols()).hasSize(chunk.rows() * chunk.length());
                assertThat(chunk.rows() == 1 || chunk.symbols().length <= symbols)
                        .isTrue();
                for (int i = 0; i < chunk.nodes().length; i++) {
                    int node = chunk.nodes()[i];
                    int place = chunk.places()[i];
                    found.add(node);
                    int[] before =
                            Arrays.copyOfRange(chunk.symbols(), place / chunk.length() * chunk.length(), place + 1);
                    assertThat(before[0]).isEqualTo(scorer.marks());
                    assertThat(Arrays.copyOfRange(before, 1, before.length)).isEqualTo(prefix(node));
                }
            }
            assertThat(found).hasSize(tree.nodes()).doesNotHaveDuplicates();
        }
    }

    @Tag("slow")
    @Test
    void gradientsEqualFiniteDifferences() {
        requireGradients(Pass.differentiable(), 0);
    }

    @Tag("slow")
    @Test
    void labelSmoothingChangesTheGradientOnly() {
        assertThat(scorer.score(tree, Pass.training(0.2)).logProbabilities())
                .containsExactly(scorer.score(tree, Pass.forward()).logProbabilities(), within(1e-12));
        requireGradients(Pass.training(0.2), 0.2);
    }

    private void requireGradients(Pass pass, double labelSmoothing) {
        double[] gradient = new Random(SEED).doubles(tree.events(), -1, 1).toArray();
        scorer.parameters().zeroGradients();
        scorer.score(tree, pass).backward(gradient);
        for (Map.Entry<String, Tensor> entry : scorer.parameters().tensors().entrySet()) {
            double[] numbers = plain.parameter(entry.getKey());
            double[] derivative = Torch.doubles(entry.getValue().grad());
            // A few entries of each parameter: the first, the last and some between.
            int step = Math.max(1, numbers.length / 6);
            for (int i = 0;
                    i < numbers.length;
                    i = i == numbers.length - 1 ? i + 1 : Math.min(i + step, numbers.length - 1)) {
                double value = numbers[i];
                numbers[i] = value + 1e-5;
                double up = objective(gradient, labelSmoothing);
                numbers[i] = value - 1e-5;
                double down = objective(gradient, labelSmoothing);
                numbers[i] = value;
                assertThat(derivative[i])
                        .as("seed %d, %s[%d]", SEED, entry.getKey(), i)
                        .isCloseTo((up - down) / 2e-5, within(1e-7));
            }
        }
    }

    private double objective(double[] gradient, double labelSmoothing) {
        double[] logProbability = oneStringAtATime(labelSmoothing);
        double sum = 0;
        for (int event = 0; event < gradient.length; event++) {
            sum += gradient[event] * logProbability[event];
        }
        return sum;
    }

    @Test
    void dropoutIsAppliedInTrainingOnly() {
        double[] forward = scorer.score(tree, Pass.forward()).logProbabilities();
        double[] training = scorer.score(
                        tree,
                        Pass.training(
                                0, 0.5, SEED, IntStream.range(0, tree.pairs()).toArray()))
                .logProbabilities();
        assertThat(training).isNotEqualTo(forward);
        assertThat(scorer.score(tree, Pass.forward()).logProbabilities()).isEqualTo(forward);
        assertThat(scorer.score(tree, Pass.differentiable()).logProbabilities())
                .containsExactly(forward, within(1e-12));
    }

    @Test
    void singlePrecisionIsCloseToDouble() {
        MarkScorer single = withNoise(TINY, Parameters.Precision.SINGLE);
        assertThat(single.score(tree, Pass.forward()).logProbabilities())
                .containsExactly(scorer.score(tree, Pass.forward()).logProbabilities(), within(1e-5));
        single.parameters().close();
    }

    @Test
    void stringsLongerThanMaxMarksAreRefused() {
        int longest = tree.depths() - 1;
        MarkScorer fits = withNoise(
                new ScorerSettings(
                        ScorerSettings.Kind.TRANSFORMER,
                        ScorerSettings.Given.NOTHING,
                        4,
                        1,
                        false,
                        false,
                        false,
                        1,
                        longest),
                Parameters.Precision.SINGLE);
        assertThat(fits.score(tree, Pass.forward()).logProbabilities()).hasSize(tree.events());
        fits.parameters().close();

        MarkScorer small = withNoise(
                new ScorerSettings(
                        ScorerSettings.Kind.TRANSFORMER, ScorerSettings.Given.NOTHING, 4, 1, false, false, false, 1, 1),
                Parameters.Precision.SINGLE);
        String message =
                " marks or more, but this Transformer has positions for 1: train it with a larger maxMarks, or use an"
                        + " LSTM, which needs no positions";
        assertThatThrownBy(() -> small.score(tree, Pass.forward()))
                .isInstanceOf(EspalierException.class)
                .hasMessage("a mark string has " + longest + message);
        int[] one = {0};
        MarkScorer.ScoringWalk full = small.walk(1).advance(one, one);
        assertThatThrownBy(() -> full.advance(one, one))
                .isInstanceOf(EspalierException.class)
                .hasMessage("a mark string has 2" + message);
        small.parameters().close();
    }
}
