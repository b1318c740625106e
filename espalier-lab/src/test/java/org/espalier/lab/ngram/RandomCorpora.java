package org.espalier.lab.ngram;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.run.data.Pair;

/** Random pairs of short strings over three letters each. */
final class RandomCorpora {
    private RandomCorpora() {}

    static List<String> string(Random random, int length, String alphabet) {
        return random.ints(length, 0, alphabet.length())
                .mapToObj(k -> alphabet.substring(k, k + 1))
                .toList();
    }

    static List<Pair> pairs(Random random, int count) {
        return IntStream.range(0, count)
                .mapToObj(k -> {
                    int n = 1 + random.nextInt(4);
                    return new Pair(
                            string(random, n, "abc"), string(random, random.nextInt(Math.min(5, 2 * n + 1)), "xyz"), 0);
                })
                .toList();
    }
}
