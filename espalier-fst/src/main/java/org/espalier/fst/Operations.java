package org.espalier.fst;

import java.util.List;

/** Signatures only; being written. */
public final class Operations {
    private Operations() {}

    public static Mfst union(List<Mfst> machines) {
        throw new IllegalStateException();
    }

    public static Mfst concat(List<Mfst> machines) {
        throw new IllegalStateException();
    }

    public static Mfst star(Mfst machine) {
        throw new IllegalStateException();
    }

    public static Mfst plus(Mfst machine) {
        throw new IllegalStateException();
    }

    public static Mfst option(Mfst machine) {
        throw new IllegalStateException();
    }

    public static Mfst compose(Mfst first, Mfst second) {
        throw new IllegalStateException();
    }
}
