package org.espalier.fst.dp;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;

/**
 * Exact computations on an acyclic lattice and its weights.
 *
 * <p>An empty lattice is a legal argument: it has no path, a total of zero and no best path. The same holds for a
 * lattice whose paths all have log weight -∞. A cyclic lattice is refused.
 */
public final class DynamicPrograms {
    private DynamicPrograms() {}

    /**
     * Returns the number of paths.
     *
     * <p>Complexity: linear in the arcs, times the length of the numbers once they exceed a long.
     */
    public static BigInteger countPaths(Lattice lattice) {
        return PathCount.of(lattice);
    }

    /**
     * Returns β: for each state, the sum of the weights of its paths to the end. β(0) is the total.
     *
     * <p>Complexity: linear in the arcs.
     */
    public static double[] backward(Lattice lattice, Semiring semiring, Weights weights) {
        lattice.requireAcyclic("a backward pass");
        weights.requireFit(lattice);
        double[] beta = new double[lattice.states()];
        for (int s = beta.length - 1; s >= 0; s--) {
            double sum = lattice.isFinal(s) ? weights.end(s) : semiring.zero();
            for (int a = lattice.firstArc(s), end = lattice.endArc(s); a < end; a++) {
                sum = semiring.plus(sum, semiring.times(weights.arc(a), beta[lattice.target(a)]));
            }
            beta[s] = sum;
        }
        return beta;
    }

    /**
     * Returns α: for each state, the sum of the weights of the paths from state 0 to it, without ending.
     *
     * <p>Complexity: linear in the arcs.
     */
    public static double[] forward(Lattice lattice, Semiring semiring, Weights weights) {
        lattice.requireAcyclic("a forward pass");
        weights.requireFit(lattice);
        double[] alpha = new double[lattice.states()];
        Arrays.fill(alpha, semiring.zero());
        for (int s = 0; s < alpha.length; s++) {
            double sum = s == 0 ? semiring.one() : alpha[s];
            for (int a = lattice.firstArc(s), end = lattice.endArc(s); a < end; a++) {
                int t = lattice.target(a);
                alpha[t] = semiring.plus(alpha[t], semiring.times(sum, weights.arc(a)));
            }
            alpha[s] = sum;
        }
        return alpha;
    }

    /**
     * Returns the sum of the weights of all paths, or the semiring's zero if there is no path.
     *
     * <p>Complexity: linear in the arcs.
     */
    public static double total(Lattice lattice, Semiring semiring, Weights weights) {
        return total(semiring, backward(lattice, semiring, weights));
    }

    static double total(Semiring semiring, double[] beta) {
        return beta.length == 0 ? semiring.zero() : beta[0];
    }

    /**
     * Returns the path of largest log weight, if any path has more than -∞. Among equals it is the first in
     * lexicographic order of marks, where a string comes before its continuations.
     *
     * <p>Complexity: linear in the arcs.
     */
    public static Optional<LatticePath> best(Lattice lattice, Weights logWeights) {
        return nBest(lattice, logWeights, 1).stream().findFirst();
    }

    /**
     * Returns the n paths of largest log weight, best first, or all of them if there are fewer. Paths of log weight -∞
     * do not count. Equal paths are in lexicographic order of marks. Sums of doubles are rounded: paths that differ by
     * less than the rounding may swap places.
     *
     * <p>Complexity: a backward pass; then for each path, the out-arcs of the states on it times log n. Memory besides
     * the paths: O(n).
     */
    public static List<LatticePath> nBest(Lattice lattice, Weights logWeights, int n) {
        return new BestPaths(lattice, logWeights).first(n);
    }

    /**
     * Returns the distribution over paths as choices: at each state, the probability of each of its arcs and of ending,
     * given that the path is there. They are 0 at a state that no path of positive weight visits.
     *
     * <p>Complexity: linear in the arcs.
     */
    public static Probabilities transitions(Lattice lattice, Weights logWeights) {
        return transitions(lattice, logWeights, logBackward(lattice, Semirings.LOG, logWeights));
    }

    static Probabilities transitions(Lattice lattice, Weights logWeights, double[] beta) {
        double[] arc = new double[lattice.arcs()];
        double[] end = new double[lattice.states()];
        for (int s = 0; s < beta.length; s++) {
            if (beta[s] == Double.NEGATIVE_INFINITY) {
                continue;
            }
            double sum = 0;
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                arc[a] = Math.exp(logWeights.arc(a) + beta[lattice.target(a)] - beta[s]);
                sum += arc[a];
            }
            if (lattice.isFinal(s)) {
                end[s] = Math.exp(logWeights.end(s) - beta[s]);
                sum += end[s];
            }
            // The sum is 1 except for the rounding of β, which shows on long paths. Divided by it, the probability that
            // enters a state is the probability that leaves it.
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                arc[a] /= sum;
            }
            end[s] /= sum;
        }
        return new Probabilities(arc, end);
    }

    /**
     * Returns the probability that a path goes through each arc, and that it ends at each state, where the probability
     * of a path is proportional to its weight. All are 0 if there is no path.
     *
     * <p>Complexity: linear in the arcs.
     */
    public static Probabilities posteriors(Lattice lattice, Weights logWeights) {
        return posteriors(lattice, transitions(lattice, logWeights));
    }

    private static Probabilities posteriors(Lattice lattice, Probabilities transitions) {
        double[] visited = new double[lattice.states()];
        double[] arc = new double[lattice.arcs()];
        double[] end = new double[lattice.states()];
        for (int s = 0; s < visited.length; s++) {
            double here = s == 0 ? 1 : visited[s];
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                arc[a] = here * transitions.arc()[a];
                visited[lattice.target(a)] += arc[a];
            }
            end[s] = here * transitions.end()[s];
        }
        return new Probabilities(arc, end);
    }

    /**
     * Returns the entropy, in nats, of the distribution that is proportional to the weights of the paths; 0 if there is
     * no path.
     *
     * <p>By the chain rule it is the expected surprisal of each choice, a sum of non-negative terms. The shorter
     * formula, log total minus expected log weight, is a small difference of two numbers that grow with the length of
     * paths, and loses precision.
     *
     * <p>Complexity: linear in the arcs.
     */
    public static double entropy(Lattice lattice, Weights logWeights) {
        Probabilities transitions = transitions(lattice, logWeights);
        Probabilities posteriors = posteriors(lattice, transitions);
        return expectedSurprisal(posteriors.arc(), transitions.arc())
                + expectedSurprisal(posteriors.end(), transitions.end());
    }

    private static double expectedSurprisal(double[] frequency, double[] probability) {
        double sum = 0;
        for (int i = 0; i < frequency.length; i++) {
            if (frequency[i] > 0) {
                sum -= frequency[i] * Math.log(probability[i]);
            }
        }
        return sum;
    }

    /**
     * Returns β in log space.
     *
     * @throws EspalierException if the weight of a path is +∞ or undefined, because nothing derived from it is defined
     *     then
     */
    static double[] logBackward(Lattice lattice, Semiring semiring, Weights logWeights) {
        double[] beta = backward(lattice, semiring, logWeights);
        double total = total(semiring, beta);
        if (!(total < Double.POSITIVE_INFINITY)) {
            throw new EspalierException("the log weight of all paths together is " + total + "; log weights must be "
                    + "below infinity and small enough for their sums to be so, and -Infinity forbids an arc");
        }
        return beta;
    }
}
