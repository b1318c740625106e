package org.espalier.run.data;

import java.util.List;

/**
 * An input with its output.
 *
 * @param x the symbols of the input
 * @param y the symbols of the output
 * @param line the line of the file, or 0
 */
public record Pair(List<String> x, List<String> y, int line) {}
