package org.espalier.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Mfst;

/**
 * The 384 pairs of SCAN with 8 words and 24 to 26 actions. The grammar generates them by combining {@code U around D twice} with
 * {@code U around D}, and {@code U around D thrice} with two turns in three words.
 */
final class ScanPairs {
    private static final List<String> VERBS = List.of("walk", "look", "run", "jump");
    private static final List<String> SIDES = List.of("left", "right");

    private ScanPairs() {}

    private record Phrase(String words, List<String> actions) {
        Phrase and(Phrase other) {
            return new Phrase(
                    words + " and " + other.words,
                    Stream.concat(actions.stream(), other.actions.stream()).toList());
        }

        Phrase after(Phrase other) {
            return new Phrase(
                    words + " after " + other.words,
                    Stream.concat(other.actions.stream(), actions.stream()).toList());
        }
    }

    /** Returns random pairs of these, in the alphabets of {@link SyntheticTasks#scan}. */
    static List<SyntheticTasks.Pair> sample(Mfst scan, int count, long seed) {
        List<Phrase> all = all();
        Collections.shuffle(all, new Random(seed));
        return all.subList(0, count).stream()
                .map(phrase -> new SyntheticTasks.Pair(
                        scan.input().ids(Alphabet.words(phrase.words)),
                        scan.output().ids(phrase.actions)))
                .toList();
    }

    private static List<Phrase> all() {
        List<Phrase> all = new ArrayList<>();
        for (Phrase twice : around(2, " twice")) {
            around(1, "").forEach(once -> combine(twice, once, all));
        }
        for (Phrase thrice : around(3, " thrice")) {
            for (String side : SIDES) {
                List<String> turns = Collections.nCopies(2, turn(side));
                combine(thrice, new Phrase("turn opposite " + side, turns), all);
                combine(thrice, new Phrase("turn " + side + " twice", turns), all);
            }
        }
        return all;
    }

    private static List<Phrase> around(int times, String word) {
        List<Phrase> result = new ArrayList<>();
        for (String verb : VERBS) {
            for (String side : SIDES) {
                List<String> actions =
                        Collections.nCopies(4 * times, List.of(turn(side), "I_" + verb.toUpperCase(Locale.ROOT)))
                                .stream()
                                .flatMap(List::stream)
                                .toList();
                result.add(new Phrase(verb + " around " + side + word, actions));
            }
        }
        return result;
    }

    private static String turn(String side) {
        return "I_TURN_" + side.toUpperCase(Locale.ROOT);
    }

    private static void combine(Phrase one, Phrase other, List<Phrase> all) {
        all.addAll(List.of(one.and(other), other.and(one), one.after(other), other.after(one)));
    }
}
