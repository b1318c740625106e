package org.espalier.run.training;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.espalier.fst.base.WriteException;
import org.espalier.model.Model;
import org.espalier.model.checkpoint.Checkpoint;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.model.train.OutputErrors;
import org.espalier.model.train.Training;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.model.train.Workers;
import org.espalier.run.folder.MetricsRecorder;
import org.espalier.run.folder.ResumableException;
import org.espalier.run.folder.RunData;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.settings.RunConfig;

/**
 * A run with everything that its training reads. The model belongs to whoever made this.
 *
 * @param pairs the lattices of the pairs to train on and to validate with
 */
record TrainableRun(RunFolder folder, RunConfig config, Model model, RunData.Split pairs, CheckpointStore store) {
    /** Returns the number of steps after which the latest checkpoint was saved, or -1 if there is no checkpoint. */
    static long savedStep(CheckpointStore store) {
        return store.latest(warning -> {}).map(Checkpoint::step).orElse(-1L);
    }

    /** Starts a training as worker 0. */
    Training start(Workers workers) {
        return Training.start(model, config.training(), pairs.train(), pairs.valid(), outputs(), store, workers);
    }

    /** Resumes a training as worker 0. */
    Training resume(Workers workers, Consumer<String> warnings) {
        return Training.resume(
                model, config.training(), pairs.train(), pairs.valid(), outputs(), store, warnings, workers);
    }

    /** Returns what finds outputs of the validation inputs, if these select the best checkpoint. */
    private Optional<Supplier<OutputErrors>> outputs() {
        return config.training().select().needsOutputs()
                ? Optional.of(ValidationOutputs.of(pairs.valid(), model.scorer(), config.lattices()))
                : Optional.empty();
    }

    /** Joins a training as any worker but worker 0. */
    Training join(Workers workers) {
        return Training.join(model, config.training(), pairs.train(), pairs.valid(), workers);
    }

    /**
     * Runs a training as worker 0, and records its provenance and its metrics in the folder.
     *
     * @param workers the number of workers
     * @param step the number of steps done before
     */
    TrainingOutcome record(Training training, int workers, long step, TrainingListener listener) {
        folder.recordProvenance(config, workers, step);
        try (MetricsRecorder recorder = MetricsRecorder.after(folder, step)) {
            return training.run(recorder.andThen(listener));
        }
    }

    /** Returns the failure to report when a file of the run cannot be written. */
    ResumableException resumable(WriteException failure) {
        return new ResumableException(
                failure.getMessage() + "; once it can be written, resume from the last checkpoint",
                folder.path(),
                failure);
    }
}
