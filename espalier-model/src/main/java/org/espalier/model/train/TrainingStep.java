package org.espalier.model.train;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
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
import org.espalier.model.PrefixTree;
import org.espalier.model.Torch;
import org.espalier.model.checkpoint.Checkpoint;

/**
 * Takes steps of training. A step samples strings from the sampler without gradient; their importance weights p̃/q,
 * normalized within each pair, approximate the posterior; and both networks learn to give the strings probabilities in
 * proportion to their weights. For φ this follows the gradient of the inclusive KL divergence, −Σ ŵ ∇log q(z), for θ that
 * of the IWAE bound, −Σ ŵ ∇log p̃(z).
 *
 * <p>With a {@linkplain StringMemory memory}, the posterior is instead approximated by p̃ normalized over the distinct
 * strings that were sampled now or remembered from earlier steps. For θ this is the gradient of the sum of p̃ over these
 * strings, a lower bound of p̃(x, y).
 *
 * <p>Weights are computed without dropout, as the networks are used after training, up to rounding (precision). Dropout
 * gives each string another mask, and over the length of a string the masks would add nats of noise to its weight: a few
 * strings would be preferred for their masks. So dropout regularizes what is learned from the posterior, not the posterior
 * itself. Without dropout, the same passes give weights and gradients.
 */
public final class TrainingStep implements AutoCloseable {
    /**
     * The result of a step.
     *
     * @param samplerLoss −Σ ŵ log q(z), mean over the pairs
     * @param scorerLoss −log 1/K Σ w, mean over the pairs; NaN if the scorer is not trained
     * @param ess deduplicated effective sample size, mean over the pairs
     * @param samplerNorm norm of the sampler's gradient before clipping; if not finite, the sampler was not changed
     * @param scorerNorm norm of the scorer's gradient before clipping; if not finite, the scorer was not changed; 0 if it is
     *     not trained
     */
    public record Result(double samplerLoss, double scorerLoss, double ess, double samplerNorm, double scorerNorm) {
        /** Returns the norm of the gradients of all networks. */
        public double gradientNorm() {
            return Math.hypot(samplerNorm, scorerNorm);
        }
    }

    /**
     * The strings from which a micro-batch learns.
     *
     * @param drawn their scores under the sampler; like {@code scored} differentiable only without dropout
     */
    private record WeightedStrings(Supplier<EventScores> drawn, Supplier<EventScores> scored, Posterior posterior) {}

    /** What was found for the pairs of a micro-batch. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record PairPosteriors(int[] pairs, Posterior posterior) {}

    /** A part of a step: the networks that are trained from the same samples. */
    private enum Phase {
        SAMPLER(true, false, Seeds.SAMPLER),
        SCORER(false, true, Seeds.SCORER),
        BOTH(true, true, Seeds.SAMPLER);

        private final boolean trainsSampler;
        private final boolean trainsScorer;
        private final long streams;

        Phase(boolean trainsSampler, boolean trainsScorer, long streams) {
            this.trainsSampler = trainsSampler;
            this.trainsScorer = trainsScorer;
            this.streams = streams;
        }

        int samples(TrainingSettings settings) {
            return Math.max(trainsSampler ? settings.samples() : 0, trainsScorer ? settings.iwaeSamples() : 0);
        }
    }

    private final Model model;
    private final TrainingSettings settings;
    private final Workers workers;
    private final GradientThreads threads;
    private final StringMemory memory;
    private final Adam samplerAdam;
    private final Optional<Adam> scorerAdam;

    /** Creates the step of a single worker. */
    public TrainingStep(Model model, TrainingSettings settings) {
        this(model, settings, Workers.one());
    }

    /** @param workers the workers whose gradients are summed in each step */
    TrainingStep(Model model, TrainingSettings settings, Workers workers) {
        this.model = model;
        this.settings = settings;
        this.workers = workers;
        this.threads = new GradientThreads(model, Torch.threads());
        this.memory = new StringMemory(settings.memory(), settings.memoryBytes() / workers.size());
        this.samplerAdam =
                new Adam(model.sampler().parameters().tensors(), settings.samplerLearningRate(), settings.gradClip());
        this.scorerAdam = settings.objective().trainsScorer()
                ? Optional.of(new Adam(
                        model.scorer().parameters().tensors(), settings.scorerLearningRate(), settings.gradClip()))
                : Optional.empty();
    }

    /** Returns the strings that this worker remembers of its pairs. */
    StringMemory memory() {
        return memory;
    }

    /** Returns the tensors of a checkpoint by name: the parameters of both networks and the state of the optimizers. */
    Map<String, Tensor> tensors() {
        Map<String, Tensor> result = new LinkedHashMap<>(Checkpoint.parameters(model));
        samplerAdam.tensors().forEach((name, tensor) -> result.put(Checkpoint.OPTIMIZER + "sampler." + name, tensor));
        scorerAdam.ifPresent(adam ->
                adam.tensors().forEach((name, tensor) -> result.put(Checkpoint.OPTIMIZER + "scorer." + name, tensor)));
        return result;
    }

    /** Returns the tensors that steps change: parameters of trained networks and the state of their optimizers. */
    List<Tensor> updatedTensors() {
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
     * Takes a step with a single worker.
     *
     * @param pairs the number of each pair of the batch in its data, on which its random stream depends
     * @param step the number of the step, on which all random streams depend
     */
    public Result take(List<Lattice> lattices, int[] pairs, long step) {
        return take(WorkerBatch.whole(lattices, pairs), step, false).orElseThrow();
    }

    /**
     * Takes a step together with the other workers.
     *
     * @param batch the pairs of this worker
     * @param stopRequested whether this worker wants to stop before this step; its batch may be empty then
     * @return the result of the step; empty if any worker wanted to stop, in which case no worker has changed
     */
    Optional<Result> take(WorkerBatch batch, long step, boolean stopRequested) {
        return switch (settings.objective()) {
            case SAMPLER -> update(Phase.SAMPLER, batch, step, stopRequested);
            case ALTERNATING ->
                update(Phase.SAMPLER, batch, step, stopRequested)
                        .map(ofSampler -> combine(
                                ofSampler,
                                update(Phase.SCORER, batch, step, false).orElseThrow()));
            case JOINT -> update(Phase.BOTH, batch, step, stopRequested);
        };
    }

    private static Result combine(Result ofSampler, Result ofScorer) {
        return new Result(
                ofSampler.samplerLoss, ofScorer.scorerLoss, ofSampler.ess, ofSampler.samplerNorm, ofScorer.scorerNorm);
    }

    /** Computes gradients, one micro-batch after the other, sums those of all workers, and applies them. */
    private Optional<Result> update(Phase phase, WorkerBatch batch, long step, boolean stopRequested) {
        List<Parameters> trained = new ArrayList<>();
        if (phase.trainsSampler) {
            trained.add(model.sampler().parameters());
        }
        if (phase.trainsScorer) {
            trained.add(model.scorer().parameters());
        }
        trained.forEach(Parameters::zeroGradients);
        StepSums own = StepSums.none(stopRequested);
        List<PairPosteriors> found = new ArrayList<>();
        for (MicroBatch microBatch : batch.microBatches()) {
            for (PairPosteriors ofThread : threads.map(
                    microBatch, (replica, pairs) -> gradients(replica, phase, pairs, batch.batchSize(), step))) {
                own = own.plus(ofThread.posterior, batch.batchSize());
                found.add(ofThread);
            }
        }
        threads.sumGradients();
        List<Tensor> parameters = trained.stream()
                .flatMap(network -> network.tensors().values().stream())
                .toList();
        StepSums sums = GradientAllReduce.sum(workers, parameters, own);
        Optional<Result> result =
                sums.stopRequests() > 0 ? Optional.empty() : Optional.of(applyGradients(phase, step, sums));
        trained.forEach(Parameters::zeroGradients);
        if (result.isPresent() && memory.isEnabled()) {
            found.forEach(this::remember);
        }
        return result;
    }

    private void remember(PairPosteriors found) {
        List<List<int[]>> strings = found.posterior.stringsByWeight();
        for (int p = 0; p < strings.size(); p++) {
            memory.remember(found.pairs[p], strings.get(p));
        }
    }

    private Result applyGradients(Phase phase, long step, StepSums sums) {
        double rateFactor = settings.learningRateFactor(step);
        double samplerNorm = phase.trainsSampler ? samplerAdam.step(rateFactor) : 0;
        double scorerNorm = phase.trainsScorer ? scorerAdam.orElseThrow().step(rateFactor) : 0;
        double scorerLoss = phase.trainsScorer ? sums.scorerLoss() : Double.NaN;
        return new Result(sums.samplerLoss(), scorerLoss, sums.ess(), samplerNorm, scorerNorm);
    }

    /** Adds the gradient of some pairs of a step of {@code batchSize} pairs to the gradients of a replica of the model. */
    private PairPosteriors gradients(Model replica, Phase phase, MicroBatch microBatch, int batchSize, long step) {
        LatticeBatch batch = microBatch.latticeBatch();
        RandomGenerator[] streams = Seeds.streams(settings.seed(), phase.streams, step, microBatch.pairs());
        PathSampler.Encoded encoded = replica.sampler().encode(batch, samplingPass(phase.trainsSampler));
        Samples samples = PathSampling.sample(encoded, phase.samples(settings), streams);
        WeightedStrings strings = memory.isEnabled()
                ? withMemory(replica, phase, encoded, samples, microBatch.pairs())
                : withoutMemory(replica, phase, samples);
        double[] gradient = strings.posterior.gradient(batchSize);
        if (phase.trainsSampler) {
            EventScores drawn = settings.dropout() == 0
                    ? strings.drawn.get()
                    : replica.sampler()
                            .encode(batch, trainingPass(Seeds.SAMPLER, microBatch, step))
                            .score(strings.posterior.tree());
            drawn.backward(gradient);
        }
        if (phase.trainsScorer) {
            EventScores scored = settings.dropout() == 0
                    ? strings.scored.get()
                    : replica.scorer().score(strings.posterior.tree(), trainingPass(Seeds.SCORER, microBatch, step));
            scored.backward(gradient);
        }
        return new PairPosteriors(microBatch.pairs(), strings.posterior);
    }

    /** Weighs samples by p̃/q. */
    private WeightedStrings withoutMemory(Model replica, Phase phase, Samples samples) {
        // A sampler that the scorer guides has scored its strings already, without gradient.
        Optional<double[]> known = phase.trainsScorer ? Optional.empty() : samples.logP();
        Optional<EventScores> scored = known.isPresent()
                ? Optional.empty()
                : Optional.of(replica.scorer().score(samples.tree(), samplingPass(phase.trainsScorer)));
        double[] logP = known.orElseGet(() -> scored.orElseThrow().logProbabilities());
        Posterior posterior = Posterior.ofSamples(samples, logP, settings.lengthThreshold(), settings.lengthPenalty());
        return new WeightedStrings(samples::score, scored::orElseThrow, posterior);
    }

    /** Weighs samples and remembered strings, each string once, by p̃. */
    private WeightedStrings withMemory(
            Model replica, Phase phase, PathSampler.Encoded encoded, Samples samples, int... pairs) {
        PrefixTree tree = joined(encoded.batch(), samples.tree(), pairs);
        EventScores drawn = encoded.score(tree);
        EventScores scored = replica.scorer().score(tree, samplingPass(phase.trainsScorer));
        Posterior posterior = Posterior.ofStrings(
                tree,
                drawn.logProbabilities(),
                scored.logProbabilities(),
                settings.lengthThreshold(),
                settings.lengthPenalty());
        return new WeightedStrings(() -> drawn, () -> scored, posterior);
    }

    /** Returns the tree of the sampled and the remembered strings. */
    private PrefixTree joined(LatticeBatch batch, PrefixTree sampled, int... pairs) {
        List<List<int[]>> strings = new ArrayList<>();
        for (int pair : pairs) {
            strings.add(new ArrayList<>(memory.of(pair)));
        }
        for (int end = 0; end < sampled.ends(); end++) {
            strings.get(sampled.pair(sampled.endNode(end))).add(sampled.string(end));
        }
        return PrefixTree.of(batch, strings);
    }

    /** Returns the pass that samples and weighs strings. Without dropout, a trained network learns from it too. */
    private Pass samplingPass(boolean trained) {
        return (trained && settings.dropout() == 0 ? Pass.training(settings.labelSmoothing()) : Pass.forward())
                .with(settings.precision());
    }

    private Pass trainingPass(long network, MicroBatch microBatch, long step) {
        long seed = Seeds.of(settings.seed(), Seeds.DROPOUT, network, step);
        return Pass.training(settings.labelSmoothing(), settings.dropout(), seed, microBatch.pairs())
                .with(settings.precision());
    }

    @Override
    public void close() {
        threads.close();
        samplerAdam.close();
        scorerAdam.ifPresent(Adam::close);
    }
}
