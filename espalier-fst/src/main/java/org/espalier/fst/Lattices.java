package org.espalier.fst;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that lattices of one machine share: the machine and its canonical form, computed once. Immutable, for any number
 * of threads; each takes a {@link #builder} of its own.
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

    public static Lattices of(Mfst machine) {
        return new Lattices(machine, CanonicalForm.of(machine));
    }

    /** With a canonical form, or the reason for its absence, that is known already. */
    public static Lattices of(Mfst machine, CanonicalForm form) {
        return new Lattices(machine, form);
    }

    public Mfst machine() {
        return machine;
    }

    /** The canonical form, or why there is none and lattices are built by subsets. */
    public CanonicalForm form() {
        return form;
    }

    public LatticeBuilder builder() {
        return builder(LatticeOptions.DEFAULT);
    }

    /** A builder for one thread, which reuses its memory from pair to pair. */
    public LatticeBuilder builder(LatticeOptions options) {
        return new LatticeBuilder(this, options);
    }

    /** One lattice, for when there is only one; for many, keep a {@link #builder}. */
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
