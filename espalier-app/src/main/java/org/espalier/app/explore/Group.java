package org.espalier.app.explore;

import java.util.List;
import org.espalier.app.data.Reading;
import org.espalier.fst.LatticeOptions;

/**
 * Runs that can be compared: they have one machine and one scorer, and so the same lattices and the same posterior.
 *
 * @param reading how x and y become symbols
 * @param options how their lattices are made
 * @param runs none for a machine that is shown by itself
 */
record Group(
        String id,
        String name,
        ShownMachine machine,
        Reading reading,
        LatticeOptions options,
        List<ShownRun> runs,
        List<Example> examples) {
    /** What a run is called here: by its own folder, unless another is called so too. */
    String nameOf(ShownRun run) {
        long same = runs.stream()
                .filter(other -> other.ownName().equals(run.ownName()))
                .count();
        return same == 1 ? run.ownName() : run.name();
    }
}
