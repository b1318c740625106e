package org.espalier.cli.explore;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.espalier.model.Torch;
import org.espalier.run.folder.TrainedRun;

/**
 * A cache of models. A model is loaded at its first use; the least recently used one is closed for another. For one thread.
 */
final class TrainedRunCache implements AutoCloseable {
    private final Consumer<String> warnings;
    private final Map<String, TrainedRun> open = new LinkedHashMap<>(16, 0.75f, true);

    TrainedRunCache(Consumer<String> warnings) {
        this.warnings = warnings;
    }

    /** Returns a run with its latest model. It is valid until the next call. */
    TrainedRun of(CatalogueRun run) {
        TrainedRun known = open.get(run.id());
        if (known != null && run.step().orElse(known.step()) == known.step()) {
            return known;
        }
        if (known != null) {
            open.remove(run.id());
            known.close();
        }
        while (open.size() >= ExplorerLimits.OPEN_MODELS) {
            Iterator<TrainedRun> oldest = open.values().iterator();
            oldest.next().close();
            oldest.remove();
        }
        TrainedRun opened = TrainedRun.open(run.folder().path(), warnings);
        Torch.useThreads(
                Math.min(opened.config().threads(), Runtime.getRuntime().availableProcessors()));
        open.put(run.id(), opened);
        return opened;
    }

    @Override
    public void close() {
        open.values().forEach(TrainedRun::close);
        open.clear();
    }
}
