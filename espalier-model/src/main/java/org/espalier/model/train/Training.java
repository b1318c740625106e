package org.espalier.model.train;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Plural;
import org.espalier.model.LatticeSource;
import org.espalier.model.Model;
import org.espalier.model.checkpoint.Checkpoint;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.model.estimate.Estimator;

/**
 * The training loop: steps, validations, checkpoints. The model belongs to the caller and has the parameters of the last step
 * afterwards; the best parameters are in the store. A training that was interrupted, even by the death of the process, and is
 * resumed from the store ends with the same bits as one that was not.
 *
 * <p>Several processes may train one model, as {@link Workers}: worker 0 {@linkplain #start starts} or {@linkplain #resume
 * resumes} the training and alone uses the store, and the others {@linkplain #join join} it. All take the same steps, each
 * with some of the pairs of a step, and have the same parameters. Up to rounding these are those of a single worker,
 * unless {@code localSteps} is above 1 or the memory of strings is full. A checkpoint does not record the number of workers.
 */
public final class Training implements AutoCloseable {
    private static final String SETTING = "setting.";
    private static final String DATA = "data.";

    private final TrainingSettings settings;
    private final LatticeSource train;
    private final LatticeSource valid;
    private final Optional<CheckpointStore> store;
    private final Workers workers;
    private final TrainingStep trainingStep;
    private final DataOrder order;
    private final DataParallelism parallelism;
    private final Validation validation;
    private final Optional<Supplier<OutputErrors>> outputs;
    private final Map<String, String> data;
    private TrainingProgress progress = TrainingProgress.NONE;
    private long savedStep = -1;

    private Training(
            Model model,
            TrainingSettings settings,
            LatticeSource train,
            LatticeSource valid,
            Optional<Supplier<OutputErrors>> outputs,
            Optional<CheckpointStore> store,
            Workers workers) {
        requirePairs("training", train);
        requirePairs("validation", valid);
        if (store.isPresent() != (workers.rank() == 0)) {
            throw new IllegalArgumentException("worker 0 starts or resumes a training, and the others join it");
        }
        if (settings.select().needsOutputs() && outputs.isEmpty() && workers.rank() == 0) {
            throw new EspalierException("select is " + settings.select().name().toLowerCase(Locale.ROOT)
                            + ", but this training finds no outputs of the validation pairs; set select to likelihood")
                    .withSettings("select");
        }
        this.settings = settings;
        this.train = train;
        this.valid = valid;
        this.store = store;
        this.workers = workers;
        this.order = new DataOrder(settings.seed(), train.size(), settings.batch(), settings.dreamSteps());
        this.data = Map.of("training", fingerprint(train), "validation", fingerprint(valid));
        boolean sumsGradients = settings.localSteps() == 1;
        Optional<Dreams> dreams =
                settings.dreams() > 0 ? Optional.of(Dreams.of(train, model.sampler(), settings)) : Optional.empty();
        MadeUpPairs madeUp = new MadeUpPairs(train, model.sampler(), settings);
        this.trainingStep = new TrainingStep(
                model,
                settings,
                dreams,
                sumsGradients ? workers : Workers.one(),
                settings.memoryBytes() / workers.size());
        this.parallelism = sumsGradients
                ? new GradientSumming(trainingStep, madeUp, order, settings.accumulate(), workers)
                : new ParameterAveraging(
                        trainingStep, madeUp, order, settings.accumulate(), settings.localSteps(), workers);
        Estimator estimator = new Estimator(
                model,
                settings.validationSamples(),
                settings.validationSamples(),
                Seeds.of(settings.seed(), Seeds.VALIDATION));
        this.validation = new Validation(estimator, valid, settings.batch(), workers);
        this.outputs = outputs;
    }

    /** Returns a checksum of the inputs and outputs of all pairs, and of their weights if these are not all 1. */
    private static String fingerprint(LatticeSource source) {
        CRC32C checksum = new CRC32C();
        for (int pair = 0; pair < source.size(); pair++) {
            for (int[] string : List.of(source.input(pair), source.output(pair))) {
                ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * (string.length + 1));
                bytes.putInt(string.length).asIntBuffer().put(string);
                checksum.update(bytes.rewind());
            }
        }
        double[] weights = IntStream.range(0, source.size())
                .mapToDouble(pair -> LatticeSource.requireWeight(source.weight(pair)))
                .toArray();
        if (Arrays.stream(weights).anyMatch(weight -> weight != 1)) {
            ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES * weights.length);
            bytes.asDoubleBuffer().put(weights);
            checksum.update(bytes);
        }
        return Long.toHexString(checksum.getValue());
    }

    private static void requirePairs(String name, LatticeSource source) {
        if (source.size() == 0) {
            throw new EspalierException("the " + name + " set has no pairs that the machine generates");
        }
    }

    /** Starts a training with a single worker. */
    public static Training start(
            Model model, TrainingSettings settings, LatticeSource train, LatticeSource valid, CheckpointStore store) {
        return start(model, settings, train, valid, Optional.empty(), store, Workers.one());
    }

    /**
     * Starts a training with the given model, and saves it at once, so that a store that cannot be written to fails now.
     *
     * @param outputs finds outputs of validation inputs with the model as it is at each validation, if their errors
     *     {@linkplain Selection select} the best checkpoint
     * @param workers this worker, which must be worker 0
     * @throws EspalierException if the store has a checkpoint already, or another worker has other settings or pairs
     */
    public static Training start(
            Model model,
            TrainingSettings settings,
            LatticeSource train,
            LatticeSource valid,
            Optional<Supplier<OutputErrors>> outputs,
            CheckpointStore store,
            Workers workers) {
        store.latest(warning -> {}).ifPresent(found -> {
            throw new EspalierException("the store has a checkpoint of step " + found.step()
                    + " already: resume from it, or start with an empty one");
        });
        Training training = new Training(model, settings, train, valid, outputs, Optional.of(store), workers);
        return training.initialize(training::saveFirst);
    }

    /** Resumes a training with a single worker. */
    public static Training resume(
            Model model,
            TrainingSettings settings,
            LatticeSource train,
            LatticeSource valid,
            CheckpointStore store,
            Consumer<String> warnings) {
        return resume(model, settings, train, valid, Optional.empty(), store, warnings, Workers.one());
    }

    /**
     * Resumes a training from the latest checkpoint, or from the given model if there is none yet. The number of workers and
     * the {@linkplain TrainingSettings.Changeable changeable} settings may have changed.
     *
     * @param outputs finds outputs of validation inputs with the model as it is at each validation, if their errors
     *     {@linkplain Selection select} the best checkpoint
     * @param warnings receives a message for each checkpoint that cannot be used
     * @param workers this worker, which must be worker 0
     * @throws EspalierException if the checkpoint was made with other settings, or for another model, or another worker has
     *     other settings or pairs
     */
    public static Training resume(
            Model model,
            TrainingSettings settings,
            LatticeSource train,
            LatticeSource valid,
            Optional<Supplier<OutputErrors>> outputs,
            CheckpointStore store,
            Consumer<String> warnings,
            Workers workers) {
        Optional<Checkpoint> latest = store.latest(warnings);
        if (latest.isEmpty()) {
            warnings.accept("there is no checkpoint yet: training starts from the beginning");
        }
        Training training = new Training(model, settings, train, valid, outputs, Optional.of(store), workers);
        return training.initialize(() -> latest.ifPresentOrElse(training::restore, training::saveFirst));
    }

    /**
     * Joins a training that worker 0 starts or resumes. Worker 0 alone finds outputs, and shares their errors.
     *
     * @param model a model of the same shape as worker 0's, whose parameters are copied into it
     * @throws EspalierException if worker 0 has other settings or pairs
     */
    public static Training join(
            Model model, TrainingSettings settings, LatticeSource train, LatticeSource valid, Workers workers) {
        Training training = new Training(model, settings, train, valid, Optional.empty(), Optional.empty(), workers);
        return training.initialize(() -> {});
    }

    /** Initializes this worker, then copies the tensors and the progress of worker 0 to all; closes this if that fails. */
    private Training initialize(Runnable ownState) {
        try {
            ownState.run();
            requireEqualWorkers();
            workers.broadcast(List.copyOf(tensors().values()));
            trainingStep.memory().distribute(workers);
            distributeLikelihoods();
            progress = TrainingProgress.fromArray(
                    workers.sum(workers.rank() == 0 ? progress.toArray() : new double[TrainingProgress.NUMBERS]));
            return this;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Gives each worker the estimates that worker 0 has of the pairs that belong to that worker. */
    private void distributeLikelihoods() {
        if (usesLikelihoods()) {
            PairLikelihoods own = trainingStep.likelihoods();
            own.restore(
                    workers.sum(own.toArray(train.size())), pair -> WorkerBatch.owner(pair, workers) == workers.rank());
        }
    }

    private boolean usesLikelihoods() {
        return settings.divergence() == Divergence.DPG_OFF;
    }

    /** Refuses workers with different settings or pairs, which would wait for each other forever or train on wrong pairs. */
    private void requireEqualWorkers() {
        CRC32C checksum = new CRC32C();
        checksum.update(
                (settings + " " + fixedSettings() + " " + new TreeMap<>(data)).getBytes(StandardCharsets.UTF_8));
        double[] own = new double[workers.size()];
        own[workers.rank()] = checksum.getValue();
        double[] all = workers.sum(own);
        for (int rank = 1; rank < all.length; rank++) {
            if (all[rank] != all[0]) {
                throw new EspalierException("worker " + rank + " has other settings or pairs than worker 0; give all"
                        + " workers the same configuration and the same data");
            }
        }
    }

    private void restore(Checkpoint checkpoint) {
        requireSameSettings(checkpoint.state());
        requireSameData(checkpoint.state());
        try (PointerScope scope = new PointerScope()) {
            Map<String, Tensor> saved = new LinkedHashMap<>(tensors());
            Tensor likelihoods = NumberTensors.tensor(new double[2 * train.size()]);
            if (usesLikelihoods()) {
                saved.put(Checkpoint.LIKELIHOODS, likelihoods);
            }
            checkpoint.restore(saved);
            trainingStep.likelihoods().restore(NumberTensors.numbers(likelihoods), pair -> true);
        }
        trainingStep.memory().add(checkpoint.memory());
        progress = TrainingProgress.fromState(checkpoint.state());
        savedStep = progress.step();
    }

    private void requireSameSettings(Map<String, String> state) {
        List<String> differences = new ArrayList<>();
        Map<String, String> defaults = TrainingSettings.DEFAULT.fixed();
        fixedSettings().forEach((name, now) -> {
            // A checkpoint without a setting is older than the setting, and was made with its default.
            String then = state.getOrDefault(SETTING + name, defaults.get(name));
            if (!now.equals(then)) {
                differences.add(name + " was " + then + " and is " + now);
            }
        });
        if (!differences.isEmpty()) {
            throw new EspalierException("the checkpoint was made with other settings: " + String.join(", ", differences)
                    + "; resume with those it was made with, or start anew");
        }
    }

    private void requireSameData(Map<String, String> state) {
        data.forEach((name, now) -> {
            // A checkpoint without a checksum of its data was made by an earlier version and is accepted.
            if (!now.equals(state.getOrDefault(DATA + name, now))) {
                throw new EspalierException("the " + name + " pairs have changed since the checkpoint was made, though"
                        + " not in number; put the data back as they were, or start anew");
            }
        });
    }

    /** Returns the settings and sizes that must be the same in a resumed training. */
    private Map<String, String> fixedSettings() {
        Map<String, String> result = new LinkedHashMap<>(settings.fixed());
        result.put("trainingPairs", Integer.toString(train.size()));
        result.put("validationPairs", Integer.toString(valid.size()));
        return result;
    }

    /**
     * Trains until all steps are done, patience runs out, or the listener of any worker asks to stop.
     *
     * @throws LostWorkerException if another worker has ended; the store keeps the checkpoints it has
     * @throws EspalierException if all steps are done and each had a gradient that was not finite
     */
    public TrainingOutcome run(TrainingListener listener) {
        try {
            return loop(listener);
        } catch (LostWorkerException e) {
            throw e.inStep(progress.step() + 1);
        }
    }

    private TrainingOutcome loop(TrainingListener listener) {
        long steps = settings.totalSteps(train.size());
        while (progress.step() < steps && !isOutOfPatience()) {
            long before = progress.step();
            boolean stopRequested = takeSteps(steps, listener);
            boolean validates = progress.step() == steps || isDue(settings.evaluateEvery(), before);
            boolean best = validates && validate(listener);
            if (validates || isDue(settings.checkpointEvery(), before)) {
                save(best);
            }
            if (stopRequested && progress.step() < steps && !isOutOfPatience()) {
                if (savedStep != progress.step()) {
                    save(false);
                }
                return outcome(TrainingOutcome.Reason.STOPPED);
            }
        }
        requireProgress();
        return outcome(isOutOfPatience() ? TrainingOutcome.Reason.OUT_OF_PATIENCE : TrainingOutcome.Reason.COMPLETED);
    }

    /** Refuses a training of which every step was skipped. */
    private void requireProgress() {
        if (progress.step() > 0 && progress.skipped() == progress.step()) {
            throw new EspalierException("nothing was learned: in " + Plural.of(progress.step(), "step")
                    + (progress.step() == 1 ? "" : ", all of them,")
                    + " a gradient was not finite; check the scorer it began with, and lower training's"
                    + " samplerLearningRate, scorerLearningRate or lengthPenalty");
        }
    }

    private boolean isOutOfPatience() {
        return settings.patience() > 0 && progress.stale() >= settings.patience();
    }

    /** Returns whether a multiple of {@code every} steps was completed since step {@code before}. */
    private boolean isDue(long every, long before) {
        return every > 0 && progress.step() / every > before / every;
    }

    private TrainingOutcome outcome(TrainingOutcome.Reason reason) {
        return new TrainingOutcome(reason, progress.step(), progress.best(), progress.skipped(), progress.dreams());
    }

    /** Takes steps until all workers have the same parameters; returns whether any worker wants to stop then. */
    private boolean takeSteps(long steps, TrainingListener listener) {
        long begin = System.nanoTime();
        DataParallelism.Synchronized taken = parallelism.nextSteps(progress.step(), steps, listener::stopRequested);
        double seconds =
                (System.nanoTime() - begin) * 1e-9 / Math.max(1, taken.results().size());
        for (TrainingStep.Result result : taken.results()) {
            report(result, steps, seconds, listener);
        }
        return taken.stopRequested();
    }

    private void report(TrainingStep.Result result, long steps, double seconds, TrainingListener listener) {
        long number = progress.step();
        boolean skipped = !Double.isFinite(result.gradientNorm());
        progress = progress.afterStep(skipped, result.dreams());
        if (skipped) {
            listener.warning("step " + progress.step() + ": a gradient is not finite (sampler " + result.samplerNorm()
                    + ", scorer " + result.scorerNorm() + "), and that network is not changed; so far "
                    + Plural.of(progress.skipped(), "such step"));
        }
        int pairs = order.pairs(number).length;
        double loss = settings.objective().trainsScorer() ? result.scorerLoss() : result.samplerLoss();
        listener.step(new StepReport(
                progress.step(),
                steps,
                order.epoch(number) + 1,
                pairs == 0 ? result.dreams().meanLoss() : loss,
                result.ess(),
                result.gradientNorm(),
                pairs,
                result.dreams(),
                seconds));
    }

    private boolean validate(TrainingListener listener) {
        ValidationReport found = trainingStep.withParametersForUse(this::figures);
        boolean best = Double.isFinite(loss(found))
                && progress.best().map(before -> isBetter(found, before)).orElse(true);
        ValidationReport report = found.withBest(best);
        progress = progress.afterValidation(report);
        listener.validated(report);
        return best;
    }

    private ValidationReport figures() {
        Validation.Figures means = validation.run();
        return new ValidationReport(
                progress.step(),
                means.partialKl(),
                means.iwae(),
                means.ess(),
                means.markLength(),
                outputErrors(),
                false);
    }

    /** Returns minus the IWAE bound or, if the scorer is not trained, Partial KL. */
    private double loss(ValidationReport report) {
        return settings.objective().trainsScorer() ? -report.iwae() : report.partialKl();
    }

    /** Returns the errors of the outputs that worker 0 finds, the same in all workers. */
    private OutputErrors outputErrors() {
        if (!settings.select().needsOutputs()) {
            return OutputErrors.NONE;
        }
        OutputErrors own = workers.rank() == 0 ? outputs.orElseThrow().get() : new OutputErrors(0, 0);
        double[] rates = workers.sum(own.wordErrorRate(), own.characterErrorRate());
        return new OutputErrors(rates[0], rates[1]);
    }

    private boolean isBetter(ValidationReport now, ValidationReport before) {
        int byErrors = switch (settings.select()) {
            case LIKELIHOOD -> 0;
            case ACCURACY ->
                Double.compare(now.outputs().wordErrorRate(), before.outputs().wordErrorRate());
            case CER ->
                Double.compare(
                        now.outputs().characterErrorRate(), before.outputs().characterErrorRate());
        };
        return byErrors < 0 || (byErrors == 0 && loss(now) < loss(before));
    }

    /** Returns the tensors of a checkpoint by name. */
    Map<String, Tensor> tensors() {
        return trainingStep.tensors();
    }

    /** Saves worker 0 before it is connected to the others, with the strings that the pairs come with in its memory. */
    private void saveFirst() {
        if (trainingStep.memory().isEnabled()) {
            StringMemory given = new StringMemory(settings.memory(), settings.memoryBytes());
            for (int pair = 0; pair < train.size(); pair++) {
                int number = pair;
                train.given(pair).ifPresent(marks -> given.remember(number, List.of(marks)));
            }
            trainingStep.memory().add(given.toArray());
        }
        write(false, new double[2 * train.size()], trainingStep.memory().toArray());
    }

    /** Saves all workers, at the same step in all of them. */
    private void save(boolean best) {
        double[] likelihoods = trainingStep.likelihoods().toArray(train.size());
        write(
                best,
                usesLikelihoods() ? workers.sum(likelihoods) : likelihoods,
                trainingStep.memory().gather(workers));
    }

    private void write(boolean best, double[] likelihoods, int... memory) {
        Map<String, String> state = progress.toState();
        fixedSettings().forEach((name, value) -> state.put(SETTING + name, value));
        data.forEach((name, value) -> state.put(DATA + name, value));
        store.ifPresent(folder -> {
            try (PointerScope scope = new PointerScope()) {
                Map<String, Tensor> saved = new LinkedHashMap<>(tensors());
                if (trainingStep.memory().isEnabled()) {
                    saved.put(Checkpoint.MEMORY, NumberTensors.tensor(memory));
                }
                if (usesLikelihoods()) {
                    saved.put(Checkpoint.LIKELIHOODS, NumberTensors.tensor(likelihoods));
                }
                folder.save(progress.step(), saved, state, best);
            }
        });
        savedStep = progress.step();
    }

    /** Frees the optimizers and the copies of the model; the model itself stays open. */
    @Override
    public void close() {
        trainingStep.close();
    }
}
