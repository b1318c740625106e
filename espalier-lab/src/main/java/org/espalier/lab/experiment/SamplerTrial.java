package org.espalier.lab.experiment;

import org.espalier.lab.results.SamplerVariant;

/** A sampler to train and test. */
record SamplerTrial(SamplerVariant sampler, int dimension, long seed) {
    /** Returns the name of its folder and files. */
    String name() {
        return sampler.id() + "-d" + dimension;
    }
}
