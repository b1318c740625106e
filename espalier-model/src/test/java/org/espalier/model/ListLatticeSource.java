package org.espalier.model;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.Lattices;

/**
 * Given lattices.
 *
 * @param weights the weight of each pair
 * @param machine a machine for other pairs
 */
public record ListLatticeSource(List<Lattice> lattices, List<Double> weights, Optional<Lattices> machine)
        implements LatticeSource {
    /** Pairs of weight 1. */
    public ListLatticeSource(List<Lattice> lattices, Optional<Lattices> machine) {
        this(lattices, Collections.nCopies(lattices.size(), 1.0), machine);
    }

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
    public double weight(int pair) {
        return weights.get(pair);
    }

    @Override
    public Optional<LatticeBuilder> builder() {
        return machine.map(Lattices::builder);
    }
}
