package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.model.train.Tensors.named;
import static org.espalier.model.train.Tensors.numbers;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.espalier.model.BigramModel;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.RandomPairs;
import org.espalier.model.checkpoint.Checkpoint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TrainingStepTest {
    private static final long SEED = 20;
    private static final int[] PAIRS = {4, 7, 1};

    /** Settings without regularization, and with learning rates so small that no parameter changes. */
    private static final TrainingSettings STILL = TrainingSettings.builder()
            .dropout(0)
            .labelSmoothing(0)
            .gradClip(Double.POSITIVE_INFINITY)
            .samplerLearningRate(1e-300)
            .scorerLearningRate(1e-300)
            .build();

    private static final TrainingSettings MOVING = TrainingSettings.builder()
            .dropout(0.3)
            .samples(4)
            .iwaeSamples(6)
            .samplerLearningRate(0.01)
            .scorerLearningRate(0.01)
            .build();

    private final LatticeBatch batch = new RandomPairs(SEED, 3, 60).batch(PAIRS.length);

    private Model model(Precision precision) {
        return BigramModel.of(batch.marks(), precision, SEED);
    }

    @Test
    void gradientOfTheSamplerConvergesToThatOfTheInclusiveDivergence() {
        System.out.println("seed " + SEED);
        try (Model model = model(Precision.DOUBLE)) {
            TrainingSettings settings =
                    STILL.toBuilder().objective(Objective.SAMPLER).build();
            ExactPosterior exact = new ExactPosterior(model, batch, settings);
            double[] gradient = ExactPosterior.gradient(logits(model, "sampler"), exact::inclusiveKl);
            double few = distance(model, settings.toBuilder().samples(16), "sampler", gradient);
            double many = distance(model, settings.toBuilder().samples(4096), "sampler", gradient);
            assertThat(few / many)
                    .as("256 times the samples, 1/16 of the error")
                    .isGreaterThan(8);
        }
    }

    @Test
    void gradientOfTheScorerConvergesToThatOfTheLikelihood() {
        try (Model model = model(Precision.DOUBLE)) {
            TrainingSettings settings =
                    STILL.toBuilder().objective(Objective.ALTERNATING).build();
            ExactPosterior exact = new ExactPosterior(model, batch, settings);
            double[] gradient = ExactPosterior.gradient(logits(model, "scorer"), () -> -exact.logLikelihood());
            double few = distance(model, settings.toBuilder().iwaeSamples(16), "scorer", gradient);
            double many = distance(model, settings.toBuilder().iwaeSamples(4096), "scorer", gradient);
            assertThat(few / many).isGreaterThan(8);
        }
    }

    @Tag("slow")
    @Test
    void longStringsArePenalized() {
        try (Model model = model(Precision.DOUBLE)) {
            TrainingSettings settings = STILL.toBuilder()
                    .objective(Objective.JOINT)
                    .lengthThreshold(5)
                    .lengthPenalty(1.5)
                    .build();
            ExactPosterior exact = new ExactPosterior(model, batch, settings);
            ExactPosterior plain = new ExactPosterior(model, batch, STILL);
            assertThat(plain.logLikelihood() - exact.logLikelihood()).isGreaterThan(0.1);
            double[] ofSampler = ExactPosterior.gradient(logits(model, "sampler"), exact::inclusiveKl);
            distance(model, settings.toBuilder().samples(4096), "sampler", ofSampler);
            double[] ofScorer = ExactPosterior.gradient(logits(model, "scorer"), () -> -exact.logLikelihood());
            distance(model, settings.toBuilder().samples(4096), "scorer", ofScorer);
        }
    }

    /**
     * Repeats a step. With enough samples for a small bias, requires that the mean gradient is the exact one within its
     * standard error.
     *
     * @return the root of the mean squared distance of one step's gradient from the exact one
     */
    private double distance(Model model, TrainingSettings.Builder settings, String network, double[] exact) {
        int repetitions = 40;
        TrainingSettings built = settings.build();
        double[] sum = new double[exact.length];
        double[] squares = new double[exact.length];
        double distance = 0;
        for (int step = 0; step < repetitions; step++) {
            double[] found = gradient(model, built, step, network);
            for (int i = 0; i < exact.length; i++) {
                double off = found[i] - exact[i];
                sum[i] += off;
                squares[i] += off * off;
                distance += off * off / repetitions;
            }
        }
        if (Math.max(built.samples(), built.iwaeSamples()) > 1000) {
            for (int i = 0; i < exact.length; i++) {
                double mean = sum[i] / repetitions;
                double variance = (squares[i] / repetitions - mean * mean) / (repetitions - 1);
                assertThat(Math.abs(mean)).as("entry %s", i).isLessThan(4.5 * Math.sqrt(Math.max(0, variance)) + 2e-4);
            }
        }
        return Math.sqrt(distance);
    }

    /** Returns the gradient of one step: ten times the first moment of a new optimizer. */
    private double[] gradient(Model model, TrainingSettings settings, long step, String network) {
        try (TrainingStep training = new TrainingStep(model, settings)) {
            training.take(batch.lattices(), PAIRS, step);
            return Arrays.stream(numbers(named(training.tensors(), "adam." + network + ".first.logits")))
                    .map(moment -> 10 * moment)
                    .toArray();
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource(names = {"ALTERNATING", "JOINT"})
    void gradientOfTheScorerIsTheDerivativeOfItsLoss(Objective objective) {
        try (Model model = model(Precision.DOUBLE)) {
            TrainingSettings settings = STILL.toBuilder()
                    .objective(objective)
                    .iwaeSamples(3)
                    .samples(2)
                    .build();
            double[] exact = ExactPosterior.gradient(logits(model, "scorer"), () -> {
                try (TrainingStep training = new TrainingStep(model, settings)) {
                    return training.take(batch.lattices(), PAIRS, 5).scorerLoss();
                }
            });
            assertThat(gradient(model, settings, 5, "scorer")).containsExactly(exact, within(1e-7));
        }
    }

    @Test
    void dropoutChangesTheGradientAndNotTheWeights() {
        try (Model model = model(Precision.DOUBLE)) {
            TrainingSettings without =
                    STILL.toBuilder().objective(Objective.JOINT).build();
            TrainingSettings with = without.toBuilder().dropout(0.5).build();
            assertThat(losses(model, with)).isEqualTo(losses(model, without));
            assertThat(gradient(model, with, 0, "scorer")).isNotEqualTo(gradient(model, without, 0, "scorer"));
            assertThat(gradient(model, with, 0, "sampler")).isNotEqualTo(gradient(model, without, 0, "sampler"));
        }
    }

    private List<Double> losses(Model model, TrainingSettings settings) {
        try (TrainingStep training = new TrainingStep(model, settings)) {
            TrainingStep.Result result = training.take(batch.lattices(), PAIRS, 0);
            return List.of(result.samplerLoss(), result.scorerLoss(), result.ess());
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void stepsDependOnTheSeedOnly(Objective objective) {
        TrainingSettings settings = MOVING.toBuilder().objective(objective).build();
        Map<String, double[]> once = after(settings, 12);
        torch.manual_seed(99);
        assertThat(after(settings, 12)).usingRecursiveComparison().isEqualTo(once);
        Map<String, double[]> other = after(settings.toBuilder().seed(2).build(), 12);
        assertThat(other.get("sampler.logits")).isNotEqualTo(once.get("sampler.logits"));
    }

    @Test
    void frozenScorerDoesNotChange() {
        TrainingSettings settings =
                MOVING.toBuilder().objective(Objective.SAMPLER).build();
        Map<String, double[]> before = after(settings, 0);
        Map<String, double[]> after = after(settings, 5);
        assertThat(after.get("scorer.logits")).isEqualTo(before.get("scorer.logits"));
        assertThat(after.get("sampler.logits")).isNotEqualTo(before.get("sampler.logits"));
    }

    private Map<String, double[]> after(TrainingSettings settings, int steps) {
        try (Model model = model(Precision.SINGLE);
                TrainingStep training = new TrainingStep(model, settings)) {
            for (int step = 0; step < steps; step++) {
                training.take(batch.lattices(), PAIRS, step);
            }
            Map<String, double[]> result = new LinkedHashMap<>();
            training.tensors().forEach((name, tensor) -> result.put(name, numbers(tensor)));
            return result;
        }
    }

    @Test
    void gradientThatIsNotFiniteIsNotApplied() {
        try (Model model = model(Precision.DOUBLE);
                TrainingStep training = new TrainingStep(
                        model, MOVING.toBuilder().objective(Objective.SAMPLER).build())) {
            logits(model, "scorer").data_ptr_double().put(0, Double.NaN);
            double[] before = numbers(logits(model, "sampler"));
            int skipped = 0;
            for (int step = 0; step < 5; step++) {
                TrainingStep.Result result = training.take(batch.lattices(), PAIRS, step);
                skipped += Double.isFinite(result.gradientNorm()) ? 0 : 1;
            }
            assertThat(skipped).isPositive();
            assertThat(numbers(logits(model, "sampler"))).doesNotContain(Double.NaN);
            assertThat(skipped == 5).isEqualTo(Arrays.equals(before, numbers(logits(model, "sampler"))));
        }
    }

    @Tag("slow")
    @Test
    void stepsLeakNoNativeMemory() {
        try (Model model = model(Precision.SINGLE);
                TrainingStep training = new TrainingStep(model, MOVING)) {
            for (int step = 0; step < 50; step++) {
                training.take(batch.lattices(), PAIRS, step);
            }
            long bytes = Pointer.totalBytes();
            long count = Pointer.totalCount();
            long physical = Pointer.physicalBytes();
            for (int step = 50; step < 350; step++) {
                training.take(batch.lattices(), PAIRS, step);
            }
            // Less, if the garbage collector has found what an earlier test left.
            assertThat(Pointer.totalBytes()).isLessThanOrEqualTo(bytes);
            assertThat(Pointer.totalCount()).isLessThanOrEqualTo(count);
            assertThat(Pointer.physicalBytes() - physical)
                    .as("native heap growth")
                    .isLessThan(256L << 20);
        }
    }

    private static Tensor logits(Model model, String network) {
        return named(Checkpoint.parameters(model), network + ".logits");
    }
}
