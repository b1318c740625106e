package org.espalier.model;

import java.util.List;
import org.espalier.fst.Lattice;

/** A lattice source over a list. */
public record ListLatticeSource(List<Lattice> lattices) implements LatticeSource {
    @Override
    public int size() {
        return lattices.size();
    }

    @Override
    public Lattice lattice(int pair) {
        return lattices.get(pair);
    }
}
