package org.espalier.run.folder;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.model.Model;
import org.espalier.model.Torch;
import org.espalier.run.data.PairSet;
import org.espalier.run.settings.RunConfig;

/**
 * A run with its trained model. Closing it frees the parameters, which lie outside the heap.
 *
 * @param step the number of steps after which the model was saved
 */
public record TrainedRun(RunFolder folder, RunConfig config, Lattices lattices, Model model, long step)
        implements AutoCloseable {
    /**
     * Opens a run with its best model.
     *
     * @throws ResumableException if the run has no checkpoint yet
     */
    public static TrainedRun open(Path path, Consumer<String> warnings) {
        RunFolder folder = RunFolder.open(path);
        RunConfig config = folder.config();
        Mfst machine = folder.machine();
        Model model = Models.untrained(config, machine);
        try {
            long step = Models.load(model, folder, folder.store(config, machine), warnings);
            return new TrainedRun(folder, config, Lattices.of(machine), model, step);
        } catch (RuntimeException e) {
            model.close();
            throw e;
        }
    }

    /** Returns the rules by which lattices are built for this model. */
    public PairSet.Rules rules() {
        return new PairSet.Rules(lattices, config.lattices(), model.sampler()::obstacle);
    }

    /** Sets the number of threads of libtorch in this process to that of the run, or of the machine if it has fewer. */
    public void useThreads() {
        Torch.useThreads(Math.min(config.threads(), Runtime.getRuntime().availableProcessors()));
    }

    @Override
    public void close() {
        model.close();
    }
}
