package org.espalier.model.train;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.Lattice;
import org.espalier.model.EventScores;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.Parameters;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PathSampling;
import org.espalier.model.PathSampling.Samples;
import org.espalier.model.Torch;
import org.espalier.model.checkpoint.Checkpoint;

/**
 * One step of training. Strings are drawn from the sampler without gradient; their importance weights p̃/q, normalized
 * within each pair, approximate the posterior; and both networks learn to make the strings probable in proportion to
 * them. For φ that follows the inclusive KL divergence, −Σ ŵ ∇log q(z), for θ the IWAE bound, −Σ ŵ ∇log p̃(z).
 *
 * <p>Weights are always those of the networks as they are used after training, without dropout, but for rounding (precision). Dropout gives each string
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

    /** What was drawn for a part. {@code samples} and {@code scored} are differentiable only without dropout. */
    private record Draw(Samples samples, EventScores scored, Posterior posterior) {}

    /** Networks that learn from the same strings, each in its own way. */
    private enum Round {
        SAMPLER(true, false, Seeds.SAMPLER),
        SCORER(false, true, Seeds.SCORER),
        BOTH(true, true, Seeds.SAMPLER);

        private final boolean ofSampler;
        private final boolean ofScorer;
        private final long streams;

        Round(boolean ofSampler, boolean ofScorer, long streams) {
            this.ofSampler = ofSampler;
            this.ofScorer = ofScorer;
            this.streams = streams;
        }

        int samples(TrainingSettings settings) {
            return Math.max(ofSampler ? settings.samples() : 0, ofScorer ? settings.iwaeSamples() : 0);
        }
    }

    /** How the names of the optimizers' tensors begin. */
    private static final String OPTIMIZER = "adam.";

    private final Model model;
    private final TrainingSettings settings;
    private final Workers workers;
    private final GradientThreads threads;
    private final Adam samplerAdam;
    private final Optional<Adam> scorerAdam;

    /** For a worker alone. */
    public TrainingStep(Model model, TrainingSettings settings) {
        this(model, settings, Workers.one());
    }

    /** @param workers those whose gradients are added up in each step */
    public TrainingStep(Model model, TrainingSettings settings, Workers workers) {
        this.model = model;
        this.settings = settings;
        this.workers = workers;
        this.threads = new GradientThreads(model, Torch.threads());
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

    /** What steps change: what is different in workers that have taken some on their own. */
    List<Tensor> changing() {
        List<Tensor> result =
                new ArrayList<>(model.sampler().parameters().tensors().values());
        result.addAll(samplerAdam.tensors().values());
        scorerAdam.ifPresent(adam -> {
            result.addAll(model.scorer().parameters().tensors().values());
            result.addAll(adam.tensors().values());
        });
        return result;
    }

    /**
     * Takes a step alone.
     *
     * @param pairs the number of each pair of the batch in its data, on which its random stream depends
     * @param step the number of the step, on which all of them depend
     */
    public Result take(List<Lattice> lattices, int[] pairs, long step) {
        return take(WorkerBatch.all(lattices, pairs), step, false).orElseThrow();
    }

    /**
     * Takes a step together with the other workers, each with its share.
     *
     * @param stops whether this worker wants to stop before this step; it need not have a share then
     * @return what the step did; nothing if any worker wanted to stop, and then nothing has changed in any
     */
    public Optional<Result> take(WorkerBatch share, long step, boolean stops) {
        return switch (settings.objective()) {
            case SAMPLER -> update(Round.SAMPLER, share, step, stops);
            case ALTERNATING ->
                update(Round.SAMPLER, share, step, stops)
                        .map(ofSampler -> both(
                                ofSampler,
                                update(Round.SCORER, share, step, false).orElseThrow()));
            case JOINT -> update(Round.BOTH, share, step, stops);
        };
    }

    private static Result both(Result ofSampler, Result ofScorer) {
        return new Result(
                ofSampler.samplerLoss, ofScorer.scorerLoss, ofSampler.ess, ofSampler.samplerNorm, ofScorer.scorerNorm);
    }

    /** Computes gradients part by part, adds up those of all workers, and goes down them. */
    private Optional<Result> update(Round round, WorkerBatch share, long step, boolean stops) {
        List<Parameters> learning = new ArrayList<>();
        if (round.ofSampler) {
            learning.add(model.sampler().parameters());
        }
        if (round.ofScorer) {
            learning.add(model.scorer().parameters());
        }
        learning.forEach(Parameters::zeroGradients);
        double[] told = {stops ? 1 : 0, 0, 0, 0};
        for (WorkerBatch.Part part : share.parts()) {
            for (Posterior posterior :
                    threads.share(part, (twin, own) -> gradients(twin, round, own, share.of(), step))) {
                told[1] += posterior.crossEntropy() / share.of();
                told[2] -= posterior.logMean() / share.of();
                told[3] += posterior.ess() / share.of();
            }
        }
        threads.addUp();
        List<Tensor> parameters = learning.stream()
                .flatMap(network -> network.tensors().values().stream())
                .toList();
        double[] sums = GradientAllReduce.sum(workers, parameters, told);
        Optional<Result> result = sums[0] > 0 ? Optional.empty() : Optional.of(down(round, step, sums));
        learning.forEach(Parameters::zeroGradients);
        return result;
    }

    private Result down(Round round, long step, double... sums) {
        double rateLeft = settings.rateLeft(step);
        double samplerNorm = round.ofSampler ? samplerAdam.step(rateLeft) : 0;
        double scorerNorm = round.ofScorer ? scorerAdam.orElseThrow().step(rateLeft) : 0;
        return new Result(sums[1], round.ofScorer ? sums[2] : Double.NaN, sums[3], samplerNorm, scorerNorm);
    }

    /** Adds to the gradients of a twin of the model what a part has to say. */
    private Posterior gradients(Model twin, Round round, WorkerBatch.Part part, int of, long step) {
        LatticeBatch batch = part.batch();
        Draw draw = draw(twin, round, batch, Seeds.streams(settings.seed(), round.streams, step, part.pairs()));
        double[] gradient = draw.posterior.gradient(of);
        if (round.ofSampler) {
            EventScores drawn = settings.dropout() == 0
                    ? draw.samples.score()
                    : twin.sampler()
                            .encode(batch, learning(Seeds.SAMPLER, part, step))
                            .score(draw.samples.tree());
            drawn.backward(gradient);
        }
        if (round.ofScorer) {
            EventScores scored = settings.dropout() == 0
                    ? draw.scored
                    : twin.scorer().score(draw.posterior.tree(), learning(Seeds.SCORER, part, step));
            scored.backward(gradient);
        }
        return draw.posterior;
    }

    private Draw draw(Model twin, Round round, LatticeBatch batch, RandomGenerator... streams) {
        PathSampler.Encoded encoded = twin.sampler().encode(batch, looking(round.ofSampler));
        Samples samples = PathSampling.sample(encoded, round.samples(settings), streams);
        EventScores scored = twin.scorer().score(samples.tree(), looking(round.ofScorer));
        Posterior posterior =
                Posterior.of(samples, scored.logProbabilities(), settings.lengthThreshold(), settings.lengthPenalty());
        return new Draw(samples, scored, posterior);
    }

    /** The pass by which strings are drawn and weighed: the very one that learns, where dropout does not forbid it. */
    private Pass looking(boolean learns) {
        return (learns && settings.dropout() == 0 ? Pass.training(settings.labelSmoothing()) : Pass.forward())
                .with(settings.precision());
    }

    private Pass learning(long network, WorkerBatch.Part part, long step) {
        long seed = Seeds.of(settings.seed(), Seeds.DROPOUT, network, step);
        return Pass.training(settings.labelSmoothing(), settings.dropout(), seed, part.pairs())
                .with(settings.precision());
    }

    @Override
    public void close() {
        threads.close();
        samplerAdam.close();
        scorerAdam.ifPresent(Adam::close);
    }
}
