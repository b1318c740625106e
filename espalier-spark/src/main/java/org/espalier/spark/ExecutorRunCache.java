package org.espalier.spark;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.espalier.run.folder.TrainedRun;

/** The runs that this process has open: each once, for all tasks, until the process ends. */
final class ExecutorRunCache {
    private static final Map<String, TrainedRun> OPEN = new ConcurrentHashMap<>();

    private ExecutorRunCache() {}

    static TrainedRun of(RunSnapshot files) {
        return OPEN.computeIfAbsent(files.digest(), digest -> files.open());
    }
}
