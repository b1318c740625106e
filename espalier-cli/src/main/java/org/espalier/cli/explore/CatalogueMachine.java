package org.espalier.cli.explore;

import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.jspecify.annotations.Nullable;

/** A machine that can be looked at. Its canonical form, which can take a while, is made when it is first needed. */
final class CatalogueMachine {
    private final String id;
    private final String name;
    private final Mfst machine;
    private final @Nullable String source;
    private @Nullable Lattices lattices;

    /**
     * @param source what a person wrote it as, if that is known
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
