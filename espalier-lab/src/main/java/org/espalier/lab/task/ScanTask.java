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
 * SCAN (Lake and Baroni 2018): commands of a small language of movements, with the actions that they mean. The grammar
 *
 * <pre>
 * C → S and S | S after S | S
 * S → V twice | V thrice | V
 * V → D opposite D' | D around D' | D | U      (walk opposite left, turn around right)
 * D → U left | U right | turn left | turn right
 * U → walk | look | run | jump
 * </pre>
 *
 * has no recursion, and makes 20,910 commands.
 */
public final class ScanTask {
    /** In the length split, commands with more actions than this are to test on. */
    public static final int LONGEST_TRAINED = 22;

    /** The share of the commands that a simple split tests on. */
    private static final double TESTED = 0.2;

    /** The share of the pairs to train on that are set apart to validate with. */
    private static final double VALIDATED = 0.1;

    private static final List<String> VERBS = List.of("walk", "look", "run", "jump");
    private static final List<String> SIDES = List.of("left", "right");

    private ScanTask() {}

    /** How commands are divided into those to train on and those to test on. */
    public enum Split {
        /** At most {@value #LONGEST_TRAINED} actions to train on, the longer ones (24 and more) to test on. */
        LENGTH,
        /** At random: four fifths and one fifth. As large as the published simple split, which was drawn with another seed. */
        SIMPLE;

        /** The word a person writes. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What to make.
     *
     * @param maxActions the most actions of a test pair; the paper's test set has 24 or 25
     * @param sizes bounds on the parts
     */
    public record Settings(Split split, int maxActions, SplitSizes sizes, long seed) {
        /** The length split, whole. */
        public static final Settings DEFAULT = new Settings(Split.LENGTH, Integer.MAX_VALUE, SplitSizes.UNBOUNDED, 1);

        /**
         * The length split, its test pairs as long as the paper's: with at most 25 actions they have 7.97 words and 24.57
         * actions on average, the paper's 8.0 and 24.3 without an end symbol.
         */
        public static final Settings PAPER = DEFAULT.withMaxActions(25);

        public Settings withSplit(Split changed) {
            return new Settings(changed, maxActions, sizes, seed);
        }

        public Settings withMaxActions(int changed) {
            return new Settings(split, changed, sizes, seed);
        }

        public Settings withSizes(SplitSizes changed) {
            return new Settings(split, maxActions, changed, seed);
        }

        public Settings withSeed(long changed) {
            return new Settings(split, maxActions, sizes, changed);
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
     * The data that these settings make.
     *
     * @throws EspalierException if no test pair is within the bound on actions
     */
    public static TaskData of(Settings settings) {
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
        int valid = (int) Math.round(VALIDATED * learned.size());
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
                all.stream().filter(pair -> pair.y().size() <= LONGEST_TRAINED).toList(),
                all.stream().filter(pair -> pair.y().size() > LONGEST_TRAINED).toList());
    }

    private static Parts atRandom(SplittableRandom random) {
        List<Pair> all = Shuffle.of(commands(), random);
        int tested = (int) Math.round(TESTED * all.size());
        return new Parts(all.subList(tested, all.size()), all.subList(0, tested));
    }

    private static List<Pair> first(List<Pair> pairs, int max) {
        return pairs.subList(0, Math.min(max, pairs.size()));
    }

    /** All commands, in the order of the grammar. */
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

    /** Words with what they mean. */
    private record Phrase(String words, List<String> actions) {
        Pair pair() {
            return new Pair(Alphabet.words(words), actions, 0);
        }

        Phrase times(int count, String word) {
            return new Phrase(words + " " + word, repeat(actions, count));
        }
    }

    /** The rules of S. */
    private static List<Phrase> sentences() {
        return movements()
                .flatMap(phrase -> Stream.of(phrase, phrase.times(2, "twice"), phrase.times(3, "thrice")))
                .toList();
    }

    /** The rules of V, D and U. */
    private static Stream<Phrase> movements() {
        Stream<Phrase> plain = VERBS.stream().map(verb -> new Phrase(verb, List.of(action(verb))));
        Stream<Phrase> directed = Stream.concat(VERBS.stream(), Stream.of("turn"))
                .flatMap(verb -> SIDES.stream().flatMap(side -> directed(verb, side)));
        return Stream.concat(plain, directed);
    }

    /** A turn alone does nothing after it has turned. */
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
