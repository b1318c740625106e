package org.espalier.model;

import java.util.function.Supplier;
import org.bytedeco.pytorch.Tensor;

/** SWP: the weights of arcs come from the graph of possible suffix paths (section 3.3, Algorithm 1 and equation 5). */
final class SwpSampler extends MarkovSampler {
    private final SwpParameters graph;
    private final Tensor weight;

    SwpSampler(Parameters parameters, Supplier<PathSampler> replica, SwpParameters graph, Tensor weight) {
        super(parameters, replica);
        this.graph = graph;
        this.weight = weight;
    }

    @Override
    public boolean needsAcyclic() {
        return true;
    }

    @Override
    ArcWeighing weigh(LatticeBatch batch, Pass pass) {
        batch.requireAcyclic();
        Tensor markTable = graph.markTable(pass);
        SwpPass structure = new SwpPass(graph, batch, markTable, weight, pass.hasGradient(), pass.precision());
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
                SwpPass.Gradients gradients = structure.backward(new SwpPass.ResultGradients(ofLogQ, ofLogBeta, null));
                RecurrentPass.accumulate(weight, gradients.weights());
                Pass.propagate(markTable, gradients.markTable());
            }
        };
    }
}
