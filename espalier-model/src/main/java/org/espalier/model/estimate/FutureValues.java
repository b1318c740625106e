package org.espalier.model.estimate;

import java.util.Arrays;
import org.espalier.fst.base.LogSpace;
import org.espalier.model.LatticeBatch;
import org.espalier.model.PathSampling;
import org.espalier.model.PrefixTree;

/**
 * Estimates ψ of what follows the states of a batch: of V, the sum of p̃(suffix | prefix) over the suffixes that lead from a
 * state to the end.
 *
 * <p>ψ(s) is the mean of p̃(suffix | prefix) / q(suffix | prefix) over strings drawn through s, so it needs
 * only strings drawn from the sampler, with their log q. β of SWP would not do: weights w(s→s')·f(s')/f(s) give the same q for any f, so training q says
 * nothing about the scale of β at one state relative to another.
 */
final class FutureValues {
    private final double[] logValue;

    /** @param logValue log ψ of each state; NaN where it is unknown */
    FutureValues(double... logValue) {
        this.logValue = logValue;
    }

    /**
     * Estimates ψ from strings.
     *
     * @param logP the log-probability under the scorer of each event of the strings' tree
     */
    static FutureValues of(LatticeBatch batch, PathSampling.Samples samples, double[] logP) {
        PrefixTree tree = samples.tree();
        double[] logQ = samples.logQ();
        // For each prefix, the number of strings that begin with it, and the log of the sum of their suffixes' weights.
        int[] counts = new int[tree.nodes()];
        double[] sums = new double[tree.nodes()];
        Arrays.fill(sums, LogSpace.ZERO);
        for (int end = 0; end < tree.ends(); end++) {
            int event = tree.eventOfEnd(end);
            counts[tree.endNode(end)] += tree.endCount(end);
            sums[tree.endNode(end)] = Math.log(tree.endCount(end)) + logP[event] - logQ[event];
        }
        for (int node = tree.nodes() - 1; node >= tree.pairs(); node--) {
            int event = tree.eventOfNode(node);
            counts[tree.parent(node)] += counts[node];
            sums[tree.parent(node)] = LogSpace.add(sums[tree.parent(node)], logP[event] - logQ[event] + sums[node]);
        }
        int[] countOfState = new int[batch.states()];
        double[] sumOfState = new double[batch.states()];
        Arrays.fill(sumOfState, LogSpace.ZERO);
        for (int node = 0; node < tree.nodes(); node++) {
            int state = tree.state(node);
            countOfState[state] += counts[node];
            sumOfState[state] = LogSpace.add(sumOfState[state], sums[node]);
        }
        double[] logValue = new double[batch.states()];
        Arrays.setAll(
                logValue,
                state -> countOfState[state] == 0 ? Double.NaN : sumOfState[state] - Math.log(countOfState[state]));
        return new FutureValues(logValue);
    }

    /**
     * Returns log p̃(prefix)·ψ, the intermediate target of a prefix. If no string passed through the state, it is the target of
     * the shorter prefix times q(choice).
     *
     * @param state the state that the prefix leads to
     * @param logP log p̃(prefix)
     * @param predicted the log of that product
     */
    double logTarget(int state, double logP, double predicted) {
        return Double.isNaN(logValue[state]) ? predicted : logP + logValue[state];
    }
}
