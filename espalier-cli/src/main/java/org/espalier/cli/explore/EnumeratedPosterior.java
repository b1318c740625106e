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
 * Every string of a pair, with what a model thinks of it.
 *
 * @param logLikelihood log p̃(x, y)
 */
record EnumeratedPosterior(List<ScoredString> strings, double logLikelihood) {
    /** How many strings are taken between two looks at whether they are still wanted. */
    private static final int OFTEN = 64;

    static boolean isPossible(Lattice lattice) {
        return Exact.canEnumerate(lattice, ExplorerLimits.PATHS);
    }

    static EnumeratedPosterior of(Model model, LatticeBatch batch, CancellationToken stop) {
        List<ScoredString> strings = new ArrayList<>();
        Exact.of(model).withMaxPaths(ExplorerLimits.PATHS).visit(batch, (pair, string) -> {
            if (strings.size() % OFTEN == 0) {
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

    /** E_q[log q(ω) - log p̃(ω)] (equation 7). */
    double partialKl() {
        return strings.stream()
                .filter(string -> string.logQ() > Double.NEGATIVE_INFINITY)
                .mapToDouble(string -> -Math.exp(string.logQ()) * string.logWeight())
                .sum();
    }

    /** KL(q ‖ p); rounding must not make it negative. */
    double kl() {
        return Math.max(0, partialKl() + logLikelihood);
    }

    /**
     * After a prefix of marks, the posterior probability of each mark that may follow.
     *
     * @param end what stands for the end of a string
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
