package org.espalier.model;

import org.bytedeco.pytorch.Tensor;

/**
 * The affine output layer W[1; h], which gives a logit to every mark and EOS. As a head it is the sampler without lookahead
 * (equation 16). SWA and SWS add a matrix of the same shape to its result.
 */
final class MarkOutputLayer implements SamplerHead {
    private final Tensor weight;
    private final Tensor bias;

    MarkOutputLayer(Parameters parameters, int marks, int dimension) {
        this.weight = parameters.uniform("output", dimension, marks + 1L, dimension);
        this.bias = parameters.uniform("outputBias", dimension, marks + 1L);
    }

    /** Returns the logits of all marks and EOS for each row of h. */
    Tensor all(Tensor h) {
        return BatchInvariantProducts.affine(h, weight, bias);
    }

    /** Selects the logits of the choices from those of all marks and EOS. */
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

    @Override
    public EncodedPairs encode(LatticeBatch batch, Pass pass) {
        return (branches, h) -> ofChoices(branches, all(h));
    }
}
