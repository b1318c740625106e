package org.espalier.model;

import org.bytedeco.pytorch.Tensor;

/**
 * An affine map to a logit for every mark and EOS, W[1; h], of which the legal ones are picked. What else a family adds to
 * the logits is a matrix of the same shape.
 */
final class MarkOutputLayer implements SamplerHead {
    private final Tensor weight;
    private final Tensor bias;

    MarkOutputLayer(Parameters parameters, int marks, int dimension) {
        this.weight = parameters.uniform("output", dimension, marks + 1L, dimension);
        this.bias = parameters.uniform("outputBias", dimension, marks + 1L);
    }

    /** The logits of all marks and EOS for each row. */
    Tensor all(Tensor h) {
        return BatchInvariantProducts.affine(h, weight, bias);
    }

    /** Of the logits of all, those of the choices. */
    static Tensor ofChoices(BranchPoints branches, Tensor all) {
        LatticeBatch.requireMarks(all.size(1) - 1, branches.batch().marks());
        int[] index = new int[branches.choices()];
        int width = branches.batch().marks() + 1;
        for (int choice = 0; choice < index.length; choice++) {
            index[choice] =
                    LatticeBatch.index((long) branches.branchOfChoice()[choice] * width + branches.symbols()[choice]);
        }
        return all.reshape(-1).index_select(0, Torch.indices(index, all));
    }

    /** The sampler without lookahead is this alone (equation 16). */
    @Override
    public Encoded encode(LatticeBatch batch, Pass pass) {
        return (branches, h) -> ofChoices(branches, all(h));
    }
}
