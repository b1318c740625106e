package org.espalier.model.train;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.Lattice;
import org.espalier.model.Model;
import org.espalier.model.Parameters;
import org.espalier.model.Torch;
import org.espalier.model.checkpoint.Checkpoint;
import org.espalier.model.train.StepGradients.LearnedPairs;

/**
 * Takes steps of training. A step samples strings from the sampler without gradient; their importance weights p̃/q,
 * normalized within each pair, approximate the posterior; and both networks learn to give the strings probabilities in
 * proportion to their weights. For φ this follows the gradient of the inclusive KL divergence, −Σ ŵ ∇log q(z), for θ that
 * of the IWAE bound, −Σ ŵ ∇log p̃(z). Other {@linkplain Divergence divergences} of φ have other {@linkplain SamplerLoss
 * losses}, and φ may learn from {@linkplain Dreams dreams} too.
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
     * @param samplerLoss the loss of the sampler, weighted mean over the pairs: −Σ ŵ log q(z), or for the exclusive divergence the
     *     mean of log q(z) − log p̃(z)
     * @param scorerLoss −log 1/K Σ w, weighted mean over the pairs; NaN if the scorer is not trained
     * @param ess deduplicated effective sample size, weighted mean over the pairs
     * @param samplerNorm norm of the sampler's gradient before clipping; if not finite, the sampler was not changed
     * @param scorerNorm norm of the scorer's gradient before clipping; if not finite, the scorer was not changed; 0 if it is
     *     not trained
     * @param dreams the dreams of the step
     */
    public record Result(
            double samplerLoss,
            double scorerLoss,
            double ess,
            double samplerNorm,
            double scorerNorm,
            DreamSums dreams) {
        /** Returns the norm of the gradients of all networks. */
        public double gradientNorm() {
            return Math.hypot(samplerNorm, scorerNorm);
        }
    }

    private final Model model;
    private final TrainingSettings settings;
    private final Workers workers;
    private final GradientThreads threads;
    private final StringMemory memory;
    private final PairLikelihoods likelihoods = new PairLikelihoods();
    private final Optional<Proposal> proposal;
    private final Optional<Dreams> dreams;
    /** One per thread. */
    private final List<StepGradients> gradients;

    private final Adam samplerAdam;
    private final Optional<Adam> scorerAdam;
    private final Optional<AveragedParameters> averaged;

    /** Creates the step of a single worker, without dreams. */
    public TrainingStep(Model model, TrainingSettings settings) {
        this(model, settings, Optional.empty(), Workers.one(), settings.memoryBytes());
    }

    /**
     * @param dreams what draws dreams, if there are any
     * @param workers the workers whose gradients are summed in each step
     * @param memoryBytes the bytes that the strings that this worker remembers may take
     */
    TrainingStep(Model model, TrainingSettings settings, Optional<Dreams> dreams, Workers workers, long memoryBytes) {
        this.model = model;
        this.settings = settings;
        this.workers = workers;
        this.threads = new GradientThreads(model, Torch.threads());
        this.memory = new StringMemory(settings.memory(), memoryBytes);
        this.dreams = dreams;
        this.proposal = settings.divergence() == Divergence.DPG_OFF && settings.proposalEvery() > 0
                ? Optional.of(new Proposal(model.sampler(), threads.size(), settings.proposalEvery()))
                : Optional.empty();
        this.gradients = IntStream.range(0, threads.size())
                .mapToObj(thread -> new StepGradients(
                        settings,
                        threads.model(thread),
                        proposal.map(copy -> copy.sampler(thread)),
                        memory,
                        likelihoods,
                        dreams))
                .toList();
        this.samplerAdam =
                new Adam(model.sampler().parameters().tensors(), settings.samplerLearningRate(), settings.gradClip());
        this.scorerAdam = settings.objective().trainsScorer()
                ? Optional.of(new Adam(
                        model.scorer().parameters().tensors(),
                        settings.scorerLearningRate(),
                        settings.gradClip(),
                        settings.weightDecay()))
                : Optional.empty();
        this.averaged = settings.average() > 0
                ? Optional.of(new AveragedParameters(model, settings.average()))
                : Optional.empty();
    }

    /** Returns the strings that this worker remembers of its pairs. */
    StringMemory memory() {
        return memory;
    }

    /** Returns the estimates of p̃(x, y) of this worker's pairs, which are used by DPG-off only. */
    PairLikelihoods likelihoods() {
        return likelihoods;
    }

    /** Returns whether something is remembered of each pair, so that a pair must always go to the same worker. */
    boolean remembers() {
        return memory.isEnabled() || settings.divergence() == Divergence.DPG_OFF;
    }

    /** Returns the numbers of the dreams of a step. */
    int[] dreamNumbers() {
        return IntStream.range(0, dreams.isPresent() ? settings.dreams() : 0).toArray();
    }

    /**
     * Returns the tensors of a checkpoint by name: the parameters of both networks and of the proposal, and the state of the
     * optimizers.
     */
    Map<String, Tensor> tensors() {
        Map<String, Tensor> result = new LinkedHashMap<>(Checkpoint.parameters(model));
        samplerAdam.tensors().forEach((name, tensor) -> result.put(Checkpoint.OPTIMIZER + "sampler." + name, tensor));
        scorerAdam.ifPresent(adam ->
                adam.tensors().forEach((name, tensor) -> result.put(Checkpoint.OPTIMIZER + "scorer." + name, tensor)));
        proposal.ifPresent(copy ->
                copy.tensors().forEach((name, tensor) -> result.put(Checkpoint.PROPOSAL + name, tensor)));
        averaged.ifPresent(mean ->
                mean.tensors().forEach((name, tensor) -> result.put(Checkpoint.AVERAGE + name, tensor)));
        return result;
    }

    /** Runs work with the parameters that are kept for use: the averaged ones, if there are any. */
    <T> T withParametersForUse(Supplier<T> work) {
        return averaged.isPresent() ? averaged.get().use(work) : work.get();
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
        averaged.ifPresent(mean -> result.addAll(mean.tensors().values()));
        return result;
    }

    /**
     * Takes a step with a single worker, on pairs of weight 1.
     *
     * @param pairs the number of each pair of the batch in its data, on which its random stream depends
     * @param step the number of the step, on which all random streams depend
     */
    public Result take(List<Lattice> lattices, int[] pairs, long step) {
        return take(WorkerBatch.whole(new MicroBatch(lattices, pairs)), step, false)
                .orElseThrow();
    }

    /**
     * Takes a step together with the other workers.
     *
     * @param batch the pairs of this worker
     * @param stopRequested whether this worker wants to stop before this step; its batch may be empty then
     * @return the result of the step; empty if any worker wanted to stop, in which case no worker has changed
     */
    Optional<Result> take(WorkerBatch batch, long step, boolean stopRequested) {
        Optional<Result> result = update(batch, step, stopRequested);
        if (result.isPresent()) {
            averaged.ifPresent(mean -> mean.add(step));
        }
        return result;
    }

    private Optional<Result> update(WorkerBatch batch, long step, boolean stopRequested) {
        if (batch.weight() == 0) {
            return update(Phase.SAMPLER, batch, step, stopRequested);
        }
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
                ofSampler.samplerLoss,
                ofScorer.scorerLoss,
                ofSampler.ess,
                ofSampler.samplerNorm,
                ofScorer.scorerNorm,
                ofSampler.dreams);
    }

    /** Computes gradients, one micro-batch after the other, sums those of all workers, and applies them. */
    private Optional<Result> update(Phase phase, WorkerBatch batch, long step, boolean stopRequested) {
        List<List<LearnedPairs>> learned = new ArrayList<>();
        try {
            return update(phase, batch, step, stopRequested, learned);
        } finally {
            learned.forEach(ofThreads -> ofThreads.forEach(LearnedPairs::close));
        }
    }

    /** @param learned receives what each micro-batch has found, which the caller closes */
    private Optional<Result> update(
            Phase phase, WorkerBatch batch, long step, boolean stopRequested, List<List<LearnedPairs>> learned) {
        List<Parameters> trained = new ArrayList<>();
        if (phase.trainsSampler()) {
            trained.add(model.sampler().parameters());
        }
        if (phase.trainsScorer()) {
            trained.add(model.scorer().parameters());
        }
        trained.forEach(Parameters::zeroGradients);
        StepSums own = StepSums.none(stopRequested);
        for (MicroBatch microBatch : batch.microBatches()) {
            List<LearnedPairs> ofThreads = threads.map(
                    threads.distribute(microBatch),
                    (thread, pairs) -> gradients.get(thread).ofPairs(phase, pairs, batch, step));
            for (LearnedPairs ofThread : ofThreads) {
                own = own.plus(ofThread.loss(), ofThread.posterior(), batch.weight());
            }
            learned.add(ofThreads);
        }
        if (phase.trainsSampler()) {
            for (int[] numbers : batch.dreams()) {
                for (DreamSums ofThread : threads.map(
                        slices(numbers), (thread, part) -> gradients.get(thread).ofDreams(part, batch, step))) {
                    own = own.plus(ofThread);
                }
            }
        }
        StepSums sums = sumGradients(trained, own);
        Optional<Result> result =
                sums.stopRequests() > 0 ? Optional.empty() : Optional.of(applyGradients(phase, step, sums));
        trained.forEach(Parameters::zeroGradients);
        if (result.isEmpty()) {
            return result;
        }
        if (remembers()) {
            learned.forEach(ofThreads -> ofThreads.forEach(this::remember));
        }
        proposal.ifPresent(copy -> copy.compare(step, sums.gain()));
        return phase.trainsSampler()
                ? result.map(first -> withNorm(first, repeat(learned, batch, step, first.samplerNorm)))
                : result;
    }

    /** Divides dreams over the threads. */
    private List<int[]> slices(int... numbers) {
        int count = Math.min(threads.size(), numbers.length);
        return IntStream.range(0, count)
                .mapToObj(index -> WorkerBatch.slice(numbers, index, count))
                .toList();
    }

    /** Sums the gradients of all threads and workers. */
    private StepSums sumGradients(List<Parameters> trained, StepSums own) {
        threads.sumGradients();
        List<Tensor> parameters = trained.stream()
                .flatMap(network -> network.tensors().values().stream())
                .toList();
        return GradientAllReduce.sum(workers, parameters, own);
    }

    /**
     * Updates the sampler again from the strings that were drawn, as often as PPO's inner loop says.
     *
     * @return the largest norm of the gradients, that of the first update included
     */
    private double repeat(List<List<LearnedPairs>> learned, WorkerBatch batch, long step, double firstNorm) {
        Parameters parameters = model.sampler().parameters();
        double norm = firstNorm;
        for (int epoch = 1; epoch < settings.ppoEpochs() && batch.weight() > 0; epoch++) {
            long number = epoch;
            for (List<LearnedPairs> ofThreads : learned) {
                threads.map(ofThreads, (thread, pairs) -> {
                    gradients.get(thread).ofPairsAgain(pairs, batch, step, number);
                    return thread;
                });
            }
            sumGradients(List.of(parameters), StepSums.none(false));
            norm = Math.max(norm, samplerAdam.step(settings.learningRateFactor(step)));
            parameters.zeroGradients();
        }
        return norm;
    }

    private static Result withNorm(Result result, double samplerNorm) {
        return new Result(
                result.samplerLoss, result.scorerLoss, result.ess, samplerNorm, result.scorerNorm, result.dreams);
    }

    private void remember(LearnedPairs learned) {
        int[] pairs = learned.pairs().pairs();
        if (memory.isEnabled()) {
            List<List<int[]>> strings = learned.posterior().stringsByWeight();
            for (int p = 0; p < pairs.length; p++) {
                if (!MadeUpPairs.isMadeUp(pairs[p])) {
                    memory.remember(pairs[p], strings.get(p));
                }
            }
            return;
        }
        for (int p = 0; p < pairs.length; p++) {
            likelihoods.add(
                    pairs[p],
                    learned.posterior().logWeightSum(p),
                    learned.posterior().samples(p));
        }
    }

    private Result applyGradients(Phase phase, long step, StepSums sums) {
        double rateFactor = settings.learningRateFactor(step);
        double samplerNorm = phase.trainsSampler() ? samplerAdam.step(rateFactor) : 0;
        double scorerNorm = phase.trainsScorer() ? scorerAdam.orElseThrow().step(rateFactor) : 0;
        double scorerLoss = phase.trainsScorer() ? sums.scorerLoss() : Double.NaN;
        return new Result(sums.samplerLoss(), scorerLoss, sums.ess(), samplerNorm, scorerNorm, sums.dreams());
    }

    @Override
    public void close() {
        threads.close();
        proposal.ifPresent(Proposal::close);
        samplerAdam.close();
        scorerAdam.ifPresent(Adam::close);
        averaged.ifPresent(AveragedParameters::close);
    }
}
