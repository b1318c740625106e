package org.espalier.model.estimate;

import java.util.Arrays;
import java.util.List;
import org.espalier.model.EventScores;
import org.espalier.model.LatticeBatch;
import org.espalier.model.PathSampler;
import org.espalier.model.PrefixTree;

/**
 * A distribution over the mark strings of a batch that depends on the state alone: a table with the log-probability of every
 * choice at every state.
 */
final class PathTable implements PathSampler.Encoded {
    private final LatticeBatch batch;
    private final int[] firstChoice;
    private final double[] logQ;

    /** @param weights a weight for each choice, numbered by {@link #firstChoices}; they are normalized at each state */
    PathTable(LatticeBatch batch, int[] firstChoice, double[] weights) {
        this.batch = batch;
        this.firstChoice = firstChoice;
        this.logQ = new double[weights.length];
        for (int state = 0; state < batch.states(); state++) {
            double sum = 0;
            for (int choice = firstChoice[state]; choice < firstChoice[state + 1]; choice++) {
                sum += weights[choice];
            }
            for (int choice = firstChoice[state]; choice < firstChoice[state + 1]; choice++) {
                // A state of weight 0 is never reached.
                logQ[choice] = sum == 0 ? Double.NEGATIVE_INFINITY : Math.log(weights[choice] / sum);
            }
        }
    }

    /** Numbers the choices of a batch by state. The last entry is the number of choices. */
    static int[] firstChoices(LatticeBatch batch) {
        int[] result = new int[batch.states() + 1];
        for (int state = 0; state < batch.states(); state++) {
            result[state + 1] = result[state] + batch.choices(state);
        }
        return result;
    }

    /** Returns the numbers of the choices that a mark string takes, EOS included. */
    static int[] choices(LatticeBatch batch, int[] firstChoice, int pair, int... marks) {
        int[] result = new int[marks.length + 1];
        int state = batch.root(pair);
        for (int at = 0; at < marks.length; at++) {
            int choice = batch.choice(state, marks[at]);
            result[at] = firstChoice[state] + choice;
            state = batch.target(batch.arc(state, choice));
        }
        result[marks.length] = firstChoice[state] + batch.degree(state);
        return result;
    }

    /** Returns log q of the string that takes these choices. */
    double logQ(int... choices) {
        double sum = 0;
        for (int choice : choices) {
            sum += logQ[choice];
        }
        return sum;
    }

    @Override
    public LatticeBatch batch() {
        return batch;
    }

    @Override
    public EventScores score(PrefixTree tree) {
        throw new UnsupportedOperationException("the strings of a table are scored by their choices");
    }

    @Override
    public PathSampler.SamplingWalk walk(int[] pairs) {
        return new States(Arrays.stream(pairs).map(batch::root).toArray());
    }

    private final class States implements PathSampler.SamplingWalk {
        private final int[] states;

        States(int[] states) {
            this.states = states;
        }

        @Override
        public int rows() {
            return states.length;
        }

        @Override
        public int state(int row) {
            return states[row];
        }

        @Override
        public double[] logProbabilities() {
            double[] result =
                    new double[Arrays.stream(states).map(batch::choices).sum()];
            int next = 0;
            for (int state : states) {
                System.arraycopy(logQ, firstChoice[state], result, next, batch.choices(state));
                next += batch.choices(state);
            }
            return result;
        }

        @Override
        public PathSampler.SamplingWalk advance(int[] from, int[] ranks) {
            int[] next = new int[from.length];
            Arrays.setAll(next, row -> batch.target(batch.arc(states[from[row]], ranks[row])));
            return new States(next);
        }

        @Override
        public PathSampler.SamplingWalk joinedWith(List<? extends PathSampler.SamplingWalk> others) {
            return new States(PathSampler.SamplingWalk.statesOf(this, others));
        }
    }
}
