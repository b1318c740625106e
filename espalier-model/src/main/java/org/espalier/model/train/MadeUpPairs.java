package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.espalier.fst.AmbiguousMarksException;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LimitException;
import org.espalier.model.LatticeSource;
import org.espalier.model.PathSampler;

/**
 * Pairs to train on that nobody has to collect, made from the training pairs.
 *
 * <p>A <em>splice</em> is the beginnings of one pair, continued by the ends of another, cut anywhere. It is for the sampler
 * alone: a posterior p(ω | x, y) is defined for every pair that the machine generates, probable or not, so a sampler can learn
 * from any of them. Splices are longer, and stranger, than the training pairs, as the pairs may be that the sampler meets later.
 *
 * <p>A <em>hallucination</em> (Anastasopoulos and Neubig 2019) is a pair whose stem, the longest string that is in both x and y,
 * is replaced in both by random symbols. The rest stays, so the scorer learns endings independently of the few stems that it
 * has seen.
 */
final class MadeUpPairs {
    /** The number of pairs that are tried until the machine generates one; after these the pair stays as it is. */
    private static final int TRIES = 8;

    /** A shorter common string may be chance. */
    private static final int SHORTEST_STEM = 3;

    private final LatticeSource train;
    private final double splices;
    private final long spliceSteps;
    private final double hallucinations;
    private final long seed;
    private final Optional<LatticeBuilder> builder;
    private final Function<Lattice, Optional<String>> obstacle;
    /** For each input symbol the output symbol of the same name, or -1. */
    private final int[] outputOfInput;

    /**
     * Creates the pairs made from some others.
     *
     * @param train the pairs to train on; these must know their machine if others are to be made from them
     */
    MadeUpPairs(LatticeSource train, PathSampler sampler, TrainingSettings settings) {
        this.train = train;
        this.splices = settings.splices();
        this.spliceSteps = settings.spliceSteps() == 0 ? Long.MAX_VALUE : settings.spliceSteps();
        this.hallucinations = settings.hallucinations();
        this.seed = settings.seed();
        this.builder = splices + hallucinations == 0 ? Optional.empty() : train.builder();
        this.obstacle = sampler::obstacle;
        if (splices + hallucinations > 0 && builder.isEmpty()) {
            String setting = splices > 0 ? "splices" : "hallucinations";
            throw new EspalierException(setting
                            + " need the machine of the training pairs, and these have none in common; set " + setting
                            + " to 0")
                    .withSettings(setting);
        }
        this.outputOfInput =
                builder.map(known -> outputOfInput(known.lattices().machine())).orElse(new int[0]);
    }

    private static int[] outputOfInput(Mfst machine) {
        return machine.output().ids(machine.input().symbols());
    }

    /** Returns whether a number of a {@link MicroBatch} is that of a made-up pair. */
    static boolean isMadeUp(int number) {
        return number < 0;
    }

    /** Returns the pairs of a step, some replaced by made-up ones: that which is made from pair n has the number −1 − n. */
    MicroBatch batch(long step, int... pairs) {
        RandomGenerator[] streams = Seeds.streams(seed, Seeds.MADE_UP, step, pairs);
        int[] numbers = pairs.clone();
        List<Lattice> lattices = new ArrayList<>();
        for (int p = 0; p < pairs.length; p++) {
            int pair = pairs[p];
            Optional<Lattice> madeUp = builder.isEmpty() ? Optional.empty() : madeUp(step, pair, streams[p]);
            if (madeUp.isPresent()) {
                numbers[p] = -1 - pair;
            }
            lattices.add(madeUp.orElseGet(() -> train.lattice(pair)));
        }
        return new MicroBatch(
                lattices,
                numbers,
                Arrays.stream(pairs).mapToDouble(train::weight).toArray());
    }

    /** Returns the sum of the weights of pairs. A made-up pair has the weight of the pair that it is made from. */
    double weight(int... pairs) {
        return Arrays.stream(pairs).mapToDouble(train::weight).sum();
    }

    /** Returns a pair made from another; empty if the other is to stay, or none was found that can be learned from. */
    private Optional<Lattice> madeUp(long step, int pair, RandomGenerator random) {
        double kind = random.nextDouble();
        if (kind >= splices + hallucinations || (kind < splices && step >= spliceSteps)) {
            return Optional.empty();
        }
        for (int attempt = 0; attempt < TRIES; attempt++) {
            Optional<Strings> strings =
                    kind < splices ? Optional.of(splice(pair, random)) : hallucination(pair, random);
            if (strings.isEmpty()) {
                return Optional.empty();
            }
            try {
                Lattice lattice = builder.orElseThrow().build(strings.get().x, strings.get().y);
                if (!lattice.isEmpty() && obstacle.apply(lattice).isEmpty()) {
                    return Optional.of(lattice);
                }
            } catch (LimitException | AmbiguousMarksException e) {
                // Too large, or its marks do not say which path is meant: another one is tried.
            }
        }
        return Optional.empty();
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Strings(int[] x, int[] y) {}

    private Strings splice(int first, RandomGenerator random) {
        int second = random.nextInt(train.size());
        int[] x = splice(train.input(first), train.input(second), random);
        int[] y = splice(train.output(first), train.output(second), random);
        return new Strings(x, y);
    }

    private static int[] splice(int[] beginning, int[] end, RandomGenerator random) {
        int until = random.nextInt(beginning.length + 1);
        int from = random.nextInt(end.length + 1);
        return IntStream.concat(
                        IntStream.range(0, until).map(i -> beginning[i]),
                        IntStream.range(from, end.length).map(i -> end[i]))
                .toArray();
    }

    /** Returns a pair with another stem; empty if the pair has none. */
    private Optional<Strings> hallucination(int pair, RandomGenerator random) {
        int[] x = train.input(pair).clone();
        int[] y = train.output(pair).clone();
        Stem stem = stem(x, y);
        if (stem.length < SHORTEST_STEM) {
            return Optional.empty();
        }
        for (int k = 0; k < stem.length; k++) {
            int symbol = commonSymbol(x[stem.inputStart + k], random);
            x[stem.inputStart + k] = symbol;
            y[stem.outputStart + k] = outputOfInput[symbol];
        }
        return Optional.of(new Strings(x, y));
    }

    /** Returns a symbol that both tapes have, from a random place of a random input; the given one if none is found. */
    private int commonSymbol(int given, RandomGenerator random) {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            int[] x = train.input(random.nextInt(train.size()));
            int symbol = x.length == 0 ? given : x[random.nextInt(x.length)];
            if (outputOfInput[symbol] >= 0) {
                return symbol;
            }
        }
        return given;
    }

    /** The longest string that is in both x and y; the first of equally long ones. */
    private record Stem(int inputStart, int outputStart, int length) {}

    private Stem stem(int[] x, int[] y) {
        Stem longest = new Stem(0, 0, 0);
        int[] before = new int[y.length + 1];
        for (int i = 0; i < x.length; i++) {
            int[] here = new int[y.length + 1];
            for (int j = 0; j < y.length; j++) {
                here[j + 1] = outputOfInput[x[i]] == y[j] ? before[j] + 1 : 0;
                if (here[j + 1] > longest.length) {
                    longest = new Stem(i + 1 - here[j + 1], j + 1 - here[j + 1], here[j + 1]);
                }
            }
            before = here;
        }
        return longest;
    }
}
