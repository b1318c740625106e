package org.espalier.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;

/**
 * A Transformer over the arcs of a lattice, which the paper's Limitations imagine in place of Algorithm 1: log w of an arc is
 * w·e, where e comes from layers of attention. In half of the heads an arc attends to the arcs that are reachable from it, in
 * the others to those from which it is reachable, and in all of them to itself. So an arc sees what lies to its left, too,
 * which Algorithm 1 does not. To each attention logit a learned number is added for the distance of the two arcs in x, in y
 * and in marks. Everything depends on marks, positions and the graph of the lattice.
 *
 * <p>Each pair is computed by itself. The backward pass repeats the forward pass of a pair, so memory is that of the largest
 * lattice of a batch. Complexity: quadratic in the arcs of a lattice, in time and memory.
 */
final class TransformerSampler extends MarkovSampler {
    private final Tensor embedding;
    private final List<TransformerLayer> layers = new ArrayList<>();
    /** For each layer one row per head, with a number for each distance in x, in y and in marks. */
    private final List<Tensor> distances = new ArrayList<>();

    private final TransformerLayer.Norm norm;
    private final Tensor weight;
    private final int heads;
    private final int maxArcs;

    TransformerSampler(Parameters parameters, Supplier<PathSampler> replica, SamplerSettings settings, int marks) {
        super(parameters, replica);
        int d = settings.dimension();
        this.heads = settings.heads();
        this.maxArcs = settings.maxArcs();
        this.embedding = parameters.normal("embedding", 0.02, marks, d);
        for (int l = 0; l < settings.layers(); l++) {
            String name = "layer" + l;
            layers.add(new TransformerLayer(parameters, name, d, settings.layers()));
            distances.add(parameters.constant(
                    name + ".distance", 0, heads, (long) ReachableArcs.DIRECTIONS * ReachableArcs.DISTANCES));
        }
        this.norm = TransformerLayer.Norm.of(parameters, "norm", d);
        this.weight = Samplers.arcWeight(parameters, d);
    }

    @Override
    public Optional<String> obstacle(Lattice lattice) {
        if (!lattice.isAcyclic()) {
            return Optional.of("its lattice is cyclic, which attention over arcs cannot take; unroll it by setting "
                    + "lattice.maxMarks");
        }
        return lattice.arcs() > maxArcs
                ? Optional.of("its lattice has " + lattice.arcs() + " arcs, but attention over arcs is limited to "
                        + maxArcs + ", since it takes time and memory by their square; raise sampler.maxArcs, or "
                        + "choose another sampler.kind")
                : Optional.empty();
    }

    @Override
    ArcWeighing weigh(LatticeBatch batch, Pass pass) {
        LatticeBatch.requireMarks(embedding.size(0), batch.marks());
        for (Lattice lattice : batch.lattices()) {
            obstacle(lattice).ifPresent(reason -> {
                throw new EspalierException("a pair cannot be sampled: " + reason);
            });
        }
        return new AttentionWeighing(batch, pass);
    }

    /** Returns the embedding of each arc of a lattice. */
    private Tensor embedded(ReachableArcs arcs, Pass pass) {
        Tensor relations = Torch.indices(arcs.relations(), embedding);
        Tensor x = pass.dropped(
                "embedding", embedding.index_select(0, Torch.indices(arcs.marks(), embedding)), arcs::dropoutKeys);
        for (int l = 0; l < layers.size(); l++) {
            int layer = l;
            x = layers.get(l)
                    .of(
                            x,
                            all -> attended(all, relations, distances.get(layer)),
                            (part, result) -> pass.dropped(part + layer, result, arcs::dropoutKeys),
                            pass.precision());
        }
        return norm.of(x);
    }

    /** @param all queries, keys and values side by side, arcs × 3d */
    private Tensor attended(Tensor all, Tensor relations, Tensor ofDistances) {
        PointerScope outer = Objects.requireNonNull(PointerScope.getInnerScope());
        // Autograd keeps what the backward pass needs; the other tensors are large and are freed with their layer.
        try (PointerScope inner = new PointerScope()) {
            long arcs = all.size(0);
            int width = Math.toIntExact(embedding.size(1)) / heads;
            Tensor parts =
                    all.reshape(arcs, 3, heads, width).permute(1, 2, 0, 3).contiguous();
            Tensor logits = torch.baddbmm(
                    biases(relations, ofDistances, arcs),
                    parts.select(0, 0),
                    parts.select(0, 1).transpose(1, 2),
                    new Scalar(1),
                    new Scalar(1 / Math.sqrt(width)));
            Tensor result = torch.bmm(torch.softmax(logits, -1), parts.select(0, 2))
                    .transpose(0, 1)
                    .reshape(arcs, -1);
            outer.attach(result);
            return result;
        }
    }

    /** Returns what is added to the attention logits, heads × arcs × arcs: minus infinity where a head may not look. */
    private Tensor biases(Tensor relations, Tensor ofDistances, long arcs) {
        long n = ReachableArcs.DISTANCES;
        Tensor each = ofDistances.view(heads, ReachableArcs.DIRECTIONS, n);
        Tensor ofReachable = each.select(1, 0)
                .view(heads, n, 1, 1)
                .add(each.select(1, 1).view(heads, 1, n, 1))
                .add(each.select(1, 2).view(heads, 1, 1, n))
                .reshape(heads, ReachableArcs.UNREACHABLE);
        Tensor ofRelations =
                torch.constant_pad_nd(ofReachable, new long[] {0, 1}, new Scalar(Double.NEGATIVE_INFINITY));
        TensorVector ofHeads = new TensorVector();
        for (int head = 0; head < heads; head++) {
            Tensor ahead =
                    ofRelations.select(0, head).index_select(0, relations).view(arcs, arcs);
            ofHeads.push_back(head < heads / 2 ? ahead : ahead.t());
        }
        return torch.stack(ofHeads);
    }

    private final class AttentionWeighing implements ArcWeighing {
        private final LatticeBatch batch;
        private final Pass pass;
        private final List<ReachableArcs> pairs;
        private final WeightedLattices weighted;

        AttentionWeighing(LatticeBatch batch, Pass pass) {
            this.batch = batch;
            this.pass = pass;
            this.pairs = ReachableArcs.of(batch);
            double[] logWeight = new double[batch.arcs()];
            for (ReachableArcs arcs : pairs) {
                try (PointerScope scope = new PointerScope();
                        NoGradGuard guard = new NoGradGuard()) {
                    arcs.put(Torch.doubles(logWeights(arcs)), logWeight);
                }
            }
            this.weighted = WeightedLattices.of(batch.graph(), logWeight);
        }

        private Tensor logWeights(ReachableArcs arcs) {
            return embedded(arcs, pass).mv(weight);
        }

        @Override
        public WeightedLattices weighted() {
            return weighted;
        }

        @Override
        public Tensor embeddings() {
            Tensor result = Torch.empty(embedding, batch.arcs(), embedding.size(1));
            for (ReachableArcs arcs : pairs) {
                try (PointerScope scope = new PointerScope();
                        NoGradGuard guard = new NoGradGuard()) {
                    result.index_copy_(
                            0, Torch.indices(arcs.arcs(), embedding).to(torch.ScalarType.Long), embedded(arcs, pass));
                }
            }
            return result;
        }

        @Override
        public void backward(double[] ofLogQ, double[] ofLogBeta) {
            double[] ofLogWeight = weighted.backward(ofLogQ, ofLogBeta);
            for (ReachableArcs arcs : pairs) {
                try (PointerScope scope = new PointerScope()) {
                    Pass.propagate(logWeights(arcs), Torch.vector(arcs.select(ofLogWeight), weight));
                }
            }
        }
    }
}
