package org.espalier.run.training;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Plural;
import org.espalier.fst.base.WriteException;
import org.espalier.model.Model;
import org.espalier.model.Torch;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.model.train.LostWorkerException;
import org.espalier.model.train.Training;
import org.espalier.model.train.TrainingListener;
import org.espalier.model.train.TrainingOutcome;
import org.espalier.run.folder.Models;
import org.espalier.run.folder.ResumableException;
import org.espalier.run.folder.RunData;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.settings.SettingValues;

/**
 * A training in the folder of a run, from opening the folder to the last step.
 *
 * <pre>{@code
 * try (TrainingSession session = TrainingSession.start(folder, RunData.read(config), options)) {
 *     TrainingOutcome outcome = session.run(listener);
 * }
 * }</pre>
 *
 * <p>An open session holds the lock of the folder, the model with its parameters outside the heap, the lattices of the pairs,
 * the other worker processes and the state of the optimizer. Closing it frees all of them, in the reverse order; so does an
 * opening that fails half-way. A session belongs to one thread.
 */
public final class TrainingSession implements AutoCloseable {
    private final TrainableRun run;
    private final WorkerProcesses processes;
    private final Training training;
    private final TrainingPosition position;
    private final ResourceStack resources;

    private TrainingSession(
            TrainableRun run,
            WorkerProcesses processes,
            Training training,
            TrainingPosition position,
            ResourceStack resources) {
        this.run = run;
        this.processes = processes;
        this.training = training;
        this.position = position;
        this.resources = resources;
    }

    /**
     * Starts a new run and saves its first checkpoint. Faults of the data are found before the folder is touched.
     *
     * @throws LostWorkerException if another worker process ends; the run can be resumed
     * @throws ResumableException if a file of the run, once it exists, cannot be written
     * @throws EspalierException if the settings, the machine and the pairs do not fit together, or the folder is taken
     */
    public static TrainingSession start(RunFolder folder, RunData data, SessionOptions options) {
        RunConfig config = data.config();
        folder.requireElsewhere(data.inputs());
        useThreads(config, options);
        Mfst machine = data.machine(options.messages());
        ResourceStack resources = new ResourceStack();
        try {
            Model model = resources.add(Models.initial(config, machine, options.messages()));
            RunData.Split pairs = split(data, machine, model, options);
            resources.add(folder.lock());
            folder.begin(config, machine, data.keptPairs());
            CheckpointStore store = folder.store(config, folder.machine());
            TrainableRun run = new TrainableRun(folder, config, model, pairs, store);
            return open(run, true, 0, List.of(), options, resources);
        } catch (RuntimeException | Error e) {
            resources.closeAfter(e);
            throw e;
        }
    }

    /**
     * Resumes a run from its latest checkpoint, or from the beginning if it has none.
     *
     * @param changes new values of settings that may change during a run
     * @throws LostWorkerException if another worker process ends; the run can be resumed
     * @throws ResumableException if a file of the run cannot be written
     * @throws EspalierException if the pairs, the machine or other settings have changed since the checkpoint was saved
     */
    public static TrainingSession resume(RunFolder folder, SettingValues changes, SessionOptions options) {
        ResourceStack resources = new ResourceStack();
        try {
            resources.add(folder.lock());
            RunConfig config = RunConfig.of(folder.config().values().overriddenBy(changes));
            useThreads(config, options);
            Mfst machine = folder.machine();
            CheckpointStore store = folder.store(config, machine);
            long step = TrainableRun.savedStep(store);
            Model model = resources.add(
                    step < 0 ? Models.initial(config, machine, options.messages()) : Models.untrained(config, machine));
            RunData.Split pairs = split(RunData.read(config), machine, model, options);
            TrainableRun run = new TrainableRun(folder, config, model, pairs, store);
            TrainingSession session = open(run, false, Math.max(0, step), changes.words(), options, resources);
            folder.configure(config);
            return session;
        } catch (RuntimeException | Error e) {
            resources.closeAfter(e);
            throw e;
        }
    }

    private static TrainingSession open(
            TrainableRun run,
            boolean isNew,
            long step,
            List<String> changes,
            SessionOptions options,
            ResourceStack resources) {
        WorkerProcesses processes = resources.add(WorkerProcesses.start(new WorkerMain(
                run.folder().path(),
                0,
                options.workers(),
                run.folder().rendezvous().toAbsolutePath(),
                options.threadsPerWorker(run.config()),
                changes)));
        try {
            Training training = resources.add(
                    isNew ? run.start(processes.workers()) : run.resume(processes.workers(), options.messages()));
            long totalSteps =
                    run.config().training().totalSteps(run.pairs().train().size());
            return new TrainingSession(run, processes, training, new TrainingPosition(step, totalSteps), resources);
        } catch (LostWorkerException e) {
            throw processes.explain(e);
        } catch (WriteException e) {
            throw run.resumable(e);
        }
    }

    private static void useThreads(RunConfig config, SessionOptions options) {
        Torch.useThreads(options.threadsPerWorker(config));
        warnOfPrecision(config, options.messages());
    }

    /** Says so if products of reduced precision are slower than full ones here. */
    static void warnOfPrecision(RunConfig config, Consumer<String> messages) {
        double speedup = config.training().precision().relativeSpeed();
        if (speedup < 1) {
            messages.accept(String.format(
                    Locale.ROOT,
                    "training.precision is bfloat16, but its matrix products are %.2f times as fast as full ones"
                            + " on this processor; a run with training.precision=full would be faster",
                    speedup));
        }
    }

    static RunData.Split split(RunData data, Mfst machine, Model model, SessionOptions options) {
        RunData.Split split = data.split(machine, model, options.messages());
        options.messages()
                .accept("training on " + Plural.of(split.train().size(), "pair") + ", validating with "
                        + split.valid().size() + "; scorer "
                        + model.scorer().parameters().size() + " parameters, sampler "
                        + model.sampler().parameters().size());
        return split;
    }

    /** Returns how far the training was when this session was opened. */
    public TrainingPosition position() {
        return position;
    }

    /**
     * Trains until all steps are done, validations no longer improve, or the listener asks to stop. Records metrics and
     * provenance in the folder.
     *
     * @throws LostWorkerException if another worker process ends before this one; the run can be resumed
     * @throws ResumableException if a file of the run cannot be written
     */
    public TrainingOutcome run(TrainingListener listener) {
        try {
            return run.record(training, processes.workers().size(), position.step(), listener);
        } catch (LostWorkerException e) {
            throw processes.explain(e);
        } catch (WriteException e) {
            throw run.resumable(e);
        }
    }

    /** Ends the other workers and frees everything that this session holds. */
    @Override
    public void close() {
        resources.close();
    }
}
