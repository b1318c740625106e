package org.espalier.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.train.TrainingListener;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;
import org.espalier.run.folder.EnsembleFolder;
import org.espalier.run.folder.RunData;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.settings.SettingValues;
import org.espalier.run.training.EnsembleListener;
import org.espalier.run.training.EnsembleSession;
import org.espalier.run.training.SessionOptions;
import org.espalier.run.training.TrainingSession;
import org.jspecify.annotations.Nullable;

/**
 * Trains a scorer and a sampler on pairs, in the folder of a run, which the commands can use too. A trainer is immutable: each
 * method that sets something returns a new trainer.
 *
 * <pre>{@code
 * Transducer transducer = Trainer.of("builtin:edit")
 *         .pairs(Path.of("words.tsv"))
 *         .set("tokens", "chars")
 *         .train(Path.of("runs/words"));
 * }</pre>
 */
public final class Trainer {
    private static final String PAIRS_NAME = "the pairs given";

    private final SettingValues values;
    private final Source source;
    private final List<Long> seeds;
    private final boolean overwrite;
    private final SessionOptions session;
    private final TrainingListener listener;

    /** The machine and the pairs, unless the settings name their files. */
    private record Source(@Nullable Mfst machine, @Nullable List<Example> pairs) {}

    private Trainer(
            SettingValues values,
            Source source,
            List<Long> seeds,
            boolean overwrite,
            SessionOptions session,
            TrainingListener listener) {
        this.values = values;
        this.source = source;
        this.seeds = seeds;
        this.overwrite = overwrite;
        this.session = session;
        this.listener = listener;
    }

    private static Trainer of(SettingValues values, @Nullable Mfst machine) {
        SessionOptions session = new SessionOptions(Transducer::log);
        return new Trainer(values, new Source(machine, null), List.of(), false, session, new TrainingListener() {});
    }

    /**
     * Creates a trainer for a machine by name.
     *
     * @param machine a file in any format that the commands read, or {@code builtin:NAME}
     */
    public static Trainer of(String machine) {
        return of(RunConfig.values(Map.of("machine", machine)), null);
    }

    /** Creates a trainer for a machine. The run keeps a copy of it. */
    public static Trainer of(Mfst machine) {
        return of(RunConfig.values(Map.of()), machine);
    }

    /** Creates a trainer from a configuration file, such as one that {@code espalier init} writes. */
    public static Trainer ofConfig(Path file) {
        return of(RunConfig.read(file), null);
    }

    /** Sets the training pairs to those of a file of lines x&lt;TAB&gt;y. */
    public Trainer pairs(Path file) {
        return new Trainer(with("train", file), new Source(source.machine, null), seeds, overwrite, session, listener);
    }

    /** Sets the training pairs. The run keeps a copy of them. */
    public Trainer pairs(List<Example> pairs) {
        return new Trainer(values, new Source(source.machine, List.copyOf(pairs)), seeds, overwrite, session, listener);
    }

    /**
     * Sets a setting of the run.
     *
     * @param key the key in a configuration file, for example {@code training.epochs}; {@code espalier train --settings}
     *     prints all of them with their defaults
     * @param value the value, as text or as an object whose {@code toString} is that text
     * @throws EspalierException if there is no such setting, or the value is not allowed
     */
    public Trainer set(String key, Object value) {
        return new Trainer(with(key, value), source, seeds, overwrite, session, listener);
    }

    private SettingValues with(String key, Object value) {
        return values.overriddenBy(RunConfig.values(Map.of(key, value)));
    }

    /** Allows {@link #train} to replace a run that is already in the folder, which is otherwise an error. */
    public Trainer overwrite() {
        return new Trainer(values, source, seeds, true, session, listener);
    }

    /**
     * Sets the seeds of an ensemble: {@link #train} then trains one model per seed, as many at the same time as the setting
     * {@code threads} says, and the transducer has the means of their probabilities. The listener is called by several threads.
     * A member has the bits of a single run with its seed and one thread.
     *
     * @param changed different seeds, one for each member
     */
    public Trainer seeds(long... changed) {
        List<Long> boxed = Arrays.stream(changed).boxed().toList();
        return new Trainer(values, source, boxed, overwrite, session, listener);
    }

    /**
     * Sets the number of processes that train, including this one. They divide the pairs of each step and the threads among
     * them; the result is the same, except for rounding, unless {@code training.localSteps} is above 1 or the memory of strings is full. The other processes run the same Java with the class path of this
     * process, and must be able to read all files that the settings name.
     */
    public Trainer workers(int count) {
        return new Trainer(values, source, seeds, overwrite, new SessionOptions(count, session.messages()), listener);
    }

    /**
     * Sets the receiver of messages for people: which pairs are skipped and why, and how large machine and networks are. By
     * default they are logged.
     */
    public Trainer onMessage(Consumer<String> messages) {
        return new Trainer(values, source, seeds, overwrite, new SessionOptions(session.workers(), messages), listener);
    }

    /** Sets the listener that receives the report of each step and each validation, and that may stop the training. */
    public Trainer listener(TrainingListener changed) {
        return new Trainer(values, source, seeds, overwrite, session, changed);
    }

    /**
     * Trains in a new folder, which is that of a run, or of an ensemble if there are {@linkplain #seeds seeds}, until all steps
     * are done, validations no longer improve, or the listener stops the training. What was stopped can be {@linkplain #resume resumed}.
     *
     * @return the best model, which the caller closes
     * @throws EspalierException if the settings, the machine and the pairs do not fit together, or the folder is taken; the
     *     folder is untouched then
     */
    public Transducer train(Path folder) {
        RunConfig config = config(folder);
        if (!seeds.isEmpty()) {
            return trainEnsemble(config);
        }
        RunFolder run = RunFolder.forNewRun(config.out(), overwrite);
        try (TrainingSession opened = TrainingSession.start(run, data(config), session)) {
            opened.run(listener);
        }
        return Transducer.open(folder, session.messages());
    }

    private Transducer trainEnsemble(RunConfig config) {
        requireOneWorker(session);
        EnsembleFolder folder = EnsembleFolder.forNewEnsemble(config.out(), seeds, overwrite);
        try (EnsembleSession opened = EnsembleSession.start(folder, data(config), session.messages())) {
            opened.run(members(listener));
        }
        return Transducer.open(folder.path(), session.messages());
    }

    private static EnsembleListener members(TrainingListener listener) {
        return new EnsembleListener() {
            @Override
            public TrainingListener member(long seed) {
                return listener;
            }

            @Override
            public boolean stopRequested() {
                return listener.stopRequested();
            }
        };
    }

    private RunConfig config(Path folder) {
        Map<String, Object> files = new LinkedHashMap<>(Map.of("out", folder));
        if (source.machine != null) {
            files.put("machine", RunFolder.machineFile(folder));
        }
        if (source.pairs != null) {
            files.put("train", RunFolder.pairsFile(folder));
        }
        return RunConfig.of(values.overriddenBy(RunConfig.values(files)));
    }

    private RunData data(RunConfig config) {
        RunData data = source.pairs == null
                ? RunData.read(config)
                : RunData.read(config, pairFile(source.pairs, config.data().reading()));
        return source.machine == null ? data : data.withMachine(source.machine);
    }

    /** Resumes a run or an ensemble that was stopped or interrupted. The result is that of an uninterrupted run, bit for bit. */
    public static Transducer resume(Path folder, TrainingListener listener) {
        return resume(folder, 1, listener);
    }

    /**
     * Resumes a run that was stopped or interrupted.
     *
     * @param workers the number of processes that train, which may differ from the number before
     */
    public static Transducer resume(Path folder, int workers, TrainingListener listener) {
        SessionOptions options = new SessionOptions(workers, Transducer::log);
        if (EnsembleFolder.isAt(folder)) {
            return resumeEnsemble(folder, options, listener);
        }
        try (TrainingSession session =
                TrainingSession.resume(RunFolder.open(folder), RunConfig.values(Map.of()), options)) {
            session.run(listener);
        }
        return Transducer.open(folder);
    }

    private static Transducer resumeEnsemble(Path folder, SessionOptions options, TrainingListener listener) {
        requireOneWorker(options);
        try (EnsembleSession session =
                EnsembleSession.resume(EnsembleFolder.open(folder), RunConfig.values(Map.of()), options.messages())) {
            session.run(members(listener));
        }
        return Transducer.open(folder);
    }

    private static void requireOneWorker(SessionOptions options) {
        if (options.workers() > 1) {
            throw new EspalierException("each member of an ensemble is trained by one worker; got " + options.workers()
                    + "; set workers to 1");
        }
    }

    private static PairFile pairFile(List<Example> examples, Reading reading) {
        List<Pair> pairs = new ArrayList<>();
        for (Example example : examples) {
            int number = pairs.size() + 1;
            pairs.add(new Pair(
                    symbols(example.x(), number, reading::inputSymbols),
                    symbols(example.y(), number, reading::outputSymbols),
                    number));
        }
        return new PairFile(PAIRS_NAME, pairs);
    }

    private static List<String> symbols(String text, int number, Function<String, List<String>> split) {
        try {
            return split.apply(text);
        } catch (EspalierException e) {
            throw new EspalierException(PAIRS_NAME + ":" + number + ": " + e.getMessage(), e);
        }
    }
}
