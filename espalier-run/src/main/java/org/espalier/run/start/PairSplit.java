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
import org.espalier.run.data.Reading;

/** Pairs split into parts to train on, to validate with and to test on. Each part keeps the order of the file. */
public record PairSplit(List<Pair> train, List<Pair> valid, List<Pair> test) {
    /**
     * The shares of inputs that are held out.
     *
     * @param valid the share to validate with; 0 if there is a file of validation pairs
     * @param test the share to test on; 0 if there is a file of test pairs
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
     * Splits pairs by input without its tags: all pairs of an input are in the same part, so that a model is not tested on inputs that it was
     * trained on. The choice depends on the seed and on the inputs in their order.
     *
     * @param name the name of the pairs in error messages
     */
    public static PairSplit of(List<Pair> pairs, Shares shares, long seed, String name, Reading reading) {
        var different = new LinkedHashSet<List<String>>();
        pairs.forEach(pair -> different.add(reading.letters(pair.x())));
        List<List<String>> inputs = Shuffle.of(List.copyOf(different), new SplittableRandom(seed));
        int valid = count(shares.valid, inputs.size());
        int test = count(shares.test, inputs.size());
        if (valid + test >= inputs.size()) {
            throw new EspalierException(
                            name + " has too few different inputs (" + inputs.size() + ") to hold out " + valid
                                    + " to validate with and " + test
                                    + " to test on; give more pairs, or separate files to validate with and to test on")
                    .withSettings("valid", "test");
        }
        Map<List<String>, Part> parts = new HashMap<>();
        inputs.subList(0, valid).forEach(x -> parts.put(x, Part.VALID));
        inputs.subList(valid, valid + test).forEach(x -> parts.put(x, Part.TEST));
        return new PairSplit(
                part(pairs, parts, Part.TRAIN, reading),
                part(pairs, parts, Part.VALID, reading),
                part(pairs, parts, Part.TEST, reading));
    }

    /** Returns whether no input is in two parts. Parts from separate files may overlap. */
    boolean isDisjoint() {
        Map<List<String>, Part> parts = new HashMap<>();
        return isNew(train, Part.TRAIN, parts) && isNew(valid, Part.VALID, parts) && isNew(test, Part.TEST, parts);
    }

    private static boolean isNew(List<Pair> pairs, Part part, Map<List<String>, Part> parts) {
        return pairs.stream().allMatch(pair -> parts.computeIfAbsent(pair.x(), x -> part) == part);
    }

    /** Returns the number of inputs of a share: at least 1, unless the share is 0. */
    private static int count(double share, int inputs) {
        return share == 0 ? 0 : (int) Math.max(1, Math.round(share * inputs));
    }

    private static List<Pair> part(List<Pair> pairs, Map<List<String>, Part> parts, Part wanted, Reading reading) {
        List<Pair> found = new ArrayList<>();
        for (Pair pair : pairs) {
            if (Objects.requireNonNullElse(parts.get(reading.letters(pair.x())), Part.TRAIN) == wanted) {
                found.add(pair);
            }
        }
        return List.copyOf(found);
    }
}
