package org.espalier.fst;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds the lattices of one machine and holds what they share: the machine and its canonical form, which is computed
 * once. Immutable and thread-safe; each thread needs its own {@link #builder}.
 *
 * <pre>{@code
 * Lattices lattices = Lattices.of(machine);
 * Lattice lattice = lattices.build(List.of("a", "b", "c"), List.of("c", "d"));
 * }</pre>
 */
public final class Lattices {
    private final Mfst machine;
    private final CanonicalForm form;
    private final @Nullable PushedMachine pushed;

    private Lattices(Mfst machine, CanonicalForm form) {
        this.machine = machine;
        this.form = form;
        pushed = form instanceof CanonicalForm.Found ? null : PushedMachine.of(machine);
    }

    /**
     * Computes the canonical form of a machine and returns its lattices.
     *
     * <p>Complexity: see {@link CanonicalForm#of(Mfst)}.
     */
    public static Lattices of(Mfst machine) {
        return new Lattices(machine, CanonicalForm.of(machine));
    }

    /** Returns the lattices of a machine whose canonical form, or the reason for its absence, is known already. */
    public static Lattices of(Mfst machine, CanonicalForm form) {
        return new Lattices(machine, form);
    }

    public Mfst machine() {
        return machine;
    }

    /** Returns the canonical form, or the reason why there is none and lattices are built by a subset construction. */
    public CanonicalForm form() {
        return form;
    }

    /** Returns a builder with {@linkplain LatticeOptions#DEFAULT default options} for one thread. */
    public LatticeBuilder builder() {
        return builder(LatticeOptions.DEFAULT);
    }

    /** Returns a builder for one thread. It reuses its memory from pair to pair. */
    public LatticeBuilder builder(LatticeOptions options) {
        return new LatticeBuilder(this, options);
    }

    /**
     * Returns the lattice of one pair. To build many, keep a {@link #builder}.
     *
     * <p>Complexity: see {@link LatticeBuilder}.
     */
    public Lattice build(List<String> x, List<String> y) {
        return builder().build(x, y);
    }

    PushedMachine pushed() {
        if (pushed == null) {
            throw new IllegalStateException("not needed where there is a canonical form");
        }
        return pushed;
    }
}
