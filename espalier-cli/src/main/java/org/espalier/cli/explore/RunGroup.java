package org.espalier.cli.explore;

import java.util.List;
import org.espalier.fst.LatticeOptions;
import org.espalier.run.data.Tokenizer;

/**
 * Runs that can be compared: they have one machine and one scorer, and so the same lattices and the same posterior.
 *
 * @param reading how x and y become symbols
 * @param options how their lattices are made
 * @param runs none for a machine that is shown by itself
 */
record RunGroup(
        String id,
        String name,
        CatalogueMachine machine,
        Tokenizer reading,
        LatticeOptions options,
        List<CatalogueRun> runs,
        List<ExamplePair> examples) {
    /** What a run is called here: by its own folder, unless another is called so too. */
    String nameOf(CatalogueRun run) {
        long same = runs.stream()
                .filter(other -> other.ownName().equals(run.ownName()))
                .count();
        return same == 1 ? run.ownName() : run.name();
    }
}
