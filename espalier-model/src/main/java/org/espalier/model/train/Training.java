package org.espalier.model.train;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Plural;
import org.espalier.model.LatticeSource;
import org.espalier.model.Model;
import org.espalier.model.checkpoint.Checkpoint;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.model.estimate.Estimator;

/**
 * The loop of training: steps, validations, checkpoints. The model is the caller's, and is left as the last step made it;
 * the best one is in the store. Whenever a run is cut off, even by the death of the process, one that is resumed from the
 * store ends with the same bits as one that went on.
 *
 * <p>Several processes may train one model, as {@link Workers}: worker 0 {@linkplain #start starts} or {@linkplain #resume
 * resumes} the training and alone has to do with the store, and the others {@linkplain #join join} it. All do the same
 * steps, each with its share of their pairs, and come to the same parameters, to rounding those that one worker would come
 * to. A checkpoint does not say how many there were.
 */
public final class Training implements AutoCloseable {
    private static final String SETTING = "setting.";
    private static final String DATA = "data.";

    private final TrainingSettings settings;
    private final LatticeSource train;
    private final LatticeSource valid;
    private final Optional<CheckpointStore> store;
    private final Workers workers;
    private final TrainingStep step;
    private final DataOrder order;
    private final SyncPolicy pace;
    private final Validation validation;
    private final Map<String, String> data;
    private TrainingProgress progress = TrainingProgress.NONE;
    private long savedStep = -1;

    private Training(
            Model model,
            TrainingSettings settings,
            LatticeSource train,
            LatticeSource valid,
            Optional<CheckpointStore> store,
            Workers workers) {
        requirePairs("training", train);
        requirePairs("validation", valid);
        if (store.isPresent() != (workers.rank() == 0)) {
            throw new IllegalArgumentException("worker 0 starts or resumes a training, and the others join it");
        }
        this.settings = settings;
        this.train = train;
        this.valid = valid;
        this.store = store;
        this.workers = workers;
        this.order = new DataOrder(settings.seed(), train.size(), settings.batch());
        this.data = Map.of("training", fingerprint(train), "validation", fingerprint(valid));
        boolean together = settings.localSteps() == 1;
        this.step = new TrainingStep(model, settings, together ? workers : Workers.one());
        this.pace = together
                ? new SynchronousSteps(step, train, order, settings.accumulate(), workers)
                : new LocalSteps(step, train, order, settings.accumulate(), settings.localSteps(), workers);
        Estimator estimator = new Estimator(
                model,
                settings.validationSamples(),
                settings.validationSamples(),
                Seeds.of(settings.seed(), Seeds.VALIDATION));
        this.validation = new Validation(estimator, valid, settings.batch(), workers);
    }

    /** A checksum of all strings of all pairs. */
    private static String fingerprint(LatticeSource source) {
        CRC32C checksum = new CRC32C();
        for (int pair = 0; pair < source.size(); pair++) {
            for (int[] string : List.of(source.input(pair), source.output(pair))) {
                ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * (string.length + 1));
                bytes.putInt(string.length).asIntBuffer().put(string);
                checksum.update(bytes.rewind());
            }
        }
        return Long.toHexString(checksum.getValue());
    }

    private static void requirePairs(String name, LatticeSource source) {
        if (source.size() == 0) {
            throw new EspalierException("the " + name + " set has no pairs that the machine generates");
        }
    }

    /** {@link #start(Model, TrainingSettings, LatticeSource, LatticeSource, CheckpointStore, Workers)}, alone. */
    public static Training start(
            Model model, TrainingSettings settings, LatticeSource train, LatticeSource valid, CheckpointStore store) {
        return start(model, settings, train, valid, store, Workers.one());
    }

    /**
     * Begins with the model as it is, which is saved at once: a store that cannot be written to should fail now.
     *
     * @param workers with whom; this must be worker 0
     * @throws EspalierException if the store has a checkpoint already, or another worker has other settings or pairs
     */
    public static Training start(
            Model model,
            TrainingSettings settings,
            LatticeSource train,
            LatticeSource valid,
            CheckpointStore store,
            Workers workers) {
        store.latest(warning -> {}).ifPresent(found -> {
            throw new EspalierException("the store has a checkpoint of step " + found.step()
                    + " already: resume from it, or start with an empty one");
        });
        Training training = new Training(model, settings, train, valid, Optional.of(store), workers);
        return training.after(() -> training.save(false));
    }

    /** {@link #resume(Model, TrainingSettings, LatticeSource, LatticeSource, CheckpointStore, Consumer, Workers)}, alone. */
    public static Training resume(
            Model model,
            TrainingSettings settings,
            LatticeSource train,
            LatticeSource valid,
            CheckpointStore store,
            Consumer<String> warnings) {
        return resume(model, settings, train, valid, store, warnings, Workers.one());
    }

    /**
     * Goes on from the latest checkpoint, or from the model as it is if there is none yet. How long training goes on, how
     * often it is validated and saved, and by how many workers it is done may have changed.
     *
     * @param workers with whom; this must be worker 0
     * @throws EspalierException if the checkpoint was made with other settings, or for another model, or another worker has
     *     other settings or pairs
     */
    public static Training resume(
            Model model,
            TrainingSettings settings,
            LatticeSource train,
            LatticeSource valid,
            CheckpointStore store,
            Consumer<String> warnings,
            Workers workers) {
        Optional<Checkpoint> latest = store.latest(warnings);
        if (latest.isEmpty()) {
            warnings.accept("there is no checkpoint yet: training starts from the beginning");
        }
        Training training = new Training(model, settings, train, valid, Optional.of(store), workers);
        return training.after(() -> latest.ifPresentOrElse(training::restore, () -> training.save(false)));
    }

    /**
     * Takes part in a training that worker 0 starts or resumes.
     *
     * @param model takes over all parameters of worker 0's, and must be of the same kind
     * @throws EspalierException if worker 0 has other settings or pairs
     */
    public static Training join(
            Model model, TrainingSettings settings, LatticeSource train, LatticeSource valid, Workers workers) {
        Training training = new Training(model, settings, train, valid, Optional.empty(), workers);
        return training.after(() -> {});
    }

    /** This training when its beginning has succeeded and all workers have heard of it; if that fails, what it holds is freed. */
    private Training after(Runnable beginning) {
        try {
            beginning.run();
            requireAlike();
            workers.takeFirst(List.copyOf(step.tensors().values()));
            progress = TrainingProgress.of(
                    workers.sum(workers.rank() == 0 ? progress.numbers() : new double[TrainingProgress.NUMBERS]));
            return this;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Workers that are not alike would wait for each other in vain, or train on one another's pairs. */
    private void requireAlike() {
        CRC32C checksum = new CRC32C();
        checksum.update((settings + " " + binding() + " " + new TreeMap<>(data)).getBytes(StandardCharsets.UTF_8));
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
        requireSame(checkpoint.state());
        checkpoint.readInto(step.tensors());
        progress = TrainingProgress.of(checkpoint.state());
        savedStep = progress.step();
    }

    private void requireSame(Map<String, String> state) {
        List<String> differences = new ArrayList<>();
        Map<String, String> defaults = TrainingSettings.DEFAULT.binding();
        binding().forEach((name, now) -> {
            // A checkpoint older than a setting was made as its default says.
            String then = state.getOrDefault(SETTING + name, defaults.get(name));
            if (!now.equals(then)) {
                differences.add(name + " was " + then + " and is " + now);
            }
        });
        if (!differences.isEmpty()) {
            throw new EspalierException("the checkpoint was made with other settings: " + String.join(", ", differences)
                    + "; resume with those it was made with, or start anew");
        }
        data.forEach((name, now) -> {
            // A checkpoint that says nothing of its data is believed.
            if (!now.equals(state.getOrDefault(DATA + name, now))) {
                throw new EspalierException("the " + name + " pairs have changed since the checkpoint was made, though"
                        + " not in number; put the data back as they were, or start anew");
            }
        });
    }

    private Map<String, String> binding() {
        Map<String, String> result = new LinkedHashMap<>(settings.binding());
        result.put("trainingPairs", Integer.toString(train.size()));
        result.put("validationPairs", Integer.toString(valid.size()));
        return result;
    }

    /**
     * Trains until all steps are done, patience runs out, or the listener of any worker asks to stop.
     *
     * @throws LostWorkerException if another worker is not there any more; the store has what it had
     * @throws EspalierException if all steps are done and a gradient of each was not finite
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
            boolean stops = advance(steps, listener);
            boolean validates = progress.step() == steps || isDue(settings.evaluateEvery(), before);
            boolean best = validates && validate(listener);
            if (validates || isDue(settings.checkpointEvery(), before)) {
                save(best);
            }
            if (stops && progress.step() < steps && !isOutOfPatience()) {
                if (savedStep != progress.step()) {
                    save(false);
                }
                return outcome(TrainingOutcome.Reason.STOPPED);
            }
        }
        requireProgress();
        return outcome(isOutOfPatience() ? TrainingOutcome.Reason.OUT_OF_PATIENCE : TrainingOutcome.Reason.COMPLETED);
    }

    /** A training that could take no step has come to no end that anyone wants. */
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

    /** Whether since an earlier step there was one after which something is to be done. */
    private boolean isDue(long every, long before) {
        return every > 0 && progress.step() / every > before / every;
    }

    private TrainingOutcome outcome(TrainingOutcome.Reason reason) {
        return new TrainingOutcome(reason, progress.step(), progress.best(), progress.skipped());
    }

    /** Takes the steps to the next moment at which all workers are equal; says whether any worker wants to stop there. */
    private boolean advance(long steps, TrainingListener listener) {
        long begin = System.nanoTime();
        SyncPolicy.Advance advance = pace.advance(progress.step(), steps, listener::stopRequested);
        double seconds =
                (System.nanoTime() - begin) * 1e-9 / Math.max(1, advance.steps().size());
        for (TrainingStep.Result result : advance.steps()) {
            tell(result, steps, seconds, listener);
        }
        return advance.stops();
    }

    private void tell(TrainingStep.Result result, long steps, double seconds, TrainingListener listener) {
        long number = progress.step();
        boolean skipped = !Double.isFinite(result.gradientNorm());
        progress = progress.afterStep(skipped);
        if (skipped) {
            listener.warning("step " + progress.step() + ": a gradient is not finite (sampler " + result.samplerNorm()
                    + ", scorer " + result.scorerNorm() + "), and that network is left as it is; so far "
                    + Plural.of(progress.skipped(), "such step"));
        }
        double loss = settings.objective().trainsScorer() ? result.scorerLoss() : result.samplerLoss();
        listener.step(new StepReport(
                progress.step(),
                steps,
                order.epoch(number) + 1,
                loss,
                result.ess(),
                result.gradientNorm(),
                order.pairs(number).length,
                seconds));
    }

    private boolean validate(TrainingListener listener) {
        Validation.Found found = validation.run();
        boolean best = progress.best()
                .map(before -> settings.objective().trainsScorer()
                        ? found.iwae() > before.iwae()
                        : found.partialKl() < before.partialKl())
                .orElse(Double.isFinite(settings.objective().trainsScorer() ? found.iwae() : found.partialKl()));
        ValidationReport report = new ValidationReport(
                progress.step(), found.partialKl(), found.iwae(), found.ess(), found.expectedLength(), best);
        progress = progress.afterValidation(report);
        listener.validated(report);
        return best;
    }

    /** All that a checkpoint would hold. */
    Map<String, Tensor> tensors() {
        return step.tensors();
    }

    private void save(boolean best) {
        Map<String, String> state = progress.state();
        binding().forEach((name, value) -> state.put(SETTING + name, value));
        data.forEach((name, value) -> state.put(DATA + name, value));
        store.ifPresent(kept -> kept.save(progress.step(), step.tensors(), state, best));
        savedStep = progress.step();
    }

    /** Frees what only training needs; the model stays. */
    @Override
    public void close() {
        step.close();
    }
}
