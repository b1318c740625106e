package org.espalier.run.folder;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.espalier.fst.Lattices;
import org.espalier.fst.MarkReader;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.Model;
import org.espalier.model.ScorerSampling;
import org.espalier.model.Torch;
import org.espalier.model.estimate.AcceptedMass;
import org.espalier.run.data.PairSet;
import org.espalier.run.settings.RunConfig;

/**
 * A run with its trained model. Closing it frees the parameters, which lie outside the heap.
 *
 * @param step the number of steps after which the model was saved
 */
public record TrainedRun(RunFolder folder, RunConfig config, Lattices lattices, Model model, long step)
        implements AutoCloseable {
    /** The largest number of marks of a string drawn from the scorer alone. */
    private static final int MAX_MARKS = 10_000;

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

    /**
     * Estimates Z_θ, the mass of p̃ on the mark strings that the machine accepts.
     *
     * @param draws the number of strings to draw from the scorer
     * @throws EspalierException if a mark string of the machine may stand for several paths
     */
    public AcceptedMass acceptedMass(long draws, long seed) {
        int bound = config.lattices().maxMarks();
        return AcceptedMass.estimate(
                new ScorerSampling(model.scorer(), MarkReader.of(lattices), bound == 0 ? MAX_MARKS : bound),
                draws,
                seed);
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
