package org.espalier.lab.ngram;

import java.util.List;

/** A part of x and the part of y aligned with it. */
public record JointUnit(List<String> read, List<String> written) {
    public JointUnit {
        read = List.copyOf(read);
        written = List.copyOf(written);
    }
}
