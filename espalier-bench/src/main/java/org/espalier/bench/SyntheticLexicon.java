package org.espalier.bench;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.run.Example;

/**
 * Random pairs that resemble a lexicon of romanized words. The words have the lengths of Dakshina's and consist of syllables.
 * Some consonants are followed by h, and vowels are often not written.
 */
final class SyntheticLexicon {
    private static final String CONSONANTS = "bcdfghjklmnpqrstvwyz";
    private static final String VOWELS = "aeiou";
    private static final double UNWRITTEN_VOWELS = 0.4;
    private static final double FOLLOWED_BY_H = 0.2;

    private SyntheticLexicon() {}

    /** Returns random pairs. */
    static List<Example> examples(int count, long seed) {
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
            if (random.nextDouble() < FOLLOWED_BY_H) {
                x.append('h');
                y.append('χ');
            }
            int vowel = random.nextInt(VOWELS.length());
            x.append(VOWELS.charAt(vowel));
            if (random.nextDouble() >= UNWRITTEN_VOWELS) {
                y.append((char) ('а' + vowel)); // Cyrillic
            }
        }
        return new Example(x.toString(), y.toString());
    }

    static List<List<String>> letters(List<String> words) {
        return words.stream().map(SyntheticLexicon::letters).toList();
    }

    static List<String> letters(String word) {
        return word.codePoints().mapToObj(Character::toString).toList();
    }
}
