package org.espalier.fst.io;

/** The marks that the arcs of an OpenFst transducer get, which has no tape for them. */
public enum MarkNaming {
    /** No marks. */
    NONE,
    /**
     * One mark per arc, named by what the arc reads and writes: {@code a:b}, {@code a:_}; none for an arc that does
     * neither.
     */
    PAIRS,
    /** The labels of an acceptor over marks. Its machine reads and writes nothing. */
    INPUT
}
