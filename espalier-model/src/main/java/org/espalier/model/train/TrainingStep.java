package org.espalier.model.train;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.espalier.model.EventScores;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.Parameters;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PathSampling;
import org.espalier.model.PathSampling.Samples;
import org.espalier.model.checkpoint.Checkpoint;

/**
 * One step of training. Strings are drawn from the sampler without gradient; their importance weights p̃/q, normalized
 * within each pair, approximate the posterior; and both networks learn to make the strings probable in proportion to
 * them. For φ that follows the inclusive KL divergence, −Σ ŵ ∇log q(z), for θ the IWAE bound, −Σ ŵ ∇log p̃(z).
 *
 * <p>Weights are always those of the networks as they are used after training, without dropout. Dropout gives each string
 * another mask, and over the length of a string the masks would add nats of noise to its weight: a few strings would be
 * preferred for their masks. So dropout regularizes what is learned from the posterior, not the posterior itself. Without
 * dropout, weights and gradients come of the same passes.
 */
public final class TrainingStep implements AutoCloseable {
    /**
     * What a step did.
     *
     * @param samplerLoss −Σ ŵ log q(z), mean over the pairs
     * @param scorerLoss −log 1/K Σ w, mean over the pairs; NaN if the scorer took no part
     * @param ess deduplicated effective sample size, mean over the pairs
     * @param samplerNorm norm of the sampler's gradient before clipping; if not finite, the sampler was left alone
     * @param scorerNorm likewise of the scorer's; 0 if it took no part
     */
    public record Result(double samplerLoss, double scorerLoss, double ess, double samplerNorm, double scorerNorm) {
        /** The norm of the gradients of all networks. */
        public double gradientNorm() {
            return Math.hypot(samplerNorm, scorerNorm);
        }
    }

    /** What was drawn for a batch. {@code encoded} and {@code scored} are differentiable only without dropout. */
    private record Draw(PathSampler.Encoded encoded, EventScores scored, Posterior posterior) {}

    /** How the names of the optimizers' tensors begin. */
    private static final String OPTIMIZER = "adam.";

    private final Model model;
    private final TrainingSettings settings;
    private final Adam samplerAdam;
    private final Optional<Adam> scorerAdam;

    public TrainingStep(Model model, TrainingSettings settings) {
        this.model = model;
        this.settings = settings;
        this.samplerAdam =
                new Adam(model.sampler().parameters().tensors(), settings.samplerLearningRate(), settings.gradClip());
        this.scorerAdam = settings.objective().trainsScorer()
                ? Optional.of(new Adam(
                        model.scorer().parameters().tensors(), settings.scorerLearningRate(), settings.gradClip()))
                : Optional.empty();
    }

    /** All that a step changes, and the frozen networks, by name: what a checkpoint must hold. */
    public Map<String, Tensor> tensors() {
        Map<String, Tensor> result = new LinkedHashMap<>(parameters(model));
        samplerAdam.tensors().forEach((name, tensor) -> result.put(OPTIMIZER + "sampler." + name, tensor));
        scorerAdam.ifPresent(
                adam -> adam.tensors().forEach((name, tensor) -> result.put(OPTIMIZER + "scorer." + name, tensor)));
        return result;
    }

    /** Gives a model the parameters it had when a checkpoint of its training was saved. */
    public static void restore(Model model, Checkpoint checkpoint) {
        checkpoint.readInto(parameters(model), name -> !name.startsWith(OPTIMIZER));
    }

    /** The parameters of both networks under the names they have in checkpoints. */
    static Map<String, Tensor> parameters(Model model) {
        Map<String, Tensor> result = new LinkedHashMap<>();
        model.scorer().parameters().tensors().forEach((name, tensor) -> result.put("scorer." + name, tensor));
        model.sampler().parameters().tensors().forEach((name, tensor) -> result.put("sampler." + name, tensor));
        return result;
    }

    /**
     * Takes a step.
     *
     * @param pairs the number of each pair of the batch in its data, on which its random stream depends
     * @param step the number of the step, on which all of them depend
     */
    public Result take(LatticeBatch batch, int[] pairs, long step) {
        try (PointerScope scope = new PointerScope()) {
            Generator masks = torch.createCPUGenerator(Seeds.of(settings.seed(), Seeds.DROPOUT, step));
            RandomGenerator[] streams = Seeds.streams(settings.seed(), Seeds.SAMPLER, step, pairs);
            double rateLeft = settings.rateLeft(step);
            return switch (settings.objective()) {
                case SAMPLER -> sampler(draw(batch, settings.samples(), true, false, streams), masks, rateLeft);
                case ALTERNATING -> {
                    Result ofSampler = sampler(draw(batch, settings.samples(), true, false, streams), masks, rateLeft);
                    RandomGenerator[] more = Seeds.streams(settings.seed(), Seeds.SCORER, step, pairs);
                    yield both(
                            ofSampler, scorer(draw(batch, settings.iwaeSamples(), false, true, more), masks, rateLeft));
                }
                case JOINT -> {
                    int k = Math.max(settings.samples(), settings.iwaeSamples());
                    Draw draw = draw(batch, k, true, true, streams);
                    yield both(sampler(draw, masks, rateLeft), scorer(draw, masks, rateLeft));
                }
            };
        }
    }

    private static Result both(Result ofSampler, Result ofScorer) {
        return new Result(
                ofSampler.samplerLoss, ofScorer.scorerLoss, ofSampler.ess, ofSampler.samplerNorm, ofScorer.scorerNorm);
    }

    private Draw draw(LatticeBatch batch, int k, boolean forSampler, boolean forScorer, RandomGenerator[] streams) {
        PathSampler.Encoded encoded = model.sampler().encode(batch, looking(forSampler));
        Samples samples = PathSampling.sample(encoded, k, streams);
        EventScores scored = model.scorer().score(samples.tree(), looking(forScorer));
        Posterior posterior =
                Posterior.of(samples, scored.logProbabilities(), settings.lengthThreshold(), settings.lengthPenalty());
        return new Draw(encoded, scored, posterior);
    }

    /** The pass by which strings are drawn and weighed: the very one that learns, where dropout does not forbid it. */
    private Pass looking(boolean learns) {
        return learns && settings.dropout() == 0 ? Pass.training(settings.labelSmoothing()) : Pass.forward();
    }

    private Pass learning(Generator masks) {
        return Pass.training(settings.labelSmoothing(), settings.dropout(), masks);
    }

    private Result sampler(Draw draw, Generator masks, double rateLeft) {
        Parameters parameters = model.sampler().parameters();
        parameters.zeroGradients();
        PathSampler.Encoded encoded =
                settings.dropout() == 0 ? draw.encoded : model.sampler().encode(draw.encoded.batch(), learning(masks));
        encoded.score(draw.posterior.tree()).backward(draw.posterior.gradient());
        double norm = samplerAdam.step(rateLeft);
        parameters.zeroGradients();
        return new Result(draw.posterior.crossEntropy(), Double.NaN, draw.posterior.ess(), norm, 0);
    }

    private Result scorer(Draw draw, Generator masks, double rateLeft) {
        Parameters parameters = model.scorer().parameters();
        parameters.zeroGradients();
        EventScores scored =
                settings.dropout() == 0 ? draw.scored : model.scorer().score(draw.posterior.tree(), learning(masks));
        scored.backward(draw.posterior.gradient());
        double norm = scorerAdam.orElseThrow().step(rateLeft);
        parameters.zeroGradients();
        return new Result(Double.NaN, -draw.posterior.logMean(), draw.posterior.ess(), 0, norm);
    }

    @Override
    public void close() {
        samplerAdam.close();
        scorerAdam.ifPresent(Adam::close);
    }
}
