package org.espalier.cli.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.espalier.fst.Lattice;
import org.espalier.fst.dp.Semirings;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.PosteriorString;
import org.espalier.model.estimate.ScoredString;

/**
 * All mark strings of a pair with their log-probabilities under a model.
 *
 * @param logLikelihood log p̃(x, y)
 */
record EnumeratedPosterior(List<ScoredString> strings, double logLikelihood) {
    /** The number of strings between two checks for cancellation. */
    private static final int CHECK_INTERVAL = 64;

    /** Returns whether a lattice has few enough paths. */
    static boolean isPossible(Lattice lattice) {
        return Exact.canEnumerate(lattice, ExplorerLimits.PATHS);
    }

    static EnumeratedPosterior of(Model model, LatticeBatch batch, CancellationToken stop) {
        List<ScoredString> strings = new ArrayList<>();
        Exact.of(model).withMaxPaths(ExplorerLimits.PATHS).visit(batch, (pair, string) -> {
            if (strings.size() % CHECK_INTERVAL == 0) {
                stop.check();
            }
            strings.add(string);
        });
        double total = Semirings.LOG.zero();
        for (ScoredString string : strings) {
            total = Semirings.LOG.plus(total, string.logP());
        }
        return new EnumeratedPosterior(strings, total);
    }

    List<PosteriorString> byPosterior() {
        return strings.stream()
                .map(string -> new PosteriorString(string, Math.exp(string.logP() - logLikelihood)))
                .toList();
    }

    List<PosteriorString> bySampler() {
        return strings.stream()
                .map(string -> new PosteriorString(string, Math.exp(string.logQ())))
                .toList();
    }

    /** Returns E_q[log q(ω) - log p̃(ω)] (equation 7). */
    double partialKl() {
        return strings.stream()
                .filter(string -> string.logQ() > Double.NEGATIVE_INFINITY)
                .mapToDouble(string -> -Math.exp(string.logQ()) * string.logWeight())
                .sum();
    }

    /** Returns KL(q ‖ p). Rounding must not make it negative. */
    double kl() {
        return Math.max(0, partialKl() + logLikelihood);
    }

    /**
     * Returns the posterior probability of each mark that may follow a prefix of marks.
     *
     * @param end the key for the end of the string
     */
    SortedMap<Integer, Double> next(int[] prefix, int end) {
        SortedMap<Integer, Double> next = new TreeMap<>();
        for (ScoredString string : strings) {
            int[] marks = string.marks();
            if (marks.length >= prefix.length && Arrays.equals(marks, 0, prefix.length, prefix, 0, prefix.length)) {
                int mark = marks.length == prefix.length ? end : marks[prefix.length];
                next.merge(mark, string.logP(), Semirings.LOG::plus);
            }
        }
        double total = next.values().stream().reduce(Semirings.LOG.zero(), Semirings.LOG::plus);
        next.replaceAll((mark, logP) -> Math.exp(logP - total));
        return next;
    }
}
