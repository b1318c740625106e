package org.espalier.lab.experiment;

import org.espalier.lab.results.SamplerVariant;

/** One sampler that is trained and tested. */
record SamplerTrial(SamplerVariant sampler, int dimension, long seed) {
    /** Of its folder and files. */
    String name() {
        return sampler.id() + "-d" + dimension;
    }
}
