package org.espalier.model;

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

    double[] embedding(int itsMark, double[] ofTarget) {
        double[] e = mark.row(itsMark);
        if (!gated) {
            return Vectors.sigmoid(Vectors.sum(fromMark(0, e), fromState(0, ofTarget)));
        }
        double[] r = Vectors.sigmoid(Vectors.sum(fromMark(0, e), fromState(0, ofTarget)));
        double[] z = Vectors.sigmoid(Vectors.sum(fromMark(1, e), fromState(1, ofTarget)));
        double[] n = Vectors.tanh(Vectors.sum(fromMark(2, e), Vectors.product(r, fromState(2, ofTarget))));
        return Vectors.between(n, ofTarget, z);
    }

    private double[] fromMark(int block, double[] e) {
        return Vectors.sum(
                markWeight.block(block, size).times(e), bias.block(block, size).values());
    }

    private double[] fromState(int block, double[] e) {
        return stateWeight.block(block, size).times(e);
    }
}
