package org.espalier.cli.explore;

import java.util.List;
import org.espalier.fst.LatticeOptions;
import org.espalier.run.data.Reading;

/**
 * Runs that can be compared: they share a machine and a scorer, and so have the same lattices and posteriors.
 *
 * @param reading how x and y become symbols
 * @param options how their lattices are built
 * @param runs the runs; empty for a machine without runs
 */
record RunGroup(
        String id,
        String name,
        CatalogueMachine machine,
        Reading reading,
        LatticeOptions options,
        List<CatalogueRun> runs,
        List<ExamplePair> examples) {
    /** Returns the name of a run in this group: that of its folder, or the path if another has the same. */
    String nameOf(CatalogueRun run) {
        long same = runs.stream()
                .filter(other -> other.ownName().equals(run.ownName()))
                .count();
        return same == 1 ? run.ownName() : run.name();
    }
}
