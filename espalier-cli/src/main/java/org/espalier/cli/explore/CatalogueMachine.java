package org.espalier.cli.explore;

import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.jspecify.annotations.Nullable;

/** A machine that the explorer shows. Its canonical form, which can be expensive, is computed at the first use. */
final class CatalogueMachine {
    private final String id;
    private final String name;
    private final Mfst machine;
    private final @Nullable String source;
    private @Nullable Lattices lattices;

    /**
     * Creates an entry.
     *
     * @param source the program of the machine, if it is known
     */
    CatalogueMachine(String id, String name, Mfst machine, @Nullable String source) {
        this.id = id;
        this.name = name;
        this.machine = machine;
        this.source = source;
    }

    String id() {
        return id;
    }

    String name() {
        return name;
    }

    Mfst machine() {
        return machine;
    }

    @Nullable
    String source() {
        return source;
    }

    synchronized Lattices lattices() {
        if (lattices == null) {
            lattices = Lattices.of(machine);
        }
        return lattices;
    }
}
