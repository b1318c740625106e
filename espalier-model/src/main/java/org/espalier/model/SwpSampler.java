package org.espalier.model;

import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * SWP: the weights of arcs come from the graph of possible suffix paths (section 3.3, Algorithm 1 and equation 5).
 *
 * <p>With {@linkplain PositionContexts contexts} it is SWC, which is not in the paper: an arc also sees what lies to the left of
 * its source.
 */
final class SwpSampler extends MarkovSampler {
    private final SwpParameters graph;
    private final Tensor weight;
    private final @Nullable PositionContexts contexts;

    SwpSampler(
            Parameters parameters,
            Supplier<PathSampler> replica,
            SwpParameters graph,
            Tensor weight,
            @Nullable PositionContexts contexts) {
        super(parameters, replica);
        this.graph = graph;
        this.weight = weight;
        this.contexts = contexts;
    }

    @Override
    ArcWeighing weigh(LatticeBatch batch, Pass pass) {
        Tensor markTable = graph.markTable(batch.marks(), pass);
        Tensor contextRows = contexts == null
                ? null
                : contexts.encode(batch, IntStream.range(0, batch.states()).toArray(), pass);
        SwpPass structure =
                new SwpPass(graph, batch.graph(), markTable, weight, contextRows, pass.hasGradient(), pass.precision());
        return new ArcWeighing() {
            @Override
            public WeightedLattices weighted() {
                return structure.weighted();
            }

            @Override
            public Tensor embeddings() {
                return structure.arcs();
            }

            @Override
            public void backward(double[] ofLogQ, double[] ofLogBeta) {
                structure
                        .backward(new SwpPass.ResultGradients(ofLogQ, ofLogBeta, null))
                        .propagate(weight, markTable, contextRows);
            }
        };
    }
}
