package org.espalier.model;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.espalier.fst.Lattice;

/** A slow transcription of Algorithm 1, not in log space: only for lattices so small that nothing overflows. */
final class ReferenceSwp {
    private final Lattice lattice;
    private final double[] beta;
    private final double[] q;
    private final double[] weight;
    private final double[][] ofArc;
    private final double[][] ofState;

    /** Runs on the part of a lattice that is reachable from a state. States are numbered topologically. */
    ReferenceSwp(Lattice lattice, int from, ReferenceArc update, double[] w) {
        this(lattice, from, update, w, state -> update.noContext());
    }

    /** @param contexts what each state adds to U[1; e_ω; e_s'] of its arcs */
    ReferenceSwp(Lattice lattice, int from, ReferenceArc update, double[] w, IntFunction<double[]> contexts) {
        this.lattice = lattice;
        this.beta = new double[lattice.states()];
        this.q = new double[lattice.arcs()];
        this.weight = new double[lattice.arcs()];
        this.ofArc = new double[lattice.arcs()][];
        this.ofState = new double[lattice.states()][];
        for (int s = lattice.states() - 1; s >= from; s--) {
            beta[s] = lattice.isFinal(s) ? 1 : 0;
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                int next = lattice.target(a);
                ofArc[a] = update.embedding(lattice.mark(a), ofState[next], contexts.apply(s));
                weight[a] = Math.exp(Vectors.dot(w, ofArc[a]));
                beta[s] += weight[a] * beta[next];
            }
            ofState[s] = new double[w.length];
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                q[a] = weight[a] * beta[lattice.target(a)] / beta[s];
                ofState[s] = Vectors.sum(ofState[s], Vectors.scaled(q[a], ofArc[a]));
            }
        }
    }

    /** Returns β, the total weight of the paths from a state to the end. */
    double beta(int state) {
        return beta[state];
    }

    /** Returns q(s→s' | s). */
    double q(int arc) {
        return q[arc];
    }

    /** Returns q(EOS | s), which is 1 minus the probabilities of the arcs. */
    double qOfEnd(int state) {
        return lattice.isFinal(state) ? 1 / beta[state] : 0;
    }

    double[] arcEmbedding(int arc) {
        return ofArc[arc].clone();
    }

    double[] stateEmbedding(int state) {
        return ofState[state].clone();
    }

    @Override
    public String toString() {
        return "β = " + Arrays.toString(beta);
    }
}
