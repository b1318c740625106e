package org.espalier.app.experiment;

import org.espalier.app.results.Variant;

/** One sampler that is trained and tested. */
record Cell(Variant sampler, int dimension, long seed) {
    /** Of its folder and files. */
    String name() {
        return sampler.id() + "-d" + dimension;
    }
}
