package org.espalier.model.estimate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.LatticeBatch;

/**
 * How well a sampler could do that sees nothing of the past but its state and the last few marks. Of all such samplers the
 * one with the least KL(p ‖ q) chooses as the posterior does on average over the pasts that it cannot tell apart; it need
 * share nothing with other states or pairs. With no marks at all it is the best that plain SWP could be, which is Markov:
 * what SWP is worse by is a matter of its features and of its training, the rest of its family.
 *
 * <p>On a minimal lattice a state stands for all pasts with the same futures, which is what SWP's embeddings can tell
 * apart at most.
 *
 * @param marks how many of the last marks are seen
 * @param inclusiveKl KL(p ‖ q*)
 * @param exclusiveKl KL(q* ‖ p)
 */
public record HistoryProjection(int marks, double inclusiveKl, double exclusiveKl) {

    /** What is seen of the past. */
    private record Context(int state, List<Integer> lastMarks) {}

    /** What the posterior does where that is seen. */
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

        double logShare(int choice) {
            return Math.log(mass[choice] / total);
        }
    }

    /** Does something with each choice of a path. */
    @FunctionalInterface
    private interface ChoiceVisitor {
        void choice(Context context, int choices, int choice);
    }

    /**
     * The projection of the posterior of one pair.
     *
     * @param batch of the pair alone
     * @param paths all its paths, from {@link Exact#paths}
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
                            Objects.requireNonNull(table.get(context)).logShare(choice));
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
