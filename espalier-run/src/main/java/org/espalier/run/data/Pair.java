package org.espalier.run.data;

import java.util.List;

/**
 * An input with its output.
 *
 * @param line the line of the file it came from, or 0
 */
public record Pair(List<String> x, List<String> y, int line) {}
