package org.espalier.model;

import org.bytedeco.pytorch.Tensor;

/**
 * SWP with history, in the cheap form: Algorithm 1 runs once per batch, and the weight of a choice is exp(h·e)·β(s'), or
 * exp(h·e) alone (the last proposals of section 3.3). EOS has no embedding; its weight is 1.
 */
final class SwpHistoryHead implements SamplerHead {
    private final SwpParameters graph;
    private final Tensor weight;
    private final boolean usesBeta;

    SwpHistoryHead(SwpParameters graph, Tensor weight, boolean usesBeta) {
        this.graph = graph;
        this.weight = weight;
        this.usesBeta = usesBeta;
    }

    @Override
    public EncodedPairs encode(LatticeBatch batch, Pass pass) {
        SwpStructure structure = SwpStructure.of(graph, weight, batch, pass);
        return (branches, h) -> {
            Tensor products = structure.products(branches, h);
            return usesBeta ? products.add(structure.advantage(branches)) : products;
        };
    }
}
