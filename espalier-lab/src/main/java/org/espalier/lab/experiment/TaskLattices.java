package org.espalier.lab.experiment;

import java.io.InputStream;
import org.espalier.lab.task.TaskData;
import org.espalier.model.LatticeSource;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.PairSet;
import org.espalier.run.data.Reading;
import org.espalier.run.data.TokenUnit;
import org.espalier.run.folder.TrainedRun;

/** Builds the lattices of a task's pairs with the machine of a run. */
record TaskLattices(TaskFolder folder, ExperimentListener listener) {
    /** Enough for the test pairs of all scales except the paper's, whose lattices are built when needed. */
    private static final long CACHE_BYTES = 1 << 26;

    LatticeSource test(TrainedRun run) {
        return of(run, TaskData.TEST);
    }

    /** Returns the lattices of the validation pairs, which resemble those trained on. */
    LatticeSource valid(TrainedRun run) {
        return of(run, TaskData.VALID);
    }

    private LatticeSource of(TrainedRun run, String name) {
        PairFile file = PairFile.read(
                folder.data().resolve(name).toString(), Reading.of(TokenUnit.WORDS), InputStream.nullInputStream());
        return PairSet.of(file, run.rules(), CACHE_BYTES, listener::info).lattices();
    }
}
