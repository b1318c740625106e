package org.espalier.app.experiment;

import java.io.InputStream;
import org.espalier.app.data.PairFile;
import org.espalier.app.data.PairSet;
import org.espalier.app.data.Reading;
import org.espalier.app.data.Tokens;
import org.espalier.app.run.TrainedRun;
import org.espalier.app.task.TaskData;
import org.espalier.model.LatticeSource;

/** The lattices of a task's pairs, made by the machine of a run. */
record LatticesOfTask(TaskFolder folder, Watcher watcher) {
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
                folder.data().resolve(name).toString(), Reading.of(Tokens.WORDS), InputStream.nullInputStream());
        return PairSet.of(file, run.rules(), CACHE_BYTES, watcher::say).lattices();
    }
}
