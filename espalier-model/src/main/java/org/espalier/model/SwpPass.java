package org.espalier.model;

import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * The forward and backward pass of Algorithm 1 over a graph, one level at a time.
 *
 * <p>Embeddings are tensors; weights, β and q are one number per arc or state ({@link WeightedLattices}). The state's half of
 * U is applied once per state, when its level is complete. In the backward pass, the gradient of a state is the sum over the
 * arcs that lead to it, which start at higher levels and are therefore complete. {@link SwpCycles} describes cycles.
 *
 * <p>Complexity: one matrix product per level in each direction; otherwise linear in arcs.
 */
final class SwpPass {
    private final SwpParameters parameters;
    private final ArcGraph graph;
    private final Tensor labelTable;
    private final Tensor weights;
    private final @Nullable Tensor contexts;
    private final boolean keeps;
    private final MatrixPrecision precision;

    private final Tensor states;
    private final Tensor stateRows;
    private final Tensor arcs;
    private final Tensor kept;
    private final WeightedLattices weighted;

    private final Tensor labelIndex;
    private final Tensor targetIndex;
    private final @Nullable Tensor sourceIndex;
    private final @Nullable Tensor pairIndex;

    /**
     * Runs the forward pass.
     *
     * @param labelTable the contribution of each label to U[1; e_ω; e_s']
     * @param weights w; or a matrix with one w per pair of the batch
     * @param contexts one row per state, which is added to U[1; e_ω; e_s'] of its arcs; null for none
     * @param keeps whether to keep what the backward pass needs
     */
    SwpPass(
            SwpParameters parameters,
            ArcGraph graph,
            Tensor labelTable,
            Tensor weights,
            @Nullable Tensor contexts,
            boolean keeps,
            MatrixPrecision precision) {
        this.parameters = parameters;
        this.graph = graph;
        this.labelTable = labelTable.detach();
        this.weights = weights.detach();
        this.contexts = contexts == null ? null : contexts.detach();
        this.keeps = keeps;
        this.precision = precision;
        int d = parameters.dimension;
        this.states = parameters.workspace.empty(labelTable, graph.states(), d);
        this.stateRows = parameters.workspace.empty(labelTable, graph.states(), parameters.width());
        this.arcs = parameters.workspace.empty(labelTable, graph.arcs(), d);
        this.kept =
                parameters.workspace.empty(labelTable, keeps ? graph.arcs() : 0, parameters.update.keeps() * (long) d);
        this.weighted = new WeightedLattices(graph);
        this.labelIndex = Torch.indices(graph.label(), labelTable);
        this.targetIndex = Torch.indices(graph.seen(), labelTable);
        this.sourceIndex = contexts == null ? null : Torch.indices(graph.sources(), labelTable);
        this.pairIndex = weights.dim() == 1 ? null : Torch.indices(pairOfArc(), labelTable);
        try (NoGradGuard guard = new NoGradGuard()) {
            CachedMatrix stateWeightTransposed = parameters.factor(parameters.stateWeight.t(), precision);
            for (int level = 0; level < graph.levels(); level++) {
                try (PointerScope scope = new PointerScope()) {
                    forward(level, stateWeightTransposed);
                }
            }
        }
    }

    private int[] pairOfArc() {
        int[] result = graph.sources();
        Arrays.setAll(result, arc -> graph.pair()[result[arc]]);
        return result;
    }

    /** Returns the weights of the arcs, with β and q. */
    WeightedLattices weighted() {
        return weighted;
    }

    /** Returns log β of every state. */
    double[] logBeta() {
        return weighted.logBeta();
    }

    /** Returns the embedding of every arc. */
    Tensor arcs() {
        return arcs;
    }

    /** Returns the embedding of every state. */
    Tensor states() {
        return states;
    }

    /** Returns log q of an arc, given its source state (equation 5). */
    double logQ(int state, int arc) {
        return weighted.logQ(state, arc);
    }

    private void forward(int level, CachedMatrix stateWeightTransposed) {
        int from = graph.order().firstArc(level);
        int to = graph.order().endArc(level);
        double[] logWeights = new double[0];
        if (to > from) {
            Tensor embedded = Torch.rows(arcs, from, to);
            Tensor target = Torch.rows(targetIndex, from, to);
            Tensor buffer = keeps
                    ? Torch.rows(kept, from, to)
                    : parameters.workspace.empty(
                            arcs, to - from, parameters.update.keeps() * (long) parameters.dimension);
            parameters.update.forward(
                    fromLabelAndSource(from, to),
                    stateRows.index_select(0, target),
                    parameters.update.isPlain() ? states : states.index_select(0, target),
                    buffer,
                    embedded);
            Tensor logits = pairIndex == null
                    ? products(embedded)
                    : embedded.mul(weights.index_select(0, Torch.rows(pairIndex, from, to)))
                            .sum(1);
            logWeights = Torch.doubles(logits);
        }
        weighted.weigh(level, logWeights);
        int first = graph.order().firstState(level);
        int last = graph.order().firstState(level + 1);
        if (to > from) {
            average(level, Torch.vector(weighted.q(), from, to, arcs).unsqueeze(1), from);
        } else {
            Torch.rows(states, first, last).zero_(); // final states without arcs
        }
        stateWeightTransposed.into(Torch.rows(stateRows, first, last), Torch.rows(states, first, last));
    }

    /** Returns the part of U[1; e_ω; e_s'] of some arcs that does not depend on their targets. */
    private Tensor fromLabelAndSource(int from, int to) {
        Tensor rows = labelTable.index_select(0, Torch.rows(labelIndex, from, to));
        return contexts == null || sourceIndex == null
                ? rows
                : rows.add_(contexts.index_select(0, Torch.rows(sourceIndex, from, to)));
    }

    /**
     * Returns w·e of each arc (line 5). The rounding of a matrix-vector product depends on the number of arcs; only training
     * may use it, because other results must not depend on the rest of the graph.
     */
    private Tensor products(Tensor embedded) {
        return keeps
                ? embedded.mv(weights)
                : BatchInvariantProducts.of(embedded, weights.unsqueeze(1)).select(1, 0);
    }

    /** Computes e_s = Σ q·e of the states of a level (line 9), as a sum over the columns of the level. */
    private void average(int level, Tensor probability, int firstArc) {
        int first = graph.order().firstState(level);
        for (int rank = 0; rank < graph.order().ranks(level); rank++) {
            int from = graph.order().column(level, rank);
            int to = graph.order().column(level, rank + 1);
            Tensor sum = Torch.rows(states, first, first + to - from);
            Tensor column = Torch.rows(arcs, from, to);
            Tensor share = Torch.rows(probability, from - firstArc, to - firstArc);
            if (rank == 0) {
                torch.mul_out(sum, column, share);
            } else {
                sum.addcmul_(column, share);
            }
        }
    }

    /**
     * The gradients of the results of a pass.
     *
     * @param ofLogQ gradient of log q of each arc
     * @param ofLogBeta gradient of log β of each state
     * @param ofArcs gradient of the arc embeddings; null if it is zero
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    record ResultGradients(
            double[] ofLogQ, double[] ofLogBeta, @Nullable Tensor ofArcs) {}

    /** The gradients of the inputs of a pass, which have the shapes of the inputs. */
    record Gradients(
            Tensor labelTable, Tensor weights, @Nullable Tensor contexts) {
        /** Hands the gradients to what the inputs were computed from; w is a parameter. */
        void propagate(Tensor toWeights, Tensor toLabelTable, @Nullable Tensor toContexts) {
            RecurrentPass.accumulate(toWeights, weights);
            Pass.propagate(toLabelTable, labelTable);
            if (toContexts != null && contexts != null) {
                Pass.propagate(toContexts, contexts);
            }
        }
    }

    /**
     * Runs the backward pass, and adds to the gradient of the state's half of U. Overwrites the arrays of {@code given}.
     * Requires that the pass was created with {@code keeps}.
     */
    Gradients backward(ResultGradients given) {
        try (NoGradGuard guard = new NoGradGuard()) {
            return new Backward(given).run();
        }
    }

    private final class Backward {
        private final double[] ofLogQ;
        private final double[] ofLogBeta;
        private final @Nullable Tensor ofResultArcs;
        private final double[] ofLogWeight = new double[graph.arcs()];
        private final boolean plain = parameters.update.isPlain();
        private final Tensor ofLabelRows;
        private final Tensor ofStateRows;
        /** The part of the gradient that reaches a target's embedding directly; null if there is none. */
        private final @Nullable Tensor direct;

        private final Tensor sums;
        private final CachedMatrix stateWeight = parameters.factor(parameters.stateWeight, precision);
        private final int[] incoming;
        private final int[] firstIncoming;
        private final Tensor incomingIndex;

        Backward(ResultGradients given) {
            this.ofLogQ = given.ofLogQ;
            this.ofLogBeta = given.ofLogBeta;
            this.ofResultArcs = given.ofArcs;
            long width = parameters.width();
            this.ofLabelRows = parameters.workspace.empty(arcs, graph.arcs(), width);
            this.ofStateRows = plain ? ofLabelRows : parameters.workspace.empty(arcs, graph.arcs(), width);
            this.direct = plain ? null : parameters.workspace.empty(arcs, graph.arcs(), parameters.dimension);
            this.sums = parameters.workspace.empty(arcs, graph.states(), width);
            this.firstIncoming = new int[graph.states() + 1];
            this.incoming = incoming();
            this.incomingIndex = Torch.indices(incoming, arcs);
        }

        /** Returns the arcs that see each state, ordered by state, and fills {@code firstIncoming}. */
        private int[] incoming() {
            for (int target : graph.seen()) {
                firstIncoming[target + 1]++;
            }
            for (int state = 0; state < graph.states(); state++) {
                firstIncoming[state + 1] += firstIncoming[state];
            }
            int[] next = firstIncoming.clone();
            int[] result = new int[graph.arcs()];
            for (int arc = 0; arc < result.length; arc++) {
                result[next[graph.seen()[arc]]++] = arc;
            }
            return result;
        }

        Gradients run() {
            for (int level = graph.levels() - 1; level >= 0; level--) {
                try (PointerScope scope = new PointerScope()) {
                    backward(level);
                }
            }
            RecurrentPass.accumulate(
                    parameters.stateWeight, CachedMatrix.gradient(sums, states, precision, parameters.workspace));
            Tensor ofLabelTable =
                    torch.embedding_dense_backward(ofLabelRows, labelIndex, labelTable.size(0), -1, false);
            Tensor ofContexts = contexts == null ? null : Torch.sumByKey(ofLabelRows, graph.sources(), graph.states());
            return new Gradients(ofLabelTable, ofWeights(), ofContexts);
        }

        private Tensor ofWeights() {
            Tensor coefficients = Torch.vector(ofLogWeight, arcs);
            return pairIndex == null
                    ? arcs.t().mv(coefficients)
                    : Torch.sumByKey(
                            arcs.mul(coefficients.unsqueeze(1)), pairOfArc(), Math.toIntExact(weights.size(0)));
        }

        private void backward(int level) {
            int first = graph.order().firstState(level);
            int last = graph.order().firstState(level + 1);
            Tensor ofStates = null;
            Tensor sum = Torch.rows(sums, first, last);
            if (firstIncoming[last] == firstIncoming[first]) {
                sum.zero_();
            } else {
                sum.copy_(sumOfIncoming(ofStateRows, first, last));
                ofStates = stateWeight.of(sum);
                if (direct != null) {
                    ofStates.add_(sumOfIncoming(direct, first, last));
                }
            }
            int from = graph.order().firstArc(level);
            int to = graph.order().endArc(level);
            if (to == from) {
                return;
            }
            double[] ofQ = ofStates == null ? null : gradientOfQ(level, ofStates, from, to);
            weighted.backward(level, ofQ, ofLogQ, ofLogBeta, ofLogWeight);
            arcsBackward(level, ofStates, from, to);
        }

        private Tensor sumOfIncoming(Tensor rows, int first, int last) {
            int from = firstIncoming[first];
            int[] offsets = new int[last - first + 1];
            for (int state = first; state <= last; state++) {
                offsets[state - first] = firstIncoming[state] - from;
            }
            return Torch.sumOfRows(rows, Torch.rows(incomingIndex, from, firstIncoming[last]), offsets);
        }

        /** Returns the gradient of q: since e_s = Σ q·e, it is the product of the gradient of e_s with e. */
        private double[] gradientOfQ(int level, Tensor ofStates, int from, int to) {
            double[] result = new double[to - from];
            for (int rank = 0; rank < graph.order().ranks(level); rank++) {
                int begin = graph.order().column(level, rank);
                int end = graph.order().column(level, rank + 1);
                double[] column = Torch.doubles(Torch.rows(arcs, begin, end)
                        .mul(Torch.rows(ofStates, 0, end - begin))
                        .sum(1));
                System.arraycopy(column, 0, result, begin - from, column.length);
            }
            return result;
        }

        private void arcsBackward(int level, @Nullable Tensor ofStates, int from, int to) {
            Tensor coefficients = Torch.vector(ofLogWeight, from, to, arcs);
            Tensor ofArcs = pairIndex == null
                    ? torch.outer(coefficients, weights)
                    : weights.index_select(0, Torch.rows(pairIndex, from, to)).mul(coefficients.unsqueeze(1));
            if (ofResultArcs != null) {
                ofArcs.add_(Torch.rows(ofResultArcs, from, to));
            }
            if (ofStates != null) {
                Tensor probability = Torch.vector(weighted.q(), from, to, arcs).unsqueeze(1);
                for (int rank = 0; rank < graph.order().ranks(level); rank++) {
                    int begin = graph.order().column(level, rank) - from;
                    int end = graph.order().column(level, rank + 1) - from;
                    Torch.rows(ofArcs, begin, end)
                            .addcmul_(
                                    Torch.rows(ofStates, 0, end - begin),
                                    Torch.rows(probability, begin, end),
                                    new Scalar(1));
                }
            }
            if (direct != null) {
                Torch.rows(direct, from, to)
                        .copy_(ArcUpdate.Gated.toTargetDirectly(Torch.rows(kept, from, to), ofArcs));
            }
            parameters.update.backward(
                    Torch.rows(arcs, from, to),
                    plain ? arcs : states.index_select(0, Torch.rows(targetIndex, from, to)),
                    Torch.rows(kept, from, to),
                    ofArcs,
                    Torch.rows(ofLabelRows, from, to),
                    Torch.rows(ofStateRows, from, to));
        }
    }
}
