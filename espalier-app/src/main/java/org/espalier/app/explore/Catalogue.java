package org.espalier.app.explore;

import java.util.List;
import java.util.stream.Stream;
import org.espalier.fst.EspalierException;

/** All that the explorer shows. What it consists of is settled when the explorer starts; trainings may go on meanwhile. */
public final class Catalogue {
    private final List<ShownMachine> machines;
    private final List<Group> groups;
    private final List<ShownRun> runs;

    Catalogue(List<ShownMachine> machines, List<Group> groups, List<ShownRun> runs) {
        this.machines = List.copyOf(machines);
        this.groups = List.copyOf(groups);
        this.runs = List.copyOf(runs);
    }

    List<ShownMachine> machines() {
        return machines;
    }

    List<Group> groups() {
        return groups;
    }

    List<ShownRun> runs() {
        return runs;
    }

    Group group(String id) {
        return found(groups.stream().filter(group -> group.id().equals(id)), "group", id);
    }

    ShownMachine machine(String id) {
        return found(machines.stream().filter(machine -> machine.id().equals(id)), "machine", id);
    }

    ShownRun run(String id) {
        return found(runs.stream().filter(run -> run.id().equals(id)), "run", id);
    }

    private static <T> T found(Stream<T> matches, String what, String id) {
        return matches.findFirst()
                .orElseThrow(() -> new Refusal(
                        Refusal.NOT_FOUND,
                        "there is no " + what + " " + EspalierException.quote(id) + "; load the page again"));
    }
}
