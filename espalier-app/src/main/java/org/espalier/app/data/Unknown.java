package org.espalier.app.data;

/** What happens to a line that has a symbol the machine does not know. */
public enum Unknown {
    /** It is told of and left out. */
    SKIP,
    /** The first such line ends the work before it begins. */
    FAIL
}
