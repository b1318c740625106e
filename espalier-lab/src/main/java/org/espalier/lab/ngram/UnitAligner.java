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
 * Segments pairs into joint units by expectation maximization. Each unit has one probability; the probability of a pair is the
 * sum over all its segmentations. A unit reads and writes one symbol each, or several on one side and one on the other, or reads
 * one and writes nothing.
 *
 * <p>Complexity: time and memory per pair are O(|x| · |y| · shapes of units).
 */
public final class UnitAligner {
    /** The number of steps after which alignments hardly change, as in Phonetisaurus. */
    public static final int ITERATIONS = 11;

    private final List<SegmentationGrid> grids = new ArrayList<>();
    private final List<JointUnit> units = new ArrayList<>();
    private final double[] logProbabilities;

    /**
     * Starts with all units equally probable.
     *
     * @param pairs pairs that {@link #canAlign} accepts
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
            grids.add(new SegmentationGrid(pair.x().size(), pair.y().size(), shapes, inventory.numbering(pair)));
        }
        logProbabilities = new double[units.size()];
        Arrays.fill(logProbabilities, -Math.log(units.size()));
    }

    /** Returns whether a pair has a segmentation: x is not empty, and y is not too long for it. */
    public static boolean canAlign(Pair pair, int maxWritten) {
        return !pair.x().isEmpty()
                && pair.y().size() <= (long) maxWritten * pair.x().size();
    }

    /** Returns the best alignments after {@link #ITERATIONS} steps, in the order of the pairs. */
    public static List<List<JointUnit>> align(List<Pair> pairs, int maxRead, int maxWritten) {
        UnitAligner aligner = new UnitAligner(pairs, maxRead, maxWritten);
        for (int k = 0; k < ITERATIONS; k++) {
            aligner.step();
        }
        return aligner.best();
    }

    /**
     * Sets the probability of each unit to its expected relative frequency.
     *
     * @return the log-likelihood of all pairs before the step; no step decreases it
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

    /** Returns the most probable segmentation of each pair. */
    public List<List<JointUnit>> best() {
        return grids.stream()
                .map(grid -> IntStream.of(grid.best(logProbabilities))
                        .mapToObj(units::get)
                        .toList())
                .toList();
    }

    /** Numbers units by the numbers of their two sides, so that few lists of symbols are hashed. */
    private final class Inventory {
        private final int longest;
        private final Map<List<String>, Integer> sides = new HashMap<>();
        private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();

        Inventory(int longest) {
            this.longest = longest;
            numbers.defaultReturnValue(-1);
        }

        SegmentationGrid.UnitNumbering numbering(Pair pair) {
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

        /** Returns the number of each substring, by its start and its length. */
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
