package org.espalier.lab.ngram;

import java.util.List;

/** A part of x with the part of y that belongs to it. */
public record JointUnit(List<String> read, List<String> written) {
    public JointUnit {
        read = List.copyOf(read);
        written = List.copyOf(written);
    }
}
