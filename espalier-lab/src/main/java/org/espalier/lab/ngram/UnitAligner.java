package org.espalier.lab.ngram;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Plural;
import org.espalier.run.data.Pair;

/**
 * Cuts pairs into joint units by expectation maximization: each unit has one probability, a pair that of the sum over all ways
 * to cut it. A unit reads and writes one symbol each, or several on one side and one on the other, or reads one and writes
 * nothing.
 *
 * <p>Complexity: a pair holds an int, and takes time, for each of |x|·|y| cells and each shape of unit.
 */
public final class UnitAligner {
    /** After so many steps alignments hardly change; what Phonetisaurus takes. */
    public static final int ITERATIONS = 11;

    private final List<SegmentationGrid> grids = new ArrayList<>();
    private final List<JointUnit> units = new ArrayList<>();
    private final double[] logProbabilities;

    /**
     * Starts with all units equally probable.
     *
     * @param pairs each of which {@link #canAlign} holds for
     */
    public UnitAligner(List<Pair> pairs, int maxRead, int maxWritten) {
        if (maxRead < 1 || maxWritten < 1) {
            throw new EspalierException(
                    "a unit must be allowed a symbol on each side; found " + maxRead + " and " + maxWritten);
        }
        List<SegmentationGrid.Shape> shapes = SegmentationGrid.Shape.upTo(maxRead, maxWritten);
        Inventory inventory = new Inventory(Math.max(maxRead, maxWritten));
        for (Pair pair : pairs) {
            if (!canAlign(pair, maxWritten)) {
                throw new EspalierException("x of " + Plural.of(pair.x().size(), "symbol") + " cannot write "
                        + pair.y().size() + ", at most " + maxWritten + " each; leave the pair out, or allow more");
            }
            grids.add(new SegmentationGrid(pair.x().size(), pair.y().size(), shapes, inventory.cutter(pair)));
        }
        logProbabilities = new double[units.size()];
        Arrays.fill(logProbabilities, -Math.log(units.size()));
    }

    /** Whether there is a way to cut a pair: x is not empty, and y not too long for it. */
    public static boolean canAlign(Pair pair, int maxWritten) {
        return !pair.x().isEmpty()
                && pair.y().size() <= (long) maxWritten * pair.x().size();
    }

    /** The best alignments after {@link #ITERATIONS} steps, in the order of the pairs. */
    public static List<List<JointUnit>> align(List<Pair> pairs, int maxRead, int maxWritten) {
        UnitAligner aligner = new UnitAligner(pairs, maxRead, maxWritten);
        for (int k = 0; k < ITERATIONS; k++) {
            aligner.step();
        }
        return aligner.best();
    }

    /**
     * Makes each unit as probable as it is frequent, in expectation.
     *
     * @return the log-likelihood of all pairs before; no step makes it smaller
     */
    public double step() {
        double[] expected = new double[logProbabilities.length];
        double logLikelihood = 0;
        for (SegmentationGrid grid : grids) {
            logLikelihood += grid.expect(logProbabilities, expected);
        }
        double logTotal = Math.log(Arrays.stream(expected).sum());
        Arrays.setAll(logProbabilities, unit -> Math.log(expected[unit]) - logTotal);
        return logLikelihood;
    }

    /** The most probable way to cut each pair. */
    public List<List<JointUnit>> best() {
        return grids.stream()
                .map(grid -> IntStream.of(grid.best(logProbabilities))
                        .mapToObj(units::get)
                        .toList())
                .toList();
    }

    /** Numbers units by the numbers of their two sides: few lists of symbols are hashed. */
    private final class Inventory {
        private final int longest;
        private final Map<List<String>, Integer> sides = new HashMap<>();
        private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();

        Inventory(int longest) {
            this.longest = longest;
            numbers.defaultReturnValue(-1);
        }

        SegmentationGrid.Cutter cutter(Pair pair) {
            int[][] read = numbers(pair.x());
            int[][] written = numbers(pair.y());
            return (i, j, shape) -> {
                long key = ((long) read[i][shape.read()] << 32) | written[j][shape.written()];
                int known = numbers.get(key);
                if (known >= 0) {
                    return known;
                }
                units.add(new JointUnit(
                        pair.x().subList(i, i + shape.read()), pair.y().subList(j, j + shape.written())));
                numbers.put(key, units.size() - 1);
                return units.size() - 1;
            };
        }

        /** The number of each part, by where it begins and how long it is. */
        private int[][] numbers(List<String> string) {
            int n = string.size();
            return IntStream.rangeClosed(0, n)
                    .mapToObj(from -> IntStream.rangeClosed(0, Math.min(longest, n - from))
                            .map(length -> number(string.subList(from, from + length)))
                            .toArray())
                    .toArray(int[][]::new);
        }

        private int number(List<String> part) {
            Integer known = sides.get(part);
            if (known == null) {
                known = sides.size();
                sides.put(List.copyOf(part), known);
            }
            return known;
        }
    }
}
