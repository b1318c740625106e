package org.espalier.cli.explore;

import java.util.List;
import java.util.stream.Stream;
import org.espalier.cli.http.RequestRefusedException;
import org.espalier.fst.base.EspalierException;

/** The machines and runs that the explorer shows. The list is fixed at the start; runs may still be trained meanwhile. */
public final class Catalogue {
    private final List<CatalogueMachine> machines;
    private final List<RunGroup> groups;
    private final List<CatalogueRun> runs;

    Catalogue(List<CatalogueMachine> machines, List<RunGroup> groups, List<CatalogueRun> runs) {
        this.machines = List.copyOf(machines);
        this.groups = List.copyOf(groups);
        this.runs = List.copyOf(runs);
    }

    List<CatalogueMachine> machines() {
        return machines;
    }

    List<RunGroup> groups() {
        return groups;
    }

    List<CatalogueRun> runs() {
        return runs;
    }

    RunGroup group(String id) {
        return found(groups.stream().filter(group -> group.id().equals(id)), "group", id);
    }

    CatalogueMachine machine(String id) {
        return found(machines.stream().filter(machine -> machine.id().equals(id)), "machine", id);
    }

    CatalogueRun run(String id) {
        return found(runs.stream().filter(run -> run.id().equals(id)), "run", id);
    }

    private static <T> T found(Stream<T> matches, String what, String id) {
        return matches.findFirst()
                .orElseThrow(() -> new RequestRefusedException(
                        RequestRefusedException.NOT_FOUND,
                        "there is no " + what + " " + EspalierException.quote(id) + "; load the page again"));
    }
}
