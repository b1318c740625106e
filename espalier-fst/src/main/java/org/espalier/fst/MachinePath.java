package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A path z of a machine: arcs in a row.
 *
 * @param arcs numbers of the machine's arcs
 */
public record MachinePath(Mfst machine, List<Integer> arcs) {
    public MachinePath {
        arcs = List.copyOf(arcs);
    }

    /**
     * Returns the path of a machine that generates a pair and carries these marks; empty if there is none.
     *
     * <p>Complexity: linear in the marks times the arcs of the states passed. No lattice is built.
     *
     * @param x the input, as ids of the machine's input alphabet
     * @param y the output, as ids of its output alphabet
     */
    public static Optional<MachinePath> find(Mfst machine, int[] x, int[] y, int... marks) {
        return new PathFinder(machine, x, y).path(marks);
    }

    /** What the path carries on a tape: z_Σ, z_Δ or z_Ω. */
    public int[] string(Tape tape) {
        IntArrayList string = new IntArrayList();
        for (int arc : arcs) {
            string.addElements(string.size(), machine.label(arc, tape));
        }
        return string.toIntArray();
    }

    /** What the path carries on a tape, in words, with {@code _} for nothing. */
    public String text(Tape tape) {
        int[] string = string(tape);
        return string.length == 0 ? "_" : machine.alphabet(tape).format(string);
    }

    /** The pair that the path generates, in words. */
    public String pair() {
        return "(" + text(Tape.INPUT) + ", " + text(Tape.OUTPUT) + ")";
    }

    /** The arcs in words: {@code [0 -a:_/m-> 1, …]}. */
    @Override
    public String toString() {
        return arcs.stream()
                .map(a -> machine.source(a) + " -" + machine.describe(a) + "-> " + machine.target(a))
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
