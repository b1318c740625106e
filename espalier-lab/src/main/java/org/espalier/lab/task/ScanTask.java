package org.espalier.lab.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Shuffle;
import org.espalier.run.data.Pair;

/**
 * SCAN (Lake and Baroni 2018): commands of a small language of movements and the actions that they stand for. The grammar
 *
 * <pre>
 * C → S and S | S after S | S
 * S → V twice | V thrice | V
 * V → D opposite D' | D around D' | D | U      (walk opposite left, turn around right)
 * D → U left | U right | turn left | turn right
 * U → walk | look | run | jump
 * </pre>
 *
 * is not recursive and generates 20,910 commands.
 */
public final class ScanTask {
    /** The maximum number of actions of training commands in the length split; the test commands have more. */
    public static final int MAX_TRAINED_ACTIONS = 22;

    /** The fraction of the commands that the simple split tests on. */
    private static final double TEST_FRACTION = 0.2;

    /** The fraction of the training pairs that become validation pairs. */
    private static final double VALID_FRACTION = 0.1;

    private static final List<String> VERBS = List.of("walk", "look", "run", "jump");
    private static final List<String> SIDES = List.of("left", "right");

    private ScanTask() {}

    /** How commands are split into training and test commands. */
    public enum Split {
        /** Training commands have at most {@value #MAX_TRAINED_ACTIONS} actions, test commands 24 and more. */
        LENGTH,
        /** A random split of 80% and 20%. It has the sizes of the published simple split, which used another seed. */
        SIMPLE;

        /** Returns the name on the command line. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The settings of the task.
     *
     * @param maxActions the maximum number of actions of a test pair; the paper names none
     * @param sizes the maximum sizes of the parts
     */
    public record ScanSettings(Split split, int maxActions, SplitSizes sizes, long seed) {
        /** All pairs of the length split. */
        public static final ScanSettings DEFAULT =
                new ScanSettings(Split.LENGTH, Integer.MAX_VALUE, SplitSizes.UNBOUNDED, 1);

        /**
         * The length split with test pairs as long as the paper's: with at most 25 actions they have 7.97 words and 24.57
         * actions on average; the paper's have 8.0 and 24.3 without an end symbol.
         */
        public static final ScanSettings PAPER = DEFAULT.withMaxActions(25);

        public ScanSettings withSplit(Split changed) {
            return new ScanSettings(changed, maxActions, sizes, seed);
        }

        public ScanSettings withMaxActions(int changed) {
            return new ScanSettings(split, changed, sizes, seed);
        }

        public ScanSettings withSizes(SplitSizes changed) {
            return new ScanSettings(split, maxActions, changed, seed);
        }

        public ScanSettings withSeed(long changed) {
            return new ScanSettings(split, maxActions, sizes, changed);
        }

        private DataRecipe recipe() {
            return new DataRecipe(
                    "scan",
                    seed,
                    new DataRecipe.Options()
                            .add("split", split.word(), DEFAULT.split.word())
                            .add("max-actions", maxActions, DEFAULT.maxActions)
                            .add(sizes, DEFAULT.sizes)
                            .changed(),
                    "SCAN (Lake and Baroni 2018), made anew from its grammar");
        }
    }

    /**
     * Makes the data.
     *
     * @throws EspalierException if every test pair has too many actions
     */
    public static TaskData of(ScanSettings settings) {
        SplittableRandom random = new SplittableRandom(settings.seed);
        Parts parts = settings.split == Split.LENGTH ? byLength() : atRandom(random.split());
        List<Pair> tested = parts.test.stream()
                .filter(pair -> pair.y().size() <= settings.maxActions)
                .toList();
        if (tested.isEmpty()) {
            throw new EspalierException(
                    "no test pair has at most " + settings.maxActions + " actions; the shortest of the "
                            + settings.split.word() + " split has "
                            + parts.test.stream()
                                    .mapToInt(pair -> pair.y().size())
                                    .min()
                                    .orElse(0));
        }
        List<Pair> learned = Shuffle.of(parts.train, random.split());
        int valid = (int) Math.round(VALID_FRACTION * learned.size());
        SplitSizes sizes = settings.sizes;
        return new TaskData(
                "scan",
                first(learned.subList(valid, learned.size()), sizes.train()),
                first(learned.subList(0, valid), sizes.valid()),
                first(Shuffle.of(tested, random.split()), sizes.test()),
                TaskMachine.deletionInsertion(),
                settings.recipe());
    }

    private record Parts(List<Pair> train, List<Pair> test) {}

    private static Parts byLength() {
        List<Pair> all = commands();
        return new Parts(
                all.stream()
                        .filter(pair -> pair.y().size() <= MAX_TRAINED_ACTIONS)
                        .toList(),
                all.stream()
                        .filter(pair -> pair.y().size() > MAX_TRAINED_ACTIONS)
                        .toList());
    }

    private static Parts atRandom(SplittableRandom random) {
        List<Pair> all = Shuffle.of(commands(), random);
        int tested = (int) Math.round(TEST_FRACTION * all.size());
        return new Parts(all.subList(tested, all.size()), all.subList(0, tested));
    }

    private static List<Pair> first(List<Pair> pairs, int max) {
        return pairs.subList(0, Math.min(max, pairs.size()));
    }

    /** Returns all commands, in the order of the grammar. */
    public static List<Pair> commands() {
        List<Phrase> sentences = sentences();
        List<Phrase> all = new ArrayList<>(sentences);
        for (Phrase first : sentences) {
            for (Phrase second : sentences) {
                all.add(new Phrase(first.words + " and " + second.words, concat(first.actions, second.actions)));
                all.add(new Phrase(first.words + " after " + second.words, concat(second.actions, first.actions)));
            }
        }
        return all.stream().map(Phrase::pair).toList();
    }

    /** Words and the actions that they stand for. */
    private record Phrase(String words, List<String> actions) {
        Pair pair() {
            return new Pair(Alphabet.words(words), actions, 0);
        }

        Phrase times(int count, String word) {
            return new Phrase(words + " " + word, repeat(actions, count));
        }
    }

    /** Returns the phrases of S. */
    private static List<Phrase> sentences() {
        return movements()
                .flatMap(phrase -> Stream.of(phrase, phrase.times(2, "twice"), phrase.times(3, "thrice")))
                .toList();
    }

    /** Returns the phrases of V, D and U. */
    private static Stream<Phrase> movements() {
        Stream<Phrase> plain = VERBS.stream().map(verb -> new Phrase(verb, List.of(action(verb))));
        Stream<Phrase> directed = Stream.concat(VERBS.stream(), Stream.of("turn"))
                .flatMap(verb -> SIDES.stream().flatMap(side -> directed(verb, side)));
        return Stream.concat(plain, directed);
    }

    /** Returns the directed phrases of a verb. The verb {@code turn} has no action of its own. */
    private static Stream<Phrase> directed(String verb, String side) {
        List<String> turn = List.of("I_TURN_" + side.toUpperCase(Locale.ROOT));
        List<String> act = verb.equals("turn") ? List.of() : List.of(action(verb));
        return Stream.of(
                new Phrase(verb + " " + side, concat(turn, act)),
                new Phrase(verb + " opposite " + side, concat(repeat(turn, 2), act)),
                new Phrase(verb + " around " + side, repeat(concat(turn, act), 4)));
    }

    private static String action(String verb) {
        return "I_" + verb.toUpperCase(Locale.ROOT);
    }

    private static List<String> concat(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static List<String> repeat(List<String> actions, int times) {
        return Collections.nCopies(times, actions).stream()
                .flatMap(List::stream)
                .toList();
    }
}
