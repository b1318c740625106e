package org.espalier.model;

import org.espalier.fst.base.LogSpace;
import org.jspecify.annotations.Nullable;

/**
 * The lattices of a batch as weighted automata. From log w of each arc follow β of each state, the total weight of the paths
 * from there to the end, and q of each arc given its source (lines 2, 6 and 8 of Algorithm 1, equation 5). EOS has weight 1.
 *
 * <p>{@link SwpCycles} weighs levels of states on cycles. All numbers are in Java arrays, in double precision and log space,
 * and so are finite for lattices of any size.
 */
final class WeightedLattices {
    private final ArcGraph graph;
    private final double[] logWeight;
    private final double[] logBeta;
    private final double[] q;
    private final SwpCycles cycles;

    /** Creates lattices whose arcs have no weights yet. Levels get them in increasing order. */
    WeightedLattices(ArcGraph graph) {
        this.graph = graph;
        this.logWeight = new double[graph.arcs()];
        this.logBeta = new double[graph.states()];
        this.q = new double[graph.arcs()];
        this.cycles = new SwpCycles(graph);
    }

    /** Weighs all arcs. Complexity: linear in arcs, as all methods here. */
    static WeightedLattices of(ArcGraph graph, double[] logWeight) {
        WeightedLattices result = new WeightedLattices(graph);
        System.arraycopy(logWeight, 0, result.logWeight, 0, logWeight.length);
        for (int level = 0; level < graph.levels(); level++) {
            result.weigh(level);
        }
        return result;
    }

    /** Weighs the arcs of a level, and computes β and q of its states. */
    void weigh(int level, double[] logWeights) {
        System.arraycopy(logWeights, 0, logWeight, graph.order().firstArc(level), logWeights.length);
        weigh(level);
    }

    private void weigh(int level) {
        int[][] components = graph.components(level);
        if (components.length > 0) {
            for (int[] component : components) {
                cycles.weigh(component, logWeight, logBeta, q);
            }
            return;
        }
        double[] terms = new double[graph.order().ranks(level) + 1];
        for (int state = graph.order().firstState(level); state < graph.order().firstState(level + 1); state++) {
            int degree = graph.degree(state);
            for (int rank = 0; rank < degree; rank++) {
                int arc = graph.arc(state, rank);
                terms[rank] = logWeight[arc] + logBeta[graph.target()[arc]];
            }
            terms[degree] = 0;
            logBeta[state] = LogSpace.sum(terms, 0, graph.choices(state));
            for (int rank = 0; rank < degree; rank++) {
                q[graph.arc(state, rank)] = Math.exp(terms[rank] - logBeta[state]);
            }
        }
    }

    /** Returns log w of every arc. The array must not be modified. */
    double[] logWeight() {
        return logWeight;
    }

    /** Returns log β of every state. The array must not be modified. */
    double[] logBeta() {
        return logBeta;
    }

    /** Returns q of every arc. The array must not be modified. */
    double[] q() {
        return q;
    }

    /** Returns log q of an arc, given its source state (equation 5). */
    double logQ(int state, int arc) {
        return logWeight[arc] + logBeta[graph.target()[arc]] - logBeta[state];
    }

    /**
     * Returns the gradient of log w of every arc.
     *
     * @param ofLogQ gradient of log q of each arc
     * @param ofLogBeta gradient of log β of each state; is overwritten
     */
    double[] backward(double[] ofLogQ, double[] ofLogBeta) {
        double[] ofLogWeight = new double[graph.arcs()];
        for (int level = graph.levels() - 1; level >= 0; level--) {
            backward(level, null, ofLogQ, ofLogBeta, ofLogWeight);
        }
        return ofLogWeight;
    }

    /**
     * Propagates gradients of a level to log w of its arcs and log β of their targets. Levels come in decreasing order.
     *
     * @param ofQ gradient of q of each arc of the level; null if it is zero
     */
    void backward(int level, double @Nullable [] ofQ, double[] ofLogQ, double[] ofLogBeta, double[] ofLogWeight) {
        int firstArc = graph.order().firstArc(level);
        int[][] components = graph.components(level);
        if (components.length > 0) {
            double[] given = ofQ == null ? new double[graph.order().endArc(level) - firstArc] : ofQ;
            for (int[] component : components) {
                cycles.weighBackward(component, logWeight, q, given, firstArc, ofLogQ, ofLogBeta, ofLogWeight);
            }
            return;
        }
        for (int state = graph.order().firstState(level); state < graph.order().firstState(level + 1); state++) {
            double mean = 0;
            double ofBeta = ofLogBeta[state];
            for (int rank = 0; rank < graph.degree(state); rank++) {
                int arc = graph.arc(state, rank);
                mean += ofQ == null ? 0 : q[arc] * ofQ[arc - firstArc];
                ofBeta -= ofLogQ[arc];
            }
            for (int rank = 0; rank < graph.degree(state); rank++) {
                int arc = graph.arc(state, rank);
                double ofTerm = ofLogQ[arc] + q[arc] * (ofQ == null ? ofBeta : ofBeta + ofQ[arc - firstArc] - mean);
                ofLogWeight[arc] = ofTerm;
                ofLogBeta[graph.target()[arc]] += ofTerm;
            }
        }
    }
}
