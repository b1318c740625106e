package org.espalier.model;

import org.bytedeco.pytorch.Tensor;

/**
 * SWPS, which is not in the paper: the logit of SWS plus g·(h·P e(s→s') + log β(s')). The learned gate g is initially 0, so
 * training starts from SWS exactly and learns what the graph adds.
 */
final class SwpsHead implements SamplerHead {
    private final SamplerHead suffixes;
    private final SwpParameters graph;
    private final Tensor weight;
    private final Tensor gate;
    private final Tensor mix;

    SwpsHead(Parameters parameters, SamplerHead suffixes, SwpParameters graph, Tensor weight) {
        this.suffixes = suffixes;
        this.graph = graph;
        this.weight = weight;
        this.gate = parameters.constant("gate", 0, 1);
        this.mix = parameters.uniform("mix", graph.dimension, graph.dimension, graph.dimension);
    }

    @Override
    public EncodedPairs encode(LatticeBatch batch, Pass pass) {
        EncodedPairs plain = suffixes.encode(batch, pass);
        SwpStructure structure = SwpStructure.of(graph, weight, batch, pass);
        return (branches, h) -> plain.logits(branches, h)
                .add(structure
                        .products(branches, BatchInvariantProducts.of(h, mix))
                        .add(structure.advantage(branches))
                        .mul(gate));
    }
}
