package org.espalier.run.data;

import java.util.List;

/**
 * An input with its output.
 *
 * @param x the symbols of the input
 * @param y the symbols of the output
 * @param weight how much the pair counts beside others: 2 as much as the pair twice
 * @param id its name in the file, or the empty string
 * @param line the line of the file, or 0
 */
public record Pair(List<String> x, List<String> y, double weight, String id, int line) {
    /** Creates a pair that counts once and has no name. */
    public Pair(List<String> x, List<String> y, int line) {
        this(x, y, 1, "", line);
    }
}
