package org.espalier.run.start;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Shuffle;
import org.espalier.run.data.Pair;

/** Pairs to train on, to validate with and to test on, each part in the order of the file. */
public record PairSplit(List<Pair> train, List<Pair> valid, List<Pair> test) {
    /**
     * What parts are set apart.
     *
     * @param valid the share of inputs to validate with; 0 if there is a file of them already
     * @param test the share of inputs to test on; 0 in the same way
     */
    public record Shares(double valid, double test) {
        public Shares {
            if (!(valid >= 0 && test >= 0 && valid + test < 1)) {
                throw new EspalierException("a share of " + valid + " to validate with and one of " + test
                        + " to test on leave none to train on; both must be at least 0, and together below 1");
            }
        }
    }

    private enum Part {
        TRAIN,
        VALID,
        TEST
    }

    /**
     * Splits by input: all pairs of an input come into the same part, since a model that has seen one of them would be tested
     * on what it knows. Which inputs are set apart depends on the seed and on the inputs in their order.
     *
     * @param name what errors call the pairs
     */
    public static PairSplit of(List<Pair> pairs, Shares shares, long seed, String name) {
        var different = new LinkedHashSet<List<String>>();
        pairs.forEach(pair -> different.add(pair.x()));
        List<List<String>> inputs = Shuffle.of(List.copyOf(different), new SplittableRandom(seed));
        int valid = count(shares.valid, inputs.size());
        int test = count(shares.test, inputs.size());
        if (valid + test >= inputs.size()) {
            throw new EspalierException(name + " has too few different inputs (" + inputs.size() + ") to set " + valid
                    + " apart to validate with and " + test
                    + " to test on; bring more pairs, or files of their own with --valid and --test");
        }
        Map<List<String>, Part> parts = new HashMap<>();
        inputs.subList(0, valid).forEach(x -> parts.put(x, Part.VALID));
        inputs.subList(valid, valid + test).forEach(x -> parts.put(x, Part.TEST));
        return new PairSplit(
                part(pairs, parts, Part.TRAIN), part(pairs, parts, Part.VALID), part(pairs, parts, Part.TEST));
    }

    /** Whether no input is in two parts, which is so unless parts were brought by others. */
    boolean isDisjoint() {
        Map<List<String>, Part> parts = new HashMap<>();
        return isNew(train, Part.TRAIN, parts) && isNew(valid, Part.VALID, parts) && isNew(test, Part.TEST, parts);
    }

    private static boolean isNew(List<Pair> pairs, Part part, Map<List<String>, Part> parts) {
        return pairs.stream().allMatch(pair -> parts.computeIfAbsent(pair.x(), x -> part) == part);
    }

    /** At least one if any are wanted at all. */
    private static int count(double share, int inputs) {
        return share == 0 ? 0 : (int) Math.max(1, Math.round(share * inputs));
    }

    private static List<Pair> part(List<Pair> pairs, Map<List<String>, Part> parts, Part wanted) {
        List<Pair> found = new ArrayList<>();
        for (Pair pair : pairs) {
            if (Objects.requireNonNullElse(parts.get(pair.x()), Part.TRAIN) == wanted) {
                found.add(pair);
            }
        }
        return List.copyOf(found);
    }
}
