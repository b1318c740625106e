package org.espalier.run.data;

/** The treatment of a line with a symbol that the machine does not know. */
public enum UnknownSymbolPolicy {
    /** The line is reported and skipped. */
    SKIP,
    /** The symbol is reported and copied to the output; only for inputs whose outputs are searched for. */
    COPY,
    /** The first such line is an error, before any work starts. */
    FAIL
}
