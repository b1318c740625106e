package org.espalier.run.data;

import java.util.List;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeSource;

/**
 * An input with its output.
 *
 * @param x the symbols of the input
 * @param y the symbols of the output
 * @param weight its weight, finite and above 0: a pair of weight 2 counts as the pair given twice
 * @param id its name in the file, or the empty string
 * @param line the line of the file, or 0
 */
public record Pair(List<String> x, List<String> y, double weight, String id, int line) {
    /** @throws EspalierException if the weight is not a finite number above 0 */
    public Pair {
        LatticeSource.requireWeight(weight);
    }

    /** Creates a pair without a name. */
    public Pair(List<String> x, List<String> y, double weight, int line) {
        this(x, y, weight, "", line);
    }

    /** Creates a pair of weight 1 without a name. */
    public Pair(List<String> x, List<String> y, int line) {
        this(x, y, 1, "", line);
    }
}
