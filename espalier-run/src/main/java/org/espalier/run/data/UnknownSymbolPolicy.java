package org.espalier.run.data;

/** What happens to a line that has a symbol the machine does not know. */
public enum UnknownSymbolPolicy {
    /** It is told of and left out. */
    SKIP,
    /** Such a symbol is told of, and written to the output as it stands; for inputs whose outputs are looked for. */
    COPY,
    /** The first such line ends the work before it begins. */
    FAIL
}
