package org.espalier.lab.task;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Plural;
import org.espalier.fst.base.Shuffle;
import org.espalier.run.data.Pair;

/**
 * The paper's cipher task: a random string is enciphered by one of several random permutations of the letters, and noise
 * deletes and inserts letters in the result. Only a sampler that finds the cipher can tell what happened to a letter.
 *
 * <p>Test pairs are longer than training pairs. No pair occurs twice.
 */
public final class CipherTask {
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz";

    /** The number of repeated draws of known pairs after which hardly any other pairs are assumed to exist. */
    private static final int MAX_TRIES = 1000;

    private final CipherSettings settings;
    private final List<String> letters;
    private final List<List<String>> ciphers;

    private CipherTask(CipherSettings settings, SplittableRandom random) {
        this.settings = settings;
        letters = letters(settings.letters);
        ciphers = IntStream.range(0, settings.ciphers)
                .mapToObj(c -> List.copyOf(Shuffle.of(letters, random)))
                .toList();
    }

    /**
     * The settings of the task. The defaults are the paper's, or reproduce its statistics: outputs are 0.2 letters longer than
     * inputs, for inputs of 5.2 as of 11 letters, if the probabilities of deleting a letter and of inserting one in a gap
     * are both 0.2.
     *
     * @param ciphers the number of ciphers
     * @param letters the number of letters, starting with a
     * @param trainLength the mean length of training and validation inputs
     * @param testLength the mean length of test inputs
     * @param spread the number of equally frequent lengths around the mean
     * @param deletion the probability that a letter is deleted
     * @param insertion the probability that a letter is inserted before the first, between two, or after the last letter
     * @param sizes the number of pairs of each part
     */
    public record CipherSettings(
            int ciphers,
            int letters,
            double trainLength,
            double testLength,
            int spread,
            double deletion,
            double insertion,
            SplitSizes sizes,
            long seed) {
        public static final CipherSettings DEFAULT =
                new CipherSettings(5, ALPHABET.length(), 5.2, 11, 5, 0.2, 0.2, new SplitSizes(10_000, 1000, 1000), 1);

        public CipherSettings {
            require(ciphers >= 1, "n-ciphers", ciphers, "at least 1");
            require(letters >= 1 && letters <= ALPHABET.length(), "letters", letters, "from 1 to 26");
            require(spread >= 1, "spread", spread, "at least 1");
            double shortest = 1 + (spread - 1) / 2.0;
            String longEnough = "a number from " + shortest + " on, so that with a spread of " + spread
                    + " no input is empty, to 1000";
            require(trainLength >= shortest && trainLength <= 1000, "train-length", trainLength, longEnough);
            require(testLength >= shortest && testLength <= 1000, "test-length", testLength, longEnough);
            require(deletion >= 0 && deletion < 1, "deletion", deletion, "at least 0 and less than 1");
            require(insertion >= 0 && insertion <= 1, "insertion", insertion, "from 0 to 1");
        }

        private static void require(boolean valid, String name, Number value, String rule) {
            if (!valid) {
                throw new EspalierException(name + " is " + value + ", but must be " + rule);
            }
        }

        public CipherSettings withCiphers(int changed) {
            return new CipherSettings(
                    changed, letters, trainLength, testLength, spread, deletion, insertion, sizes, seed);
        }

        public CipherSettings withLetters(int changed) {
            return new CipherSettings(
                    ciphers, changed, trainLength, testLength, spread, deletion, insertion, sizes, seed);
        }

        public CipherSettings withLengths(double train, double test, int changedSpread) {
            return new CipherSettings(ciphers, letters, train, test, changedSpread, deletion, insertion, sizes, seed);
        }

        public CipherSettings withNoise(double changedDeletion, double changedInsertion) {
            return new CipherSettings(
                    ciphers, letters, trainLength, testLength, spread, changedDeletion, changedInsertion, sizes, seed);
        }

        public CipherSettings withSizes(SplitSizes changed) {
            return new CipherSettings(
                    ciphers, letters, trainLength, testLength, spread, deletion, insertion, changed, seed);
        }

        public CipherSettings withSeed(long changed) {
            return new CipherSettings(
                    ciphers, letters, trainLength, testLength, spread, deletion, insertion, sizes, changed);
        }

        private DataRecipe recipe() {
            return new DataRecipe(
                    "cipher",
                    seed,
                    new DataRecipe.Options()
                            .add("n-ciphers", ciphers, DEFAULT.ciphers)
                            .add("letters", letters, DEFAULT.letters)
                            .add("train-length", trainLength, DEFAULT.trainLength)
                            .add("test-length", testLength, DEFAULT.testLength)
                            .add("spread", spread, DEFAULT.spread)
                            .add("deletion", deletion, DEFAULT.deletion)
                            .add("insertion", insertion, DEFAULT.insertion)
                            .add(sizes, DEFAULT.sizes)
                            .changed(),
                    "random strings, enciphered and with noise added");
        }
    }

    /**
     * Makes the data.
     *
     * @throws EspalierException if there are too few different pairs of these lengths
     */
    public static TaskData of(CipherSettings settings) {
        SplittableRandom random = new SplittableRandom(settings.seed);
        CipherTask cipher = new CipherTask(settings, random.split());
        // Training pairs are drawn last, so that their number does not change the other parts.
        Set<Pair> taken = new HashSet<>();
        SplitSizes sizes = settings.sizes;
        List<Pair> test = cipher.pairs(sizes.test(), settings.testLength, taken, random.split());
        List<Pair> valid = cipher.pairs(sizes.valid(), settings.trainLength, taken, random.split());
        List<Pair> train = cipher.pairs(sizes.train(), settings.trainLength, taken, random.split());
        return new TaskData("cipher", train, valid, test, cipher.machine(), settings.recipe());
    }

    private static List<String> letters(int count) {
        return ALPHABET.substring(0, count)
                .codePoints()
                .mapToObj(Character::toString)
                .toList();
    }

    private List<Pair> pairs(int count, double meanLength, Set<Pair> taken, SplittableRandom random) {
        List<Pair> pairs = new ArrayList<>();
        for (int tries = 0; pairs.size() < count; tries++) {
            Pair pair = pair(meanLength, random);
            if (!pair.y().isEmpty() && taken.add(pair)) {
                pairs.add(pair);
                tries = 0;
            } else if (tries == MAX_TRIES) {
                throw new EspalierException("found " + Plural.of(pairs.size(), "different pair") + " of about "
                        + meanLength + " letters, but " + count + " are wanted; ask for fewer, or for longer ones");
            }
        }
        return pairs;
    }

    private Pair pair(double meanLength, SplittableRandom random) {
        int length = length(meanLength, random);
        List<String> cipher = ciphers.get(random.nextInt(ciphers.size()));
        List<String> x = new ArrayList<>();
        List<String> y = new ArrayList<>();
        for (int k = 0; k < length; k++) {
            int letter = random.nextInt(letters.size());
            x.add(letters.get(letter));
            insert(y, random);
            if (random.nextDouble() >= settings.deletion) {
                y.add(cipher.get(letter));
            }
        }
        insert(y, random);
        return new Pair(List.copyOf(x), List.copyOf(y), 0);
    }

    /** Returns the floor of a uniform number over an interval of integer length, so that the mean is exact. */
    private int length(double mean, SplittableRandom random) {
        double least = mean - (settings.spread - 1) / 2.0;
        return (int) (least + settings.spread * random.nextDouble());
    }

    private void insert(List<String> y, SplittableRandom random) {
        if (random.nextDouble() < settings.insertion) {
            y.add(letters.get(random.nextInt(letters.size())));
        }
    }

    private TaskMachine machine() {
        Map<String, String> tables = new LinkedHashMap<>();
        for (int c = 0; c < ciphers.size(); c++) {
            List<String> cipher = ciphers.get(c);
            tables.put(
                    "cipher" + (c + 1) + ".tsv",
                    IntStream.range(0, letters.size())
                            .mapToObj(k -> letters.get(k) + "\t" + cipher.get(k) + "\n")
                            .collect(Collectors.joining()));
        }
        return new TaskMachine(program(), tables);
    }

    private String program() {
        String encipher = numbered(
                "encipher%1$d = _:_ / cipher%1$d ([a:b in table \"cipher%1$d.tsv\"] a:b / replace a b)*", "\n");
        return """
                # The paper's cipher task: one of several ciphers enciphers the whole input, and noise is added to the result.

                input  = chars "%s"
                output = input

                # A cipher says which it is, then replaces each letter by the one in its table.
                %s

                # Noise copies or deletes each enciphered letter and inserts letters anywhere.
                noise = ([b in output] (b:b / copy b | b:_ / delete b | _:b / insert b))*

                # The marks of an arc are the cipher's, then the noise's: replace a b copy b.
                machine = (%s) @ noise
                """.formatted(String.join("", letters), encipher, numbered("encipher%d", " | "));
    }

    private String numbered(String form, String between) {
        return IntStream.rangeClosed(1, ciphers.size())
                .mapToObj(form::formatted)
                .collect(Collectors.joining(between));
    }
}
