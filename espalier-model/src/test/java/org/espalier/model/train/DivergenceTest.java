package org.espalier.model.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.model.train.Tensors.named;
import static org.espalier.model.train.Tensors.numbers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.espalier.model.BigramModel;
import org.espalier.model.EventScores;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.Model;
import org.espalier.model.Parameters.Precision;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PathSampling;
import org.espalier.model.PathSampling.Samples;
import org.espalier.model.PrefixTree;
import org.espalier.model.RandomPairs;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.Vocabulary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The gradients of all divergences, over many draws, against those of exact divergences. */
class DivergenceTest {
    private static final long SEED = 20;
    private static final int[] PAIRS = {4, 7, 1};

    /** Settings without regularization, and with learning rates so small that no parameter changes. */
    private static final TrainingSettings STILL = TrainingSettings.builder()
            .objective(Objective.SAMPLER)
            .dropout(0)
            .labelSmoothing(0)
            .lengthThreshold(4)
            .lengthPenalty(0.3)
            .gradClip(Double.POSITIVE_INFINITY)
            .samplerLearningRate(1e-300)
            .scorerLearningRate(1e-300)
            .build();

    private final LatticeBatch batch = new RandomPairs(SEED, 3, 60).batch(PAIRS.length);

    private Model model() {
        return BigramModel.of(batch.marks(), Precision.DOUBLE, SEED);
    }

    private static Tensor logits(Model model) {
        return named(model.sampler().parameters().tensors(), "logits");
    }

    /** Moves the sampler away from the one that drew strings. */
    private static void move(Model model) {
        Random random = new Random(SEED);
        Tensor logits = logits(model);
        for (int i = 0; i < logits.numel(); i++) {
            double before = logits.data_ptr_double().get(i);
            logits.data_ptr_double().put(i, before + 0.3 * random.nextGaussian());
        }
    }

    /** Requires that the mean of vectors is a given vector within its standard error, which must say something. */
    private static void requireMean(List<double[]> found, double[] exact) {
        double[] mean = new double[exact.length];
        double[] error = new double[exact.length];
        for (double[] one : found) {
            for (int i = 0; i < exact.length; i++) {
                mean[i] += one[i] / found.size();
            }
        }
        for (double[] one : found) {
            for (int i = 0; i < exact.length; i++) {
                error[i] += Math.pow(one[i] - mean[i], 2) / found.size() / (found.size() - 1);
            }
        }
        for (int i = 0; i < exact.length; i++) {
            assertThat(Math.abs(mean[i] - exact[i]))
                    .as("entry %s, exact %s", i, exact[i])
                    .isLessThan(4.5 * Math.sqrt(error[i]) + 1e-6);
        }
        double norm = Math.sqrt(Arrays.stream(exact).map(x -> x * x).sum());
        assertThat(Math.sqrt(Arrays.stream(error).sum()))
                .as("error of a vector of norm %s", norm)
                .isLessThan(norm / 10);
    }

    /** Returns the gradients of steps: the first moment of the optimizer is 0.9 times that before plus a tenth of each. */
    private List<double[]> gradients(TrainingStep training, int steps) {
        List<double[]> result = new ArrayList<>();
        double[] before = new double[(int) logits(training).numel()];
        for (int step = 0; step < steps; step++) {
            training.take(batch.lattices(), PAIRS, step);
            double[] now = numbers(logits(training));
            double[] previous = before;
            double[] gradient = new double[now.length];
            Arrays.setAll(gradient, i -> (now[i] - 0.9 * previous[i]) / 0.1);
            result.add(gradient);
            before = now;
        }
        return result;
    }

    private static Tensor logits(TrainingStep training) {
        return named(training.tensors(), "adam.sampler.first.logits");
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5})
    void policyGradientIsThatOfTheExclusiveDivergence(double bonus) {
        System.out.println("seed " + SEED);
        TrainingSettings settings = STILL.toBuilder()
                .divergence(Divergence.EXCLUSIVE)
                .entropyBonus(bonus)
                .samples(8)
                .build();
        try (Model model = model();
                TrainingStep training = new TrainingStep(model, settings)) {
            ExactPosterior exact = new ExactPosterior(model, batch, settings);
            requireMean(
                    gradients(training, 600),
                    ExactPosterior.gradient(logits(model), () -> exact.exclusiveKl() - bonus * exact.samplerEntropy()));
        }
    }

    @Test
    void policyGradientIgnoresLabelSmoothing() {
        TrainingSettings settings =
                STILL.toBuilder().divergence(Divergence.EXCLUSIVE).samples(4).build();
        try (Model model = model();
                TrainingStep plain = new TrainingStep(model, settings);
                TrainingStep smoothed = new TrainingStep(
                        model, settings.toBuilder().labelSmoothing(0.2).build())) {
            assertThat(gradients(smoothed, 3).get(2))
                    .isEqualTo(gradients(plain, 3).get(2));
        }
    }

    /** Strings that an earlier sampler drew, from which the present one learns by ratios. */
    @Tag("slow")
    @Test
    void gradientOfReusedStringsIsThatOfTheExclusiveDivergence() {
        try (Model old = model();
                Model model = model()) {
            move(model);
            ExactPosterior exact = new ExactPosterior(model, batch, STILL);
            List<double[]> found = new ArrayList<>();
            for (int step = 0; step < 1500; step++) {
                found.add(gradientOfOthers(
                        old, model, step, (drawn, logQ) -> SamplerLoss.exclusive(drawn, logQ, 1e9, 0)));
            }
            requireMean(found, ExactPosterior.gradient(logits(model), exact::exclusiveKl));
        }
    }

    private interface LossOfStrings {
        SamplerLoss of(Posterior drawn, double[] logQ);
    }

    /** Returns the gradient of a model's sampler by strings that the sampler of another model drew. */
    private double[] gradientOfOthers(Model old, Model model, long step, LossOfStrings loss) {
        try (PointerScope scope = new PointerScope()) {
            RandomGenerator[] streams = Seeds.streams(SEED, Seeds.SAMPLER, step, PAIRS);
            Samples samples = PathSampling.sample(old.sampler(), batch, 8, streams);
            PrefixTree tree = samples.tree();
            double[] logP = model.scorer().score(tree, Pass.forward()).logProbabilities();
            Posterior drawn = Posterior.ofSamples(
                    samples, new double[] {1, 1, 1}, logP, STILL.lengthThreshold(), STILL.lengthPenalty());
            EventScores now =
                    model.sampler().encode(batch, Pass.differentiable()).score(tree);
            now.backward(loss.of(drawn, tree.totals(now.logProbabilities())).eventGradient(tree, PAIRS.length));
            double[] result = numbers(logits(model).grad());
            model.sampler().parameters().zeroGradients();
            return result;
        }
    }

    /** With p̃(x, y) known, DPG-off has no bias, whatever sampler drew the strings. */
    @Tag("slow")
    @Test
    void gradientOfDpgOffIsThatOfTheInclusiveDivergence() {
        TrainingSettings settings = STILL.toBuilder()
                .divergence(Divergence.DPG_OFF)
                .proposalEvery(1_000_000)
                .samples(16)
                .build();
        try (Model model = model();
                TrainingStep training = new TrainingStep(model, settings)) {
            ExactPosterior proposal = new ExactPosterior(model, batch, settings);
            double ofProposal = proposal.inclusiveKl();
            move(model);
            ExactPosterior exact = new ExactPosterior(model, batch, settings);
            assertThat(Math.abs(exact.inclusiveKl() - ofProposal)).isGreaterThan(0.01);
            // The first steps, whose estimates of p̃(x, y) come from few strings, are left out.
            List<double[]> found = gradients(training, 1200).subList(200, 1200);
            requireMean(found, ExactPosterior.gradient(logits(model), exact::inclusiveKl));
        }
    }

    @Tag("slow")
    @Test
    void gainOfDpgOffIsTheDifferenceOfTheDivergences() {
        try (Model old = model();
                Model model = model()) {
            move(model);
            double difference = new ExactPosterior(old, batch, STILL).inclusiveKl()
                    - new ExactPosterior(model, batch, STILL).inclusiveKl();
            PairLikelihoods likelihoods = new PairLikelihoods();
            List<double[]> found = new ArrayList<>();
            for (int step = 0; step < 3000; step++) {
                double[] gain = new double[1];
                gradientOfOthers(old, model, step, (drawn, logQ) -> {
                    SamplerLoss loss = SamplerLoss.dpgOff(drawn, logQ, likelihoods, PAIRS);
                    for (int p = 0; p < PAIRS.length; p++) {
                        likelihoods.add(PAIRS[p], drawn.logWeightSum(p), drawn.samples(p));
                    }
                    gain[0] = loss.gain() / PAIRS.length;
                    return loss;
                });
                if (step >= 300) {
                    found.add(gain);
                }
            }
            requireMean(found, new double[] {difference});
        }
    }

    /** On its first visit a pair has no other estimate of p̃(x, y) than its own strings, whose weights then add up to 1. */
    @Test
    void firstStepOfDpgOffNormalizesByItsOwnStrings() {
        TrainingSettings onPolicy = STILL.toBuilder()
                .divergence(Divergence.DPG_OFF)
                .proposalEvery(0)
                .build();
        try (Model model = model();
                TrainingStep dpg = new TrainingStep(model, onPolicy);
                TrainingStep inclusive = new TrainingStep(model, STILL)) {
            List<double[]> found = gradients(dpg, 2);
            List<double[]> expected = gradients(inclusive, 2);
            assertThat(found.get(0)).containsExactly(expected.get(0), within(1e-12));
            assertThat(found.get(1)).isNotEqualTo(expected.get(1));
        }
    }

    /**
     * A pair with two strings, of ratios r and 1, whose advantages have the signs of {@code advantage} and its opposite. A
     * ratio has no gradient where it is clipped and would move further away from 1.
     */
    @ParameterizedTest
    @CsvSource({"1.5, 1, true", "1.5, -1, false", "0.5, 1, false", "0.5, -1, true", "1.1, 1, false", "0.9, -1, false"})
    void ratioIsClippedWhereItWouldMoveFurtherAway(double ratio, int advantage, boolean isClipped) {
        try (Model model = model();
                PointerScope scope = new PointerScope()) {
            LatticeBatch one = LatticeBatch.of(batch.lattices().subList(0, 1));
            Samples samples;
            long seed = 0;
            do {
                samples = PathSampling.sample(model.sampler(), one, 2, Seeds.streams(SEED, 0, seed++, 0));
            } while (samples.tree().ends() != 2);
            double[] logP = new double[samples.tree().events()];
            logP[samples.tree().eventOfEnd(0)] = 100 * advantage;
            Posterior drawn = Posterior.ofSamples(samples, new double[] {1}, logP, 1000, 0);
            double[] logQ = drawn.logQ().clone();
            logQ[0] += Math.log(ratio);
            double[] gradient = SamplerLoss.exclusive(drawn, logQ, 0.2, 0).gradient();
            double difference = (drawn.logP()[0] - logQ[0]) - (drawn.logP()[1] - logQ[1]);
            assertThat(gradient[0]).isCloseTo(isClipped ? 0 : -0.5 * ratio * difference, within(1e-9));
            assertThat(gradient[1]).isCloseTo(0.5 * difference, within(1e-9));
        }
    }

    @Test
    void proposalIsReplacedWhenItIsTimeAndTheSamplerIsBetter() {
        try (Model model = model();
                Proposal proposal = new Proposal(model.sampler(), 2, 3)) {
            Tensor own = named(proposal.tensors(), "logits");
            Tensor replica = named(proposal.sampler(1).parameters().tensors(), "logits");
            double[] first = numbers(logits(model));
            assertThat(numbers(own)).isEqualTo(first);
            move(model);
            double[] moved = numbers(logits(model));
            proposal.compare(0, 5);
            proposal.compare(1, -9);
            proposal.compare(2, 3);
            assertThat(numbers(own)).as("the sampler was worse").isEqualTo(first);
            proposal.compare(3, 1);
            proposal.compare(4, 1);
            assertThat(numbers(own)).as("too early").isEqualTo(first);
            proposal.compare(5, -1);
            assertThat(numbers(own)).isEqualTo(moved);
            assertThat(numbers(replica)).isEqualTo(moved);
        }
    }

    /** With PPO's inner loop a step takes as many updates of the sampler from the same strings. */
    @Test
    void innerLoopUpdatesTheSamplerSeveralTimes() {
        TrainingSettings settings = STILL.toBuilder()
                .objective(Objective.ALTERNATING)
                .divergence(Divergence.EXCLUSIVE)
                .ppoEpochs(3)
                .samples(4)
                .build();
        try (Model model = model();
                TrainingStep training = new TrainingStep(model, settings)) {
            training.take(batch.lattices(), PAIRS, 0);
            assertThat(numbers(named(training.tensors(), "adam.sampler.counts")))
                    .containsExactly(3);
            assertThat(numbers(named(training.tensors(), "adam.scorer.counts"))).containsExactly(1);
            // Nothing moves, so all three gradients are equal: the moment is (1 - 0.9³) times the gradient.
            double[] moment = numbers(logits(training));
            try (TrainingStep once =
                    new TrainingStep(model, settings.toBuilder().ppoEpochs(1).build())) {
                double[] gradient = gradients(once, 1).get(0);
                assertThat(Arrays.stream(moment)
                                .map(value -> value / (1 - 0.9 * 0.9 * 0.9))
                                .toArray())
                        .containsExactly(gradient, within(1e-9));
            }
        }
    }

    /** Every divergence leads to the posterior, which the sampler's family contains. */
    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void samplerLearnsThePosterior(Divergence divergence) {
        LatticeBatch two = new RandomPairs(52, 3, 30).batch(2);
        Vocabulary vocabulary = new Vocabulary(RandomPairs.LETTERS.size(), RandomPairs.LETTERS.size(), two.marks());
        TrainingSettings settings = TrainingSettings.builder()
                .objective(Objective.SAMPLER)
                .divergence(divergence)
                .proposalEvery(5)
                .ppoEpochs(divergence == Divergence.EXCLUSIVE ? 2 : 1)
                .dropout(0)
                .labelSmoothing(0)
                .samples(128)
                .samplerLearningRate(0.01)
                .halveEvery(60)
                .build();
        MarkScorer scorer = BigramModel.of(two.marks(), Precision.SINGLE, 52).scorer();
        try (Model model = new Model(
                        scorer,
                        PathSampler.create(
                                SamplerSettings.of(SamplerKind.SWS).withDimension(16), vocabulary, scorer, 52));
                TrainingStep training = new TrainingStep(model, settings)) {
            ExactPosterior exact = new ExactPosterior(model, two, settings);
            double before = exact.exclusiveKl();
            for (int step = 0; step < 200; step++) {
                training.take(two.lattices(), new int[] {0, 1}, step);
            }
            System.out.printf(
                    "%s: exclusive %.4f to %.4f, inclusive %.4f%n",
                    divergence, before, exact.exclusiveKl(), exact.inclusiveKl());
            assertThat(before).isGreaterThan(0.1);
            assertThat(exact.exclusiveKl()).isBetween(-1e-5, 0.01);
            assertThat(exact.inclusiveKl()).isBetween(-1e-5, 0.01);
        }
    }
}
