package org.espalier.fst.io;

/** Which marks the arcs of an OpenFst transducer get, as it has no tape for them. */
public enum MarkNaming {
    /** None at all. */
    NONE,
    /** One an arc, named by what it reads and writes: {@code a:b}, {@code a:_}; none where it does neither. */
    PAIRS,
    /** The labels of an acceptor over marks; its machine reads and writes nothing. */
    INPUT
}
