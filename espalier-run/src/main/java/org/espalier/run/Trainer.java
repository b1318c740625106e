package org.espalier.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.train.TrainingListener;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Tokenizer;
import org.espalier.run.folder.RunData;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.folder.RunTraining;
import org.espalier.run.settings.RunConfig;
import org.espalier.run.settings.SettingValues;
import org.jspecify.annotations.Nullable;

/**
 * Trains a scorer and a sampler on pairs, in the folder of a run, which the commands know too. Immutable: what is set makes
 * another trainer.
 *
 * <pre>{@code
 * Transducer transducer = Trainer.of("builtin:edit")
 *         .pairs(Path.of("words.tsv"))
 *         .set("tokens", "chars")
 *         .train(Path.of("runs/words"));
 * }</pre>
 */
public final class Trainer {
    private static final String GIVEN = "the pairs given";

    private final SettingValues values;
    private final @Nullable Mfst machine;
    private final @Nullable List<Example> examples;
    private final boolean overwrites;
    private final int workers;
    private final Consumer<String> say;
    private final TrainingListener listener;

    private Trainer(
            SettingValues values,
            @Nullable Mfst machine,
            @Nullable List<Example> examples,
            boolean overwrites,
            int workers,
            Consumer<String> say,
            TrainingListener listener) {
        this.values = values;
        this.machine = machine;
        this.examples = examples;
        this.overwrites = overwrites;
        this.workers = workers;
        this.say = say;
        this.listener = listener;
    }

    private static Trainer of(SettingValues values, @Nullable Mfst machine) {
        return new Trainer(values, machine, null, false, 1, Transducer::log, new TrainingListener() {});
    }

    /**
     * With a machine by name.
     *
     * @param machine a file in any format that the commands read, or {@code builtin:NAME}
     */
    public static Trainer of(String machine) {
        return of(RunConfig.values(Map.of("machine", machine)), null);
    }

    /** With a machine at hand. */
    public static Trainer of(Mfst machine) {
        return of(RunConfig.values(Map.of()), machine);
    }

    /** With all that a configuration file says, such as one that {@code espalier init} has written. */
    public static Trainer ofConfig(Path file) {
        return of(RunConfig.read(file), null);
    }

    /** With the pairs of a file of lines x&lt;TAB&gt;y. */
    public Trainer pairs(Path file) {
        return new Trainer(with("train", file), machine, null, overwrites, workers, say, listener);
    }

    /** With these pairs; the run keeps a copy of them. */
    public Trainer pairs(List<Example> pairs) {
        return new Trainer(values, machine, List.copyOf(pairs), overwrites, workers, say, listener);
    }

    /**
     * With a setting of the run.
     *
     * @param key as in a configuration file, for example {@code training.epochs}; {@code espalier train --settings} prints
     *     all of them with their defaults
     * @param value its text, or what has it as its {@code toString}
     * @throws EspalierException if there is no such setting, or it takes no such value
     */
    public Trainer set(String key, Object value) {
        return new Trainer(with(key, value), machine, examples, overwrites, workers, say, listener);
    }

    private SettingValues with(String key, Object value) {
        return values.overriddenBy(RunConfig.values(Map.of(key, value)));
    }

    /** With a run that may be in the folder already replaced, which is otherwise an error. */
    public Trainer overwriting() {
        return new Trainer(values, machine, examples, true, workers, say, listener);
    }

    /**
     * With so many processes, this one and others like it, which share the pairs of each step and the threads among them.
     * What comes of it is the same, to rounding. The others are this Java with the class path of this process and the
     * folder of the run, and so all files that the settings name must be there for them too.
     */
    public Trainer workers(int count) {
        return new Trainer(values, machine, examples, overwrites, count, say, listener);
    }

    /**
     * With someone who is told what a person should know: which pairs are left out and why, how large all is. Otherwise
     * that is logged.
     */
    public Trainer telling(Consumer<String> told) {
        return new Trainer(values, machine, examples, overwrites, workers, told, listener);
    }

    /** With someone who is told of each step and each validation, and may stop the training. */
    public Trainer listenedToBy(TrainingListener changed) {
        return new Trainer(values, machine, examples, overwrites, workers, say, changed);
    }

    /**
     * Trains in a new folder, until all steps are done, validations no longer improve, or the listener stops it; {@link
     * #resume} goes on with a run that was stopped.
     *
     * @return the best model, to be closed
     * @throws EspalierException if the settings, the machine and the pairs do not go together, or the folder is taken; the
     *     folder is untouched then
     */
    public Transducer train(Path folder) {
        Map<String, Object> last = new LinkedHashMap<>(Map.of("out", folder));
        if (machine != null) {
            last.put("machine", RunFolder.machineFile(folder));
        }
        if (examples != null) {
            last.put("train", RunFolder.pairsFile(folder));
        }
        RunConfig config = RunConfig.of(values.overriddenBy(RunConfig.values(last)));
        RunFolder run = overwrites ? RunFolder.overwriting(config.out()) : RunFolder.fresh(config.out());
        RunData data = examples == null
                ? RunData.read(config)
                : RunData.read(config, file(examples, config.data().reading()));
        new RunTraining(workers, say)
                .fresh(
                        run,
                        machine == null ? data : data.with(machine),
                        (training, record) -> training.run(record.andThen(listener)));
        return Transducer.open(folder, say);
    }

    /** Goes on with a run that was stopped or cut off, to the same end as if it had not been. */
    public static Transducer resume(Path folder, TrainingListener listener) {
        return resume(folder, 1, listener);
    }

    /** The same with so many processes, which may be more or fewer than before. */
    public static Transducer resume(Path folder, int workers, TrainingListener listener) {
        new RunTraining(workers, Transducer::log)
                .resumed(
                        RunFolder.open(folder),
                        RunConfig.values(Map.of()),
                        (training, record) -> training.run(record.andThen(listener)));
        return Transducer.open(folder);
    }

    private static PairFile file(List<Example> examples, Tokenizer reading) {
        List<Pair> pairs = new ArrayList<>();
        for (Example example : examples) {
            int number = pairs.size() + 1;
            pairs.add(new Pair(symbols(example.x(), number, reading), symbols(example.y(), number, reading), number));
        }
        return new PairFile(GIVEN, pairs);
    }

    private static List<String> symbols(String text, int number, Tokenizer reading) {
        try {
            return reading.symbols(text);
        } catch (EspalierException e) {
            throw new EspalierException(GIVEN + ":" + number + ": " + e.getMessage(), e);
        }
    }
}
