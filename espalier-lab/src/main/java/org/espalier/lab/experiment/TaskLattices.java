package org.espalier.lab.experiment;

import java.io.InputStream;
import org.espalier.lab.task.TaskData;
import org.espalier.model.LatticeSource;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.PairSet;
import org.espalier.run.data.TokenUnit;
import org.espalier.run.data.Tokenizer;
import org.espalier.run.folder.TrainedRun;

/** The lattices of a task's pairs, made by the machine of a run. */
record TaskLattices(TaskFolder folder, ExperimentListener watcher) {
    /** Enough for the test pairs of any scale but the paper's, whose lattices are built as they are needed. */
    private static final long CACHE_BYTES = 1 << 26;

    LatticeSource test(TrainedRun run) {
        return of(run, TaskData.TEST);
    }

    /** Pairs like those trained on. */
    LatticeSource valid(TrainedRun run) {
        return of(run, TaskData.VALID);
    }

    private LatticeSource of(TrainedRun run, String name) {
        PairFile file = PairFile.read(
                folder.data().resolve(name).toString(), Tokenizer.of(TokenUnit.WORDS), InputStream.nullInputStream());
        return PairSet.of(file, run.rules(), CACHE_BYTES, watcher::say).lattices();
    }
}
