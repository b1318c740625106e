package org.espalier.model;

import java.util.Arrays;
import java.util.List;

/** Computes the embedding of an arc: line 4 of Algorithm 1, or the gated update that section 3.3 suggests. */
final class ReferenceArc {
    private final int size;
    private final boolean gated;
    private final ReferenceMatrix mark;
    private final ReferenceMatrix markWeight;
    private final ReferenceMatrix bias;
    private final ReferenceMatrix stateWeight;

    ReferenceArc(SamplerSettings settings, int marks, ReferenceParameters tables) {
        this.size = settings.dimension();
        this.gated = settings.gated();
        int rows = gated ? 3 * size : size;
        this.mark = tables.matrix("arc.mark", marks, size);
        this.markWeight = tables.matrix("arc.markWeight", rows, size);
        this.bias = tables.matrix("arc.bias", rows, 1);
        this.stateWeight = tables.matrix("arc.stateWeight", rows, size);
    }

    /**
     * @param marks the marks of the arc, one or those of a chain
     * @param context what the source of the arc adds to U[1; e_ω; e_s']
     */
    double[] embedding(List<Integer> marks, double[] ofTarget, double[] context) {
        double[] e = marks.stream().map(mark::row).reduce(new double[size], Vectors::sum);
        if (!gated) {
            return Vectors.sigmoid(Vectors.sum(fromMark(0, e, context), fromState(0, ofTarget)));
        }
        double[] r = Vectors.sigmoid(Vectors.sum(fromMark(0, e, context), fromState(0, ofTarget)));
        double[] z = Vectors.sigmoid(Vectors.sum(fromMark(1, e, context), fromState(1, ofTarget)));
        double[] n = Vectors.tanh(Vectors.sum(fromMark(2, e, context), Vectors.product(r, fromState(2, ofTarget))));
        return Vectors.between(n, ofTarget, z);
    }

    private double[] fromMark(int block, double[] e, double[] context) {
        return Vectors.sum(
                markWeight.block(block, size).times(e),
                bias.block(block, size).values(),
                Arrays.copyOfRange(context, block * size, (block + 1) * size));
    }

    /** Returns the context of a sampler that has none. */
    double[] noContext() {
        return new double[gated ? 3 * size : size];
    }

    private double[] fromState(int block, double[] e) {
        return stateWeight.block(block, size).times(e);
    }
}
