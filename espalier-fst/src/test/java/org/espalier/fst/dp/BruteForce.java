package org.espalier.fst.dp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;
import org.espalier.fst.Lattice;
import org.espalier.fst.base.LimitException;

/** Reference implementations that list every path: slow and obvious. */
final class BruteForce {
    private BruteForce() {}

    /** Returns the arcs of every path of at most {@code maxMarks} marks, in lexicographic order of marks. */
    static List<int[]> paths(Lattice lattice, int maxMarks) {
        List<int[]> found = new ArrayList<>();
        if (!lattice.isEmpty()) {
            extend(lattice, 0, new int[0], maxMarks, found);
        }
        found.sort(Comparator.comparing(lattice::marksOf, Arrays::compare));
        return found;
    }

    static List<int[]> paths(Lattice lattice) {
        return paths(lattice, lattice.states());
    }

    private static void extend(Lattice lattice, int state, int[] prefix, int maxMarks, List<int[]> found) {
        if (found.size() > 1_000_000) {
            throw new LimitException("too many paths to list one by one");
        }
        if (lattice.isFinal(state)) {
            found.add(prefix);
        }
        for (int a = lattice.firstArc(state); a < lattice.endArc(state) && prefix.length < maxMarks; a++) {
            int[] longer = Arrays.copyOf(prefix, prefix.length + 1);
            longer[prefix.length] = a;
            extend(lattice, lattice.target(a), longer, maxMarks, found);
        }
    }

    static int endOf(Lattice lattice, int[] arcs) {
        return arcs.length == 0 ? 0 : lattice.target(arcs[arcs.length - 1]);
    }

    static double weight(Lattice lattice, Semiring semiring, Weights weights, int[] arcs) {
        double product = semiring.one();
        for (int arc : arcs) {
            product = semiring.times(product, weights.arc(arc));
        }
        return semiring.times(product, weights.end(endOf(lattice, arcs)));
    }

    static double total(Lattice lattice, Semiring semiring, Weights weights) {
        return paths(lattice).stream()
                .mapToDouble(path -> weight(lattice, semiring, weights, path))
                .reduce(semiring.zero(), semiring::plus);
    }

    /** Returns the probability of each of these paths, or all 0 if none has weight. */
    static double[] probabilities(Lattice lattice, Weights logWeights, List<int[]> paths) {
        double[] weight = paths.stream()
                .mapToDouble(path -> Math.exp(weight(lattice, Semirings.LOG, logWeights, path)))
                .toArray();
        double total = Arrays.stream(weight).sum();
        return Arrays.stream(weight).map(w -> total == 0 ? 0 : w / total).toArray();
    }

    /** Returns normally distributed log weights, about one in eight of which is -∞. */
    static Weights logWeights(Lattice lattice, RandomGenerator random) {
        return weights(lattice, () -> random.nextInt(8) == 0 ? Double.NEGATIVE_INFINITY : 2 * random.nextGaussian());
    }

    static Weights weights(Lattice lattice, DoubleSupplier each) {
        double[] arc = new double[lattice.arcs()];
        double[] end = new double[lattice.states()];
        Arrays.setAll(arc, a -> each.getAsDouble());
        Arrays.setAll(end, s -> lattice.isFinal(s) ? each.getAsDouble() : Double.NaN);
        return Weights.of(lattice, arc, end);
    }
}
