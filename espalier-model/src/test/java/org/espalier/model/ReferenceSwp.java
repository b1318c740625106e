package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.espalier.fst.Lattice;

/**
 * A slow transcription of Algorithm 1, not in log space: only for lattices so small that nothing overflows. On cycles, β is the
 * limit of the sums over longer and longer paths. With chains, an arc stands for itself and all arcs that must follow it.
 */
final class ReferenceSwp {
    private final Lattice lattice;
    private final ReferenceArc update;
    private final double[] w;
    private final IntFunction<double[]> contexts;
    private final boolean chains;
    private final double[] beta;
    private final double[] q;
    private final double[] weight;
    private final double[][] ofArc;
    private final double[][] ofState;

    /** Runs on the part of a lattice that is reachable from a state. */
    ReferenceSwp(Lattice lattice, int from, ReferenceArc update, double[] w) {
        this(lattice, from, update, w, state -> update.noContext(), false);
    }

    /**
     * @param contexts what each state adds to U[1; e_ω; e_s'] of its arcs
     * @param chains whether arcs are chains
     */
    ReferenceSwp(
            Lattice lattice,
            int from,
            ReferenceArc update,
            double[] w,
            IntFunction<double[]> contexts,
            boolean chains) {
        this.lattice = lattice;
        this.update = update;
        this.w = w.clone();
        this.contexts = contexts;
        this.chains = chains;
        this.beta = new double[lattice.states()];
        this.q = new double[lattice.arcs()];
        this.weight = new double[lattice.arcs()];
        this.ofArc = new double[lattice.arcs()][];
        this.ofState = new double[lattice.states()][];
        if (lattice.isAcyclic()) {
            // States are numbered topologically.
            for (int s = lattice.states() - 1; s >= from; s--) {
                weigh(Set.of(s), Set.of());
                average(s);
            }
        } else {
            visit(from);
        }
    }

    /** Runs on the states that are reachable from a state: first on those outside its component. */
    private void visit(int state) {
        Set<Integer> component = new TreeSet<>();
        for (int t : reachable(state)) {
            if (reachable(t).contains(state)) {
                component.add(t);
            }
        }
        for (int t : reachable(state)) {
            if (!component.contains(t) && ofState[t] == null) {
                visit(t);
            }
        }
        if (component.isEmpty()) {
            weigh(Set.of(state), component);
            average(state);
            return;
        }
        component.forEach(s -> ofState[s] = new double[w.length]);
        for (int round = 0; round < LatticeCycles.ROUNDS; round++) {
            weigh(component, component);
            component.forEach(this::average);
        }
    }

    /** Returns the states that are reachable from a state by at least one arc. */
    private Set<Integer> reachable(int state) {
        Set<Integer> found = new TreeSet<>();
        List<Integer> todo = new ArrayList<>(List.of(state));
        while (!todo.isEmpty()) {
            int s = todo.remove(todo.size() - 1);
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                if (found.add(lattice.target(a))) {
                    todo.add(lattice.target(a));
                }
            }
        }
        return found;
    }

    /** Computes the embeddings and weights of the arcs of some states, then β and q. */
    private void weigh(Set<Integer> states, Set<Integer> component) {
        for (int s : states) {
            double inside = 0;
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                int next = end(a);
                ofArc[a] = update.embedding(marks(a), ofState[next], contexts.apply(s));
                weight[a] = Math.exp(Vectors.dot(w, ofArc[a]));
                inside += component.contains(next) ? weight[a] : 0;
            }
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                if (component.contains(end(a))) {
                    weight[a] *= SwpCycles.MOST_INSIDE / (1 + inside);
                }
            }
        }
        states.forEach(s -> beta[s] = 0);
        double[] shorter;
        do {
            // The total weight of paths with one more arc: it grows until the rest is smaller than rounding.
            shorter = beta.clone();
            for (int s : states) {
                beta[s] = lattice.isFinal(s) ? 1 : 0;
                for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                    beta[s] += weight[a] * shorter[end(a)];
                }
            }
        } while (!Arrays.equals(shorter, beta));
        for (int s : states) {
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                q[a] = weight[a] * beta[end(a)] / beta[s];
            }
        }
    }

    /** Returns the marks of an arc, and with chains those that must follow. */
    private List<Integer> marks(int arc) {
        List<Integer> marks = new ArrayList<>(List.of(lattice.mark(arc)));
        int next = lattice.target(arc);
        if (isForced(next)) {
            marks.addAll(marks(lattice.firstArc(next)));
        }
        return marks;
    }

    /** Returns where an arc leads to. */
    int end(int arc) {
        int next = lattice.target(arc);
        return isForced(next) ? end(lattice.firstArc(next)) : next;
    }

    private boolean isForced(int state) {
        return chains
                && !lattice.isFinal(state)
                && lattice.endArc(state) - lattice.firstArc(state) == 1
                && !reachable(state).contains(state);
    }

    private void average(int s) {
        ofState[s] = new double[w.length];
        for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
            ofState[s] = Vectors.sum(ofState[s], Vectors.scaled(q[a], ofArc[a]));
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
