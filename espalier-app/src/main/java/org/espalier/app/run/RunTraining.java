package org.espalier.app.run;

import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.espalier.app.config.RunConfig;
import org.espalier.app.config.SettingValues;
import org.espalier.app.data.PairSet;
import org.espalier.fst.CanonicalForm;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.model.Model;
import org.espalier.model.Torch;
import org.espalier.model.checkpoint.Checkpoint;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.model.train.Training;

/**
 * Training in the folder of a run: in a new one, or on from where it was cut off.
 *
 * @param say told what a person should know: what is odd about machine and data, how large all is
 */
public record RunTraining(Consumer<String> say) {
    /**
     * Begins a run. What is wrong with the data is found before the folder is touched.
     *
     * @param work given the training and the record of the run to hand its steps to
     */
    public <T> T fresh(RunFolder folder, RunConfig config, BiFunction<Training, RunRecord, T> work) {
        return fresh(folder, RunData.read(config), work);
    }

    /** The same with data that is at hand. */
    public <T> T fresh(RunFolder folder, RunData data, BiFunction<Training, RunRecord, T> work) {
        RunConfig config = data.config();
        Torch.useThreads(config.threads());
        Mfst compiled = data.machine(say);
        try (Model model = Models.initial(config, compiled, say)) {
            RunData.Split split = split(data, compiled, config, model);
            try (RunFolder.Lock lock = folder.lock()) {
                folder.begin(config, compiled, data.kept());
                CheckpointStore store = new CheckpointStore(folder.checkpoints());
                try (Training training =
                        Training.start(model, config.training(), split.train(), split.valid(), store)) {
                    return recorded(training, folder, config, 0, work);
                }
            }
        }
    }

    /** Goes on with a run, with settings that may change in its course changed. */
    public <T> T resumed(RunFolder folder, SettingValues changes, BiFunction<Training, RunRecord, T> work) {
        try (RunFolder.Lock lock = folder.lock()) {
            RunConfig config = RunConfig.of(folder.config().values().overriddenBy(changes));
            Torch.useThreads(config.threads());
            Mfst kept = folder.machine();
            CheckpointStore store = new CheckpointStore(folder.checkpoints());
            long step = store.latest(warning -> {}).map(Checkpoint::step).orElse(-1L);
            try (Model model = step < 0 ? Models.initial(config, kept, say) : Models.untrained(config, kept)) {
                RunData.Split split = split(RunData.read(config), kept, config, model);
                try (Training training =
                        Training.resume(model, config.training(), split.train(), split.valid(), store, say)) {
                    folder.configure(config);
                    return recorded(training, folder, config, Math.max(0, step), work);
                }
            }
        }
    }

    private static <T> T recorded(
            Training training, RunFolder folder, RunConfig config, long step, BiFunction<Training, RunRecord, T> work) {
        folder.recordProvenance(config, step);
        try (RunRecord record = RunRecord.after(folder, step)) {
            return work.apply(training, record);
        }
    }

    private RunData.Split split(RunData data, Mfst compiled, RunConfig config, Model model) {
        Lattices lattices = Lattices.of(compiled);
        if (lattices.form() instanceof CanonicalForm.Missing missing) {
            say.accept("the machine has no canonical form, so lattices are built by subsets, which is slower: "
                    + missing.explanation());
        }
        if (!config.training().objective().trainsScorer() && config.scorerFrom().isEmpty()) {
            say.accept("the scorer is neither trained (training.objective is sampler) nor taken over from a run "
                    + "(scorer.from): the sampler will learn from random numbers");
        }
        RunData.Split split = data.split(
                new PairSet.Rules(lattices, config.lattices(), model.sampler().needsAcyclic()), say);
        say.accept("training on " + split.train().size() + " pairs, validating with "
                + split.valid().size() + "; scorer "
                + model.scorer().parameters().size() + " parameters, sampler "
                + model.sampler().parameters().size());
        return split;
    }
}
