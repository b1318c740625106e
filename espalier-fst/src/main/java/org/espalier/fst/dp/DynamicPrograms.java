package org.espalier.fst.dp;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.EspalierException;

/**
 * What can be computed exactly from an acyclic lattice and its weights, each in time linear in the number of arcs
 * unless it says otherwise.
 *
 * <p>An empty lattice is an ordinary argument: it has no path, a total of zero and no best path. So is a lattice whose
 * paths all have log weight -∞. A cyclic lattice is refused.
 */
public final class DynamicPrograms {
    private DynamicPrograms() {}

    /** Returns how many paths there are, of whatever size the number is. */
    public static BigInteger countPaths(Lattice lattice) {
        return PathCount.of(lattice);
    }

    /** β: for each state the sum over its paths to the end of their weights. β(0) is the total. */
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

    /** α: for each state the sum over the paths from state 0 to it of their weights, ends not included. */
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

    /** Returns the sum over all paths of their weights; the semiring's zero if there is none. */
    public static double total(Lattice lattice, Semiring semiring, Weights weights) {
        return total(semiring, backward(lattice, semiring, weights));
    }

    static double total(Semiring semiring, double[] beta) {
        return beta.length == 0 ? semiring.zero() : beta[0];
    }

    /**
     * Returns the path of largest log weight, if any path has more than -∞. Among equals it is the first in
     * lexicographic order of marks, where a string comes before its continuations.
     */
    public static Optional<LatticePath> best(Lattice lattice, Weights logWeights) {
        return nBest(lattice, logWeights, 1).stream().findFirst();
    }

    /**
     * Returns the n paths of largest log weight, best first, or all of them if there are fewer; paths of log weight -∞
     * do not count. Among equals the first in lexicographic order of marks comes first. Sums of doubles are rounded:
     * paths closer to each other than that may change places.
     *
     * <p>Complexity: a backward pass; then for each path, the out-arcs of the states on it times log n. Memory besides
     * the paths: O(n).
     */
    public static List<LatticePath> nBest(Lattice lattice, Weights logWeights, int n) {
        return new BestPaths(lattice, logWeights).first(n);
    }

    /**
     * Returns the distribution over paths as choices: at each state the probability of each of its arcs and of ending,
     * given that the path is there. Where no path of weight goes they are 0.
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
            // The sum is 1 but for the rounding of β, which shows on long paths. Divided by it, the probability that
            // enters a state is the probability that leaves it.
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                arc[a] /= sum;
            }
            end[s] /= sum;
        }
        return new Probabilities(arc, end);
    }

    /**
     * Returns the probability that a path goes through each arc, and that it ends at each state, when paths are as
     * probable as they are heavy. All are 0 if there is no path.
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
     * Returns the entropy, in nats, of the distribution over paths that makes them as probable as they are heavy; 0 if
     * there is no path.
     *
     * <p>By the chain rule it is the expected surprise of each choice on the way, a sum of terms none of which is
     * negative. The shorter formula, log total minus expected log weight, is a small difference of two numbers that
     * grow with the length of paths, and loses its digits there.
     */
    public static double entropy(Lattice lattice, Weights logWeights) {
        Probabilities transitions = transitions(lattice, logWeights);
        Probabilities posteriors = posteriors(lattice, transitions);
        return surprise(posteriors.arc(), transitions.arc()) + surprise(posteriors.end(), transitions.end());
    }

    private static double surprise(double[] frequency, double[] probability) {
        double sum = 0;
        for (int i = 0; i < frequency.length; i++) {
            if (frequency[i] > 0) {
                sum -= frequency[i] * Math.log(probability[i]);
            }
        }
        return sum;
    }

    /** β in log space, refused if any path's weight is +∞ or undefined, for then nothing derived from it is defined. */
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
