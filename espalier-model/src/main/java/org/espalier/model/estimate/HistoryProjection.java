package org.espalier.model.estimate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeBatch;

/**
 * The best approximation q* of a posterior by a sampler whose choices depend only on its state and the last few marks.
 *
 * <p>Among all such samplers, q* has the least KL(p ‖ q): it chooses as the posterior does on average over the histories
 * that it cannot distinguish. With no marks it is the best that plain SWP, which is Markov, could be. The loss of q* is the
 * loss of the family; what a trained SWP loses beyond that is due to its features and its training.
 *
 * <p>On a minimal lattice a state stands for all histories with the same futures, which are the most that SWP's embeddings
 * can distinguish.
 *
 * @param marks the number of last marks that q* sees
 * @param inclusiveKl KL(p ‖ q*)
 * @param exclusiveKl KL(q* ‖ p)
 */
public record HistoryProjection(int marks, double inclusiveKl, double exclusiveKl) {

    /** The part of the history that q* sees. */
    private record Context(int state, List<Integer> lastMarks) {}

    /** The posterior mass of each choice in one context. */
    private static final class Choices {
        private final double[] mass;
        private double total;

        Choices(int choices) {
            this.mass = new double[choices];
        }

        void add(int choice, double weight) {
            mass[choice] += weight;
            total += weight;
        }

        double logProbability(int choice) {
            return Math.log(mass[choice] / total);
        }
    }

    /** Receives each choice of a path. */
    @FunctionalInterface
    private interface ChoiceVisitor {
        void choice(Context context, int choices, int choice);
    }

    /**
     * Projects the posterior of one pair.
     *
     * @param batch the batch of this pair alone
     * @param paths all paths of the pair, from {@link Exact#paths}
     * @param marks the number of last marks that q* sees
     */
    public static HistoryProjection of(LatticeBatch batch, List<PosteriorString> paths, int marks) {
        if (batch.pairs() != 1 || marks < 0) {
            throw new EspalierException("a projection is of one pair, with at least 0 marks of the past; got "
                    + batch.pairs() + " pairs and " + marks + " marks");
        }
        Map<Context, Choices> table = new HashMap<>();
        for (PosteriorString path : paths) {
            visit(
                    batch,
                    path.string().marks(),
                    marks,
                    (context, choices, choice) -> table.computeIfAbsent(context, unseen -> new Choices(choices))
                            .add(choice, path.weight()));
        }
        double inclusive = 0;
        double exclusive = 0;
        double[] logQ = new double[1];
        for (PosteriorString path : paths) {
            logQ[0] = 0;
            visit(
                    batch,
                    path.string().marks(),
                    marks,
                    (context, choices, choice) -> logQ[0] +=
                            Objects.requireNonNull(table.get(context)).logProbability(choice));
            double logP = Math.log(path.weight());
            if (path.weight() > 0) {
                inclusive += path.weight() * (logP - logQ[0]);
                exclusive += Math.exp(logQ[0]) * (logQ[0] - logP);
            }
        }
        return new HistoryProjection(marks, inclusive, exclusive);
    }

    private static void visit(LatticeBatch batch, int[] string, int marks, ChoiceVisitor visitor) {
        int state = batch.root(0);
        for (int at = 0; at <= string.length; at++) {
            List<Integer> last =
                    Arrays.stream(string, Math.max(0, at - marks), at).boxed().toList();
            int choice = batch.choice(state, at < string.length ? string[at] : batch.marks());
            visitor.choice(new Context(state, last), batch.choices(state), choice);
            if (at < string.length) {
                state = batch.target(batch.arc(state, choice));
            }
        }
    }
}
