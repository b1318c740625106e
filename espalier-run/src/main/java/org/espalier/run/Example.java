package org.espalier.run;

/**
 * An input with its output, as text.
 *
 * @param x the input
 * @param y the output
 */
public record Example(String x, String y) {}
