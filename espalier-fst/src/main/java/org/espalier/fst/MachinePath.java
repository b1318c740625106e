package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A path z of a machine: a sequence of consecutive arcs.
 *
 * @param machine the machine
 * @param arcs the numbers of the machine's arcs
 */
public record MachinePath(Mfst machine, List<Integer> arcs) {
    public MachinePath {
        arcs = List.copyOf(arcs);
    }

    /**
     * Returns the path of a machine that generates a pair and carries these marks; empty if there is none.
     *
     * <p>Complexity: linear in the machine, plus the marks times the arcs of the states passed. No lattice is built.
     *
     * @param x the input, as ids of the machine's input alphabet
     * @param y the output, as ids of its output alphabet
     */
    public static Optional<MachinePath> find(Mfst machine, int[] x, int[] y, int... marks) {
        return new PathFinder(machine, x, y).path(marks);
    }

    /** Returns the string of the path on a tape: z_Σ, z_Δ or z_Ω. */
    public int[] string(Tape tape) {
        IntArrayList string = new IntArrayList();
        for (int arc : arcs) {
            string.addElements(string.size(), machine.label(arc, tape));
        }
        return string.toIntArray();
    }

    /** Returns the string of the path on a tape as text, with {@code _} for the empty string. */
    public String text(Tape tape) {
        int[] string = string(tape);
        return string.length == 0 ? "_" : machine.alphabet(tape).format(string);
    }

    /** Returns the pair that the path generates as text. */
    public String pair() {
        return "(" + text(Tape.INPUT) + ", " + text(Tape.OUTPUT) + ")";
    }

    /** Returns the arcs as text: {@code [0 -a:_/m-> 1, …]}. */
    @Override
    public String toString() {
        return arcs.stream()
                .map(a -> machine.source(a) + " -" + machine.describe(a) + "-> " + machine.target(a))
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
