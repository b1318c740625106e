package org.espalier.model.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LimitException;
import org.espalier.model.LatticeSource;
import org.espalier.model.PathSampler;

/**
 * Pairs for the sampler alone that nobody has to collect: the beginnings of one training pair, continued by the ends of another,
 * cut anywhere. A posterior p(ω | x, y) is defined for every pair that the machine generates, probable or not, so a sampler can
 * learn from any of them. Splices are longer, and stranger, than the training pairs, as the pairs may be that the sampler meets
 * later.
 */
final class Splices {
    /** The number of splices that are tried until the machine generates one; after these the pair stays as it is. */
    private static final int TRIES = 8;

    private final LatticeSource train;
    private final double share;
    private final long seed;
    private final Optional<LatticeBuilder> builder;
    private final Function<Lattice, Optional<String>> obstacle;

    /**
     * Creates the splices of some pairs.
     *
     * @param train the pairs to train on; if {@code share} is not 0, these must know their machine
     * @param share the probability that a pair of a step is replaced by a splice that begins with it
     */
    Splices(LatticeSource train, PathSampler sampler, double share, long seed) {
        this.train = train;
        this.share = share;
        this.seed = seed;
        this.builder = share == 0 ? Optional.empty() : train.builder();
        this.obstacle = sampler::obstacle;
        if (share > 0 && builder.isEmpty()) {
            throw new EspalierException(
                            "splices need the machine of the training pairs, and these have none in common; set splices to 0")
                    .withSettings("splices");
        }
    }

    /** Returns whether a number of a {@link MicroBatch} is that of a splice. */
    static boolean isSplice(int number) {
        return number < 0;
    }

    /** Returns the pairs of a step, some replaced by splices: that which begins with pair n has the number −1 − n. */
    MicroBatch batch(long step, int... pairs) {
        RandomGenerator[] streams = Seeds.streams(seed, Seeds.SPLICES, step, pairs);
        int[] numbers = pairs.clone();
        List<Lattice> lattices = new ArrayList<>();
        for (int p = 0; p < pairs.length; p++) {
            Optional<Lattice> spliced =
                    share > 0 && streams[p].nextDouble() < share ? splice(pairs[p], streams[p]) : Optional.empty();
            if (spliced.isPresent()) {
                numbers[p] = -1 - pairs[p];
            }
            int pair = pairs[p];
            lattices.add(spliced.orElseGet(() -> train.lattice(pair)));
        }
        return new MicroBatch(
                lattices,
                numbers,
                Arrays.stream(pairs).mapToDouble(train::weight).toArray());
    }

    /** Returns the sum of the weights of pairs. A splice has the weight of the pair that it begins with. */
    double weight(int... pairs) {
        return Arrays.stream(pairs).mapToDouble(train::weight).sum();
    }

    private Optional<Lattice> splice(int first, RandomGenerator random) {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            int second = random.nextInt(train.size());
            int[] x = splice(train.input(first), train.input(second), random);
            int[] y = splice(train.output(first), train.output(second), random);
            try {
                Lattice lattice = builder.orElseThrow().build(x, y);
                if (!lattice.isEmpty() && obstacle.apply(lattice).isEmpty()) {
                    return Optional.of(lattice);
                }
            } catch (LimitException e) {
                // Too large: another one is tried.
            }
        }
        return Optional.empty();
    }

    private static int[] splice(int[] beginning, int[] end, RandomGenerator random) {
        int until = random.nextInt(beginning.length + 1);
        int from = random.nextInt(end.length + 1);
        return IntStream.concat(
                        IntStream.range(0, until).map(i -> beginning[i]),
                        IntStream.range(from, end.length).map(i -> end[i]))
                .toArray();
    }
}
