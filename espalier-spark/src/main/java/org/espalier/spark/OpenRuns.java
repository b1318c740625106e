package org.espalier.spark;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.espalier.app.run.TrainedRun;

/** The runs that this process has open: each once, for all tasks, until the process ends. */
final class OpenRuns {
    private static final Map<String, TrainedRun> OPEN = new ConcurrentHashMap<>();

    private OpenRuns() {}

    static TrainedRun of(RunFiles files) {
        return OPEN.computeIfAbsent(files.digest(), digest -> files.open());
    }
}
