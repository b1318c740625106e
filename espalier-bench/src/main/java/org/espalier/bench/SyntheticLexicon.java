package org.espalier.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.run.Example;

/**
 * Pairs like those of a lexicon of romanized words, from a seed: words of the lengths that Dakshina's have, of syllables, whose
 * letters each have one or two counterparts, some of them of two letters, and vowels that are often not written.
 */
final class SyntheticLexicon {
    private static final String CONSONANTS = "bcdfghjklmnpqrstvwyz";
    private static final String VOWELS = "aeiou";
    private static final double UNWRITTEN = 0.4;
    private static final double RARE = 0.2;

    private SyntheticLexicon() {}

    /** So many pairs; each consonant is written as a letter of its own, now and then with another after it. */
    static List<Example> some(int count, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, count).mapToObj(k -> word(random)).toList();
    }

    private static Example word(Random random) {
        StringBuilder x = new StringBuilder();
        StringBuilder y = new StringBuilder();
        int syllables = 2 + random.nextInt(4);
        for (int s = 0; s < syllables; s++) {
            int consonant = random.nextInt(CONSONANTS.length());
            x.append(CONSONANTS.charAt(consonant));
            y.append((char) ('α' + consonant));
            if (random.nextDouble() < RARE) {
                x.append('h');
                y.append('χ');
            }
            int vowel = random.nextInt(VOWELS.length());
            x.append(VOWELS.charAt(vowel));
            if (random.nextDouble() >= UNWRITTEN) {
                y.append((char) ('а' + vowel)); // of another script
            }
        }
        return new Example(x.toString(), y.toString());
    }

    static List<List<String>> letters(List<String> words) {
        List<List<String>> result = new ArrayList<>();
        for (String word : words) {
            result.add(word.codePoints().mapToObj(Character::toString).toList());
        }
        return result;
    }
}
