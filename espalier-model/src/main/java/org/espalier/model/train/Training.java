package org.espalier.model.train;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.espalier.fst.EspalierException;
import org.espalier.model.LatticeBatch;
import org.espalier.model.LatticeSource;
import org.espalier.model.Model;
import org.espalier.model.checkpoint.Checkpoint;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.RunningEstimates;

/**
 * The loop of training: steps, validations, checkpoints. The model is the caller's, and is left as the last step made it;
 * the best one is in the store. Whenever a run is cut off, even by the death of the process, one that is resumed from the
 * store ends with the same bits as one that went on.
 */
public final class Training implements AutoCloseable {
    private static final String SETTING = "setting.";
    private static final String DATA = "data.";

    private final TrainingSettings settings;
    private final LatticeSource train;
    private final LatticeSource valid;
    private final CheckpointStore store;
    private final TrainingStep step;
    private final DataOrder order;
    private final Estimator estimator;
    private final Map<String, String> data;
    private Progress progress = Progress.NONE;
    private long savedStep = -1;

    private Training(
            Model model, TrainingSettings settings, LatticeSource train, LatticeSource valid, CheckpointStore store) {
        requirePairs("training", train);
        requirePairs("validation", valid);
        this.settings = settings;
        this.train = train;
        this.valid = valid;
        this.store = store;
        this.step = new TrainingStep(model, settings);
        this.order = new DataOrder(settings.seed(), train.size(), settings.batch());
        this.estimator = new Estimator(
                model,
                settings.validationSamples(),
                settings.validationSamples(),
                Seeds.of(settings.seed(), Seeds.VALIDATION));
        this.data = Map.of("training", fingerprint(train), "validation", fingerprint(valid));
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

    /**
     * Begins with the model as it is, which is saved at once: a store that cannot be written to should fail now.
     *
     * @throws EspalierException if the store has a checkpoint already
     */
    public static Training start(
            Model model, TrainingSettings settings, LatticeSource train, LatticeSource valid, CheckpointStore store) {
        store.latest(warning -> {}).ifPresent(found -> {
            throw new EspalierException("the store has a checkpoint of step " + found.step()
                    + " already: resume from it, or start with an empty one");
        });
        Training training = new Training(model, settings, train, valid, store);
        return training.after(() -> training.save(false));
    }

    /**
     * Goes on from the latest checkpoint, or from the model as it is if there is none yet. How long training goes on and
     * how often it is validated and saved may have changed.
     *
     * @throws EspalierException if the checkpoint was made with other settings, or for another model
     */
    public static Training resume(
            Model model,
            TrainingSettings settings,
            LatticeSource train,
            LatticeSource valid,
            CheckpointStore store,
            Consumer<String> warnings) {
        Optional<Checkpoint> latest = store.latest(warnings);
        if (latest.isEmpty()) {
            warnings.accept("there is no checkpoint yet: training starts from the beginning");
        }
        Training training = new Training(model, settings, train, valid, store);
        return training.after(() -> latest.ifPresentOrElse(training::restore, () -> training.save(false)));
    }

    /** This training when its beginning has succeeded; if that fails, what it holds is freed. */
    private Training after(Runnable beginning) {
        try {
            beginning.run();
            return this;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void restore(Checkpoint checkpoint) {
        requireSame(checkpoint.state());
        checkpoint.readInto(step.tensors());
        progress = Progress.of(checkpoint.state());
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

    /** Trains until all steps are done, patience runs out, or the listener asks to stop. */
    public Outcome run(TrainingListener listener) {
        long steps = settings.totalSteps(train.size());
        while (progress.step() < steps && !isOutOfPatience()) {
            if (listener.stopRequested()) {
                if (savedStep != progress.step()) {
                    save(false);
                }
                return outcome(Outcome.Reason.STOPPED);
            }
            advance(steps, listener);
            boolean validates = progress.step() == steps || isDue(settings.evaluateEvery());
            boolean best = validates && validate(listener);
            if (validates || isDue(settings.checkpointEvery())) {
                save(best);
            }
        }
        return outcome(isOutOfPatience() ? Outcome.Reason.OUT_OF_PATIENCE : Outcome.Reason.COMPLETED);
    }

    private boolean isOutOfPatience() {
        return settings.patience() > 0 && progress.stale() >= settings.patience();
    }

    private boolean isDue(long every) {
        return every > 0 && progress.step() % every == 0;
    }

    private Outcome outcome(Outcome.Reason reason) {
        return new Outcome(reason, progress.step(), progress.best(), progress.skipped());
    }

    private void advance(long steps, TrainingListener listener) {
        long begin = System.nanoTime();
        long number = progress.step();
        int[] pairs = order.pairs(number);
        LatticeBatch batch =
                LatticeBatch.of(Arrays.stream(pairs).mapToObj(train::lattice).toList());
        TrainingStep.Result result = step.take(batch, pairs, number);
        boolean skipped = !Double.isFinite(result.gradientNorm());
        progress = progress.afterStep(skipped);
        if (skipped) {
            listener.warning("step " + progress.step() + ": a gradient is not finite (sampler " + result.samplerNorm()
                    + ", scorer " + result.scorerNorm() + "), and that network is left as it is; so far "
                    + progress.skipped() + " such steps");
        }
        double loss = settings.objective().trainsScorer() ? result.scorerLoss() : result.samplerLoss();
        double seconds = (System.nanoTime() - begin) * 1e-9;
        listener.step(new StepReport(
                progress.step(),
                steps,
                order.epoch(number) + 1,
                loss,
                result.ess(),
                result.gradientNorm(),
                pairs.length,
                seconds));
    }

    private boolean validate(TrainingListener listener) {
        RunningEstimates found = estimator.estimate(valid, settings.batch());
        double partialKl = found.partialKl().value();
        double iwae = found.iwae().value();
        boolean best = progress.best()
                .map(before ->
                        settings.objective().trainsScorer() ? iwae > before.iwae() : partialKl < before.partialKl())
                .orElse(Double.isFinite(settings.objective().trainsScorer() ? iwae : partialKl));
        ValidationReport report = new ValidationReport(
                progress.step(),
                partialKl,
                iwae,
                found.deduplicatedEss().value(),
                found.markLength().value(),
                best);
        progress = progress.afterValidation(report);
        listener.validated(report);
        return best;
    }

    private void save(boolean best) {
        Map<String, String> state = progress.state();
        binding().forEach((name, value) -> state.put(SETTING + name, value));
        data.forEach((name, value) -> state.put(DATA + name, value));
        store.save(progress.step(), step.tensors(), state, best);
        savedStep = progress.step();
    }

    /** Frees what only training needs; the model stays. */
    @Override
    public void close() {
        step.close();
    }
}
