package org.espalier.model;

import org.bytedeco.pytorch.Tensor;

/** The parameters of Algorithm 1, except w: the embeddings of marks, and the matrix U that yields arc embeddings. */
final class SwpParameters {
    private final Tensor mark;
    private final Tensor markWeight;
    private final Tensor bias;
    final Tensor stateWeight;
    final ArcUpdate update;
    final int dimension;
    final Workspace workspace;

    SwpParameters(Parameters parameters, int marks, int dimension, boolean gated) {
        this.dimension = dimension;
        this.workspace = parameters.workspace();
        this.update = gated ? new ArcUpdate.Gated() : new ArcUpdate.Plain();
        this.mark = parameters.normal("arc.mark", 1, marks, dimension);
        this.markWeight = parameters.uniform("arc.markWeight", dimension, width(), dimension);
        this.bias = parameters.uniform("arc.bias", dimension, width());
        this.stateWeight = parameters.uniform("arc.stateWeight", dimension, width(), dimension);
    }

    /** Returns the width of a row of U[1; e_ω; e_s']. */
    long width() {
        return (long) update.blocks() * dimension;
    }

    /** Returns a matrix prepared for many products. */
    CachedMatrix factor(Tensor matrix, MatrixPrecision precision) {
        return new CachedMatrix(matrix, precision, workspace);
    }

    /**
     * Returns the contribution of each mark to U[1; e_ω; e_s'], one row per mark.
     *
     * @param marks the number of marks of the lattices; another number is refused
     */
    Tensor markTable(int marks, Pass pass) {
        LatticeBatch.requireMarks(mark.size(0), marks);
        return BatchInvariantProducts.affine(pass.dropped("arc.mark", mark), markWeight, bias);
    }

    /**
     * Returns the contribution of each chain, one row per chain, where e_ω is the sum of the embeddings of the chain's marks.
     *
     * @param marks the number of marks of the lattices; another number is refused
     */
    Tensor chainTable(int marks, ChoiceGraph.Chains chains, Pass pass) {
        LatticeBatch.requireMarks(mark.size(0), marks);
        Tensor sums = Torch.sumOfRows(
                pass.dropped("arc.mark", mark),
                Torch.indices(chains.marks(), mark),
                Torch.vector(chains.counts(), mark),
                chains.first());
        return BatchInvariantProducts.affine(sums, markWeight, bias);
    }
}
