package org.espalier.model;

import java.util.Arrays;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LogSpace;

/**
 * The part of Algorithm 1 that concerns cycles: weights, β and q of the states of strongly connected components. The paper
 * assumes acyclic lattices; this is an extension, which leaves them as they are.
 *
 * <p>Levels. The graph of components is acyclic, so components are processed like states, one level at a time. Arcs that leave
 * a component are ordinary arcs.
 *
 * <p>Embeddings. Within a component there is no order in which line 4 could see finished embeddings. So they are computed in
 * {@link LatticeCycles#ROUNDS} rounds. A round runs Algorithm 1 on the component; arcs inside the component see the embeddings
 * of the round before, and in the first round zero. Rounds are copies of the states in the {@link LatticeBatch}, so {@link
 * SwpPass} needs no other code for them, forwards or backwards. The number of rounds is fixed and no order of states
 * enters, so embeddings depend on nothing but the minimal lattice, and equivalent machines still give equal q.
 *
 * <p>Weights. The total weight of the paths from a state is finite if and only if the spectral radius of W, the matrix of the
 * weights inside the component, is below 1. Weights exp(w·e) do not ensure it. So the weight of an arc inside a component is {@link
 * #MOST_INSIDE}·exp(w·e) / (1 + Σ exp(w·e)), with the sum over all arcs of its source inside the component: a softmax in which
 * leaving has the logit 0. The sum of a row of W is then below MOST_INSIDE, whatever the parameters are, and any weights with
 * such sums can be learned. A string returns to a state with a probability below MOST_INSIDE. So sampling ends with probability
 * 1, after at most 1 / (1 - MOST_INSIDE) expected visits to each state; a bound of 1 would permit strings of any expected length.
 *
 * <p>β solves β = Wβ + b, where b is the weight of leaving: EOS and arcs that leave the component. Gaussian elimination adds and
 * multiplies positive numbers only, so it works in log space; its pivots are 1 minus the weight of some paths that
 * return to a state, at least 1 - MOST_INSIDE. Gradients of log β solve the adjoint system G = QᵀG + g, where Q has the probabilities
 * q inside the component: Q is W scaled by β, so it has the same pivots.
 *
 * <p>Complexity: cubic in the states of a component, in each round; less if elimination leaves zeros.
 */
final class SwpCycles {
    /** The bound on the sum of the weights of a state's arcs inside its component. */
    static final double MOST_INSIDE = 0.99;

    /** The largest number of states of a component. */
    private static final int MAX_STATES = 1000;

    private final ArcGraph graph;
    /** The number of each state within its component. */
    private final int[] index;

    SwpCycles(ArcGraph graph) {
        this.graph = graph;
        this.index = graph.isAcyclic() ? new int[0] : new int[graph.states()];
        for (int level = 0; level < graph.levels(); level++) {
            for (int[] component : graph.components(level)) {
                if (component.length > MAX_STATES) {
                    throw new EspalierException("a lattice has cycles through " + component.length
                                    + " states, but samplers that look ahead along arcs solve at most " + MAX_STATES
                                    + " together; bound the length of mark strings with maxMarks")
                            .withSettings("maxMarks");
                }
                for (int i = 0; i < component.length; i++) {
                    index[component[i]] = i;
                }
            }
        }
    }

    /**
     * Computes β and q of the states of a component.
     *
     * @param logWeight given w·e of the arcs; for arcs inside the component replaced by the log of their weight
     */
    void weigh(int[] component, double[] logWeight, double[] logBeta, double[] q) {
        double[][] logInside = new double[component.length][component.length];
        double[] logLeaving = new double[component.length];
        for (int i = 0; i < component.length; i++) {
            int state = component[i];
            bound(state, logWeight);
            Arrays.fill(logInside[i], LogSpace.ZERO);
            logLeaving[i] = graph.isFinal()[state] ? 0 : LogSpace.ZERO;
            for (int rank = 0; rank < graph.degree(state); rank++) {
                int arc = graph.arc(state, rank);
                int target = graph.target()[arc];
                if (graph.isInside(arc)) {
                    logInside[i][index[target]] = LogSpace.add(logInside[i][index[target]], logWeight[arc]);
                } else {
                    logLeaving[i] = LogSpace.add(logLeaving[i], logWeight[arc] + logBeta[target]);
                }
            }
        }
        solveInLogSpace(logInside, logLeaving);
        for (int i = 0; i < component.length; i++) {
            logBeta[component[i]] = logLeaving[i];
        }
        for (int state : component) {
            for (int rank = 0; rank < graph.degree(state); rank++) {
                int arc = graph.arc(state, rank);
                q[arc] = Math.exp(logWeight[arc] + logBeta[graph.target()[arc]] - logBeta[state]);
            }
        }
    }

    /** Replaces w·e of the arcs of a state that stay in its component by the log of their weights. */
    private void bound(int state, double[] logWeight) {
        double logTotal = 0;
        for (int rank = 0; rank < graph.degree(state); rank++) {
            int arc = graph.arc(state, rank);
            if (graph.isInside(arc)) {
                logTotal = LogSpace.add(logTotal, logWeight[arc]);
            }
        }
        for (int rank = 0; rank < graph.degree(state); rank++) {
            int arc = graph.arc(state, rank);
            if (graph.isInside(arc)) {
                logWeight[arc] += Math.log(MOST_INSIDE) - logTotal;
            }
        }
    }

    /** Solves x = Wx + b; given and found in log space. Overwrites W, and b by x. */
    private static void solveInLogSpace(double[][] w, double[] b) {
        int n = b.length;
        double[] star = new double[n];
        for (int k = 0; k < n; k++) {
            star[k] = -Math.log1p(-Math.exp(w[k][k]));
            for (int i = k + 1; i < n; i++) {
                double factor = w[i][k] + star[k];
                if (factor == LogSpace.ZERO) {
                    continue;
                }
                for (int j = k + 1; j < n; j++) {
                    w[i][j] = LogSpace.add(w[i][j], factor + w[k][j]);
                }
                b[i] = LogSpace.add(b[i], factor + b[k]);
            }
        }
        for (int k = n - 1; k >= 0; k--) {
            for (int j = k + 1; j < n; j++) {
                b[k] = LogSpace.add(b[k], w[k][j] + b[j]);
            }
            b[k] += star[k];
        }
    }

    /**
     * Propagates the gradients of q, log q and log β of a component to w·e of its arcs and log β of the states that they lead to
     * outside.
     *
     * @param logWeight the weights that {@link #weigh} has computed
     * @param ofQ the gradient of q, from arc {@code firstArc} on
     * @param ofLogBeta the gradient of log β of states; that of targets outside the component is added to
     * @param ofLogits output: the gradient of w·e
     */
    void weighBackward(
            int[] component,
            double[] logWeight,
            double[] q,
            double[] ofQ,
            int firstArc,
            double[] ofLogQ,
            double[] ofLogBeta,
            double[] ofLogits) {
        // The gradient of a term log w + log β(s') is a constant plus q times the gradient of log β(s).
        double[][] returning = new double[component.length][component.length];
        double[] ofBeta = new double[component.length];
        for (int i = 0; i < component.length; i++) {
            int state = component[i];
            ofBeta[i] += ofLogBeta[state];
            double mean = 0;
            for (int rank = 0; rank < graph.degree(state); rank++) {
                int arc = graph.arc(state, rank);
                mean += q[arc] * ofQ[arc - firstArc];
                ofBeta[i] -= ofLogQ[arc];
            }
            for (int rank = 0; rank < graph.degree(state); rank++) {
                int arc = graph.arc(state, rank);
                ofLogits[arc] = ofLogQ[arc] + q[arc] * (ofQ[arc - firstArc] - mean);
                if (graph.isInside(arc)) {
                    int target = index[graph.target()[arc]];
                    returning[target][i] += q[arc];
                    ofBeta[target] += ofLogits[arc];
                }
            }
        }
        solve(returning, ofBeta);
        for (int i = 0; i < component.length; i++) {
            int state = component[i];
            double inside = 0;
            for (int rank = 0; rank < graph.degree(state); rank++) {
                int arc = graph.arc(state, rank);
                ofLogits[arc] += q[arc] * ofBeta[i];
                if (graph.isInside(arc)) {
                    inside += ofLogits[arc];
                } else {
                    ofLogBeta[graph.target()[arc]] += ofLogits[arc];
                }
            }
            boundBackward(state, inside, logWeight, ofLogits);
        }
    }

    /** Turns the gradients of the logs of weights inside the component into those of w·e. */
    private void boundBackward(int state, double sum, double[] logWeight, double[] ofLogits) {
        for (int rank = 0; rank < graph.degree(state); rank++) {
            int arc = graph.arc(state, rank);
            if (graph.isInside(arc)) {
                ofLogits[arc] -= Math.exp(logWeight[arc]) / MOST_INSIDE * sum;
            }
        }
    }

    /** Solves x = Ax + b. Overwrites A, and b by x. */
    private static void solve(double[][] a, double[] b) {
        int n = b.length;
        for (int k = 0; k < n; k++) {
            for (int i = k + 1; i < n; i++) {
                double factor = a[i][k] / (1 - a[k][k]);
                if (factor == 0) {
                    continue;
                }
                for (int j = k + 1; j < n; j++) {
                    a[i][j] += factor * a[k][j];
                }
                b[i] += factor * b[k];
            }
        }
        for (int k = n - 1; k >= 0; k--) {
            for (int j = k + 1; j < n; j++) {
                b[k] += a[k][j] * b[j];
            }
            b[k] /= 1 - a[k][k];
        }
    }
}
