package org.espalier.model;

import java.util.List;
import java.util.Optional;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.Lattices;

/**
 * Given lattices.
 *
 * @param machine a machine for other pairs
 */
public record ListLatticeSource(List<Lattice> lattices, Optional<Lattices> machine) implements LatticeSource {
    public ListLatticeSource(List<Lattice> lattices) {
        this(lattices, Optional.empty());
    }

    @Override
    public int size() {
        return lattices.size();
    }

    @Override
    public Lattice lattice(int pair) {
        return lattices.get(pair);
    }

    @Override
    public Optional<LatticeBuilder> builder() {
        return machine.map(Lattices::builder);
    }
}
