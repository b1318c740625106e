package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.model.train.Tensors.named;
import static org.espalier.model.train.Tensors.numbers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.MarkReader;
import org.espalier.fst.Mfst;
import org.espalier.model.BigramModel;
import org.espalier.model.HistoryMode;
import org.espalier.model.LatticeBatch;
import org.espalier.model.LatticeCache;
import org.espalier.model.LatticeSource;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PrefixTree;
import org.espalier.model.Recurrence;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.Vocabulary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DreamsTest {
    private static final long SEED = 7;
    private static final int MARKS = 3;
    private static final int LONGEST = 4;

    private static final TrainingSettings STILL = TrainingSettings.builder()
            .dropout(0)
            .labelSmoothing(0)
            .gradClip(Double.POSITIVE_INFINITY)
            .samplerLearningRate(1e-300)
            .scorerLearningRate(1e-300)
            .samples(3)
            .iwaeSamples(3)
            .dreams(40)
            .dreamMarks(LONGEST)
            .build();

    private static final Lattices LATTICES = Lattices.of(machine());
    private static final int[] PAIRS = {2, 0};
    private static final List<Lattice> REAL =
            List.of(LATTICES.build(List.of("a", "a"), List.of("b", "b")), LATTICES.build(List.of("a"), List.of("b")));

    /** Deletes, inserts and substitutes; but insertions do not follow each other. */
    private static Mfst machine() {
        Alphabet letters = Alphabet.of("a", "b");
        Mfst.Builder machine = Mfst.builder(letters, letters, Alphabet.of("d", "i", "s"));
        int q = machine.state();
        int inserted = machine.state();
        for (int from : new int[] {q, inserted}) {
            machine.accept(from).arc(from, q, "a", "", "d").arc(from, q, "a", "b", "s");
        }
        return machine.arc(q, inserted, "", "b", "i").build();
    }

    private static LatticeSource source() {
        LatticeCache.Builder pairs = LatticeCache.builder(LATTICES, LatticeOptions.DEFAULT);
        REAL.forEach(pairs::add);
        return pairs.build(1 << 20);
    }

    private static Model model() {
        return BigramModel.of(MARKS, Precision.DOUBLE, SEED);
    }

    private static Dreams dreams(Model model, TrainingSettings settings) {
        return Dreams.of(source(), model.sampler(), settings);
    }

    /** Returns the gradient of one step: ten times the first moment of a new optimizer. */
    private static double[] gradient(
            Model model, TrainingSettings settings, boolean pairs, boolean withDreams, long step, String network) {
        try (TrainingStep training =
                new TrainingStep(model, settings, Optional.of(dreams(model, settings)), Workers.one(), 0)) {
            WorkerBatch batch = new WorkerBatch(
                    pairs ? List.of(new MicroBatch(REAL, PAIRS, new double[] {0.5, 2.5})) : List.of(),
                    pairs ? 3 : 0,
                    List.of(),
                    0);
            int[] numbers = withDreams ? training.dreamNumbers() : new int[0];
            training.take(batch.withDreams(numbers, settings.accumulate(), numbers.length), step, false);
            return Arrays.stream(numbers(named(training.tensors(), "adam." + network + ".first.logits")))
                    .map(moment -> 10 * moment)
                    .toArray();
        }
    }

    /** −Σ p̃(ω) log q(ω | T_xy) over all strings up to the bound that the machine accepts. */
    private static final class Supervised {
        private final Model model;
        private final LatticeBatch batch;
        private final PrefixTree tree;
        private final double[] p;

        Supervised(Model model) {
            this.model = model;
            List<Lattice> lattices = new ArrayList<>();
            List<List<int[]>> strings = new ArrayList<>();
            List<Double> probabilities = new ArrayList<>();
            MarkReader reader = MarkReader.of(LATTICES);
            expand(
                    model.scorer().walk(1),
                    1,
                    new int[0],
                    (marks, probability) -> reader.read(marks).ifPresent(pair -> {
                        lattices.add(LATTICES.builder().build(pair.input(), pair.output()));
                        strings.add(List.of(marks));
                        probabilities.add(probability);
                    }));
            this.batch = LatticeBatch.of(lattices);
            this.tree = PrefixTree.of(batch, strings);
            this.p = probabilities.stream().mapToDouble(x -> x).toArray();
        }

        private interface StringVisitor {
            void string(int[] marks, double probability);
        }

        private static void expand(MarkScorer.ScoringWalk walk, double p, int[] marks, StringVisitor visitor) {
            double[] logP = walk.logProbabilities();
            visitor.string(marks, p * Math.exp(logP[MARKS]));
            for (int mark = 0; mark < MARKS && marks.length < LONGEST; mark++) {
                int[] longer = Arrays.copyOf(marks, marks.length + 1);
                longer[marks.length] = mark;
                expand(walk.advance(new int[] {0}, new int[] {mark}), p * Math.exp(logP[mark]), longer, visitor);
            }
        }

        double mass() {
            return Arrays.stream(p).sum();
        }

        double loss() {
            try (PointerScope scope = new PointerScope()) {
                double[] logQ = tree.totals(model.sampler()
                        .encode(batch, Pass.forward())
                        .score(tree)
                        .logProbabilities());
                return -IntStream.range(0, tree.ends())
                        .mapToDouble(end -> p[tree.pair(tree.endNode(end))] * logQ[end])
                        .sum();
            }
        }
    }

    @Tag("slow")
    @Test
    void gradientIsThatOfTheSupervisedLoss() {
        System.out.println("seed " + SEED);
        TrainingSettings settings = STILL.toBuilder().dreams(200).build();
        try (Model model = model()) {
            Supervised supervised = new Supervised(model);
            assertThat(supervised.mass()).isBetween(0.1, 0.95);
            Tensor logits = named(model.sampler().parameters().tensors(), "logits");
            double[] exact = ExactPosterior.gradient(logits, supervised::loss);
            int steps = 100;
            double[] sum = new double[exact.length];
            double[] squares = new double[exact.length];
            for (int step = 0; step < steps; step++) {
                double[] found = gradient(model, settings, false, true, step, "sampler");
                for (int i = 0; i < exact.length; i++) {
                    sum[i] += found[i];
                    squares[i] += found[i] * found[i];
                }
            }
            double largest = 0;
            for (int i = 0; i < exact.length; i++) {
                double mean = sum[i] / steps;
                double error = Math.sqrt(Math.max(0, squares[i] / steps - mean * mean) / (steps - 1));
                assertThat(Math.abs(mean - exact[i])).as("entry %s", i).isLessThan(4.5 * error + 1e-9);
                largest = Math.max(largest, Math.abs(exact[i]) / (error + 1e-12));
            }
            assertThat(largest).as("a gradient that stands out of its noise").isGreaterThan(20);
        }
    }

    /** Each dream weighs as much as a pair of weight 1. */
    @Test
    void dreamsAreAddedToThePairsOfAStep() {
        try (Model model = model()) {
            double[] pairs = gradient(model, STILL, true, false, 3, "sampler");
            double[] dreams = gradient(model, STILL, false, true, 3, "sampler");
            double[] expected = new double[pairs.length];
            Arrays.setAll(expected, i -> (3 * pairs[i] + 40 * dreams[i]) / 43);
            assertThat(gradient(model, STILL, true, true, 3, "sampler")).containsExactly(expected, within(1e-12));
            TrainingSettings inParts = STILL.toBuilder().accumulate(3).build();
            assertThat(gradient(model, inParts, true, true, 3, "sampler")).containsExactly(expected, within(1e-12));
            assertThat(gradient(model, STILL, true, true, 3, "scorer"))
                    .as("the scorer does not learn from its own dreams")
                    .isEqualTo(gradient(model, STILL, true, false, 3, "scorer"));
        }
    }

    @Test
    void dreamsDependOnSeedStepAndNumberOnly() {
        try (Model model = model()) {
            Dreams dreams = dreams(model, STILL);
            Dreams.DreamBatch all =
                    dreams.draw(model.scorer(), 1, 5, IntStream.range(0, 30).toArray());
            List<int[]> singly = new ArrayList<>();
            DreamSums sums = DreamSums.NONE;
            for (int number = 0; number < 30; number++) {
                Dreams.DreamBatch one = dreams.draw(model.scorer(), 1, 5, number);
                singly.addAll(one.strings());
                sums = sums.plus(one.sums());
            }
            assertThat(singly).usingRecursiveComparison().isEqualTo(all.strings());
            assertThat(sums).isEqualTo(all.sums());
            assertThat(all.strings()).hasSizeGreaterThan(5);
            assertThat(dreams.draw(model.scorer(), 1, 6, 0, 1, 2, 3, 4, 5, 6, 7).strings())
                    .usingRecursiveComparison()
                    .isNotEqualTo(all.strings().subList(0, 8));
        }
    }

    @Test
    void dreamsThatTheSamplerCannotTakeAreSkipped() {
        try (Model tables = model()) {
            SamplerSettings settings = new SamplerSettings(
                    SamplerKind.TRANSFORMER, 4, 1, Recurrence.GRU, false, HistoryMode.NONE, 2, /* maxArcs= */ 2);
            PathSampler transformer = PathSampler.create(settings, new Vocabulary(2, 2, MARKS), tables.scorer(), SEED);
            Dreams.DreamBatch drawn = Dreams.of(source(), transformer, STILL)
                    .draw(tables.scorer(), 1, 0, IntStream.range(0, 200).toArray());
            assertThat(drawn.sums().skipped()).isPositive();
            assertThat(drawn.pairs().lattices()).isNotEmpty().allMatch(lattice -> lattice.arcs() <= 2);
            transformer.parameters().close();
        }
    }

    @Test
    void dreamsWithLargeLatticesAreSkippedAndLongOnesCut() {
        try (Model model = model()) {
            int[] numbers = IntStream.range(0, 200).toArray();
            Dreams.DreamBatch all =
                    dreams(model, STILL.toBuilder().dreamMarks(20).build()).draw(model.scorer(), 1, 0, numbers);
            assertThat(all.sums().skipped()).isZero();
            assertThat(all.sums().mass().accepted()).isEqualTo(all.strings().size());
            Dreams.DreamBatch small = dreams(
                            model,
                            STILL.toBuilder().dreamMarks(20).dreamStates(3).build())
                    .draw(model.scorer(), 1, 0, numbers);
            assertThat(small.sums().mass()).isEqualTo(all.sums().mass());
            assertThat(small.sums().skipped()).isPositive();
            assertThat(small.strings())
                    .hasSize((int) (all.strings().size() - small.sums().skipped()));
            assertThat(small.pairs().lattices()).allMatch(lattice -> lattice.states() <= 3);
            Dreams.DreamBatch cut =
                    dreams(model, STILL.toBuilder().dreamMarks(1).build()).draw(model.scorer(), 1, 0, numbers);
            assertThat(cut.sums().mass().cut()).isPositive();
            assertThat(cut.strings()).allMatch(string -> string.length <= 1);
        }
    }
}
