package org.espalier.run;

/** An input with its output, as text. */
public record Example(String x, String y) {}
