package org.espalier.run.data;

import java.util.Arrays;
import java.util.List;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeSource;

/**
 * An input with its output.
 *
 * @param x the symbols of the input
 * @param y the symbols of the output
 * @param weight its weight, finite and above 0: a pair of weight 2 counts as the pair given twice
 * @param units the units of an alignment that the file gives, in order; empty if it gives none
 * @param id its name in the file, or the empty string
 * @param line the line of the file, or 0
 */
public record Pair(List<String> x, List<String> y, double weight, List<Unit> units, String id, int line) {
    /**
     * A part of x that is aligned with a part of y.
     *
     * @param read the number of symbols of x
     * @param written the number of symbols of y
     */
    public record Unit(int read, int written) {}

    /** @throws EspalierException if the weight is not a finite number above 0 */
    public Pair {
        LatticeSource.requireWeight(weight);
        units = List.copyOf(units);
    }

    /** Returns the position in x at the end of each unit. */
    public int[] inputEnds() {
        return ends(units.stream().mapToInt(Unit::read).toArray());
    }

    /** Returns the position in y at the end of each unit. */
    public int[] outputEnds() {
        return ends(units.stream().mapToInt(Unit::written).toArray());
    }

    private static int[] ends(int... lengths) {
        Arrays.parallelPrefix(lengths, Integer::sum);
        return lengths;
    }

    /** Creates a pair without an alignment. */
    public Pair(List<String> x, List<String> y, double weight, String id, int line) {
        this(x, y, weight, List.of(), id, line);
    }

    /** Creates a pair without an alignment and a name. */
    public Pair(List<String> x, List<String> y, double weight, int line) {
        this(x, y, weight, "", line);
    }

    /** Creates a pair of weight 1 without a name. */
    public Pair(List<String> x, List<String> y, int line) {
        this(x, y, 1, "", line);
    }
}
