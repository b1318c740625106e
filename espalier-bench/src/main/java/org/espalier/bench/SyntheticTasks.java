package org.espalier.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Machines;
import org.espalier.fst.Mfst;
import org.espalier.fst.Operations;

/** Makes machines and random pairs that resemble the paper's tasks. */
final class SyntheticTasks {
    private SyntheticTasks() {}

    /** A pair of strings of symbol ids. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Pair(int[] x, int[] y) {}

    /** Returns the machine of deletion and insertion over SCAN's 13 words and 6 actions. */
    static Mfst scan() {
        List<String> words =
                Alphabet.words("walk look run jump turn left right opposite around twice thrice and after");
        List<String> actions = Alphabet.words("I_WALK I_LOOK I_RUN I_JUMP I_TURN_LEFT I_TURN_RIGHT");
        Mfst.Builder machine = Mfst.builder();
        int q = machine.state();
        machine.accept(q);
        words.forEach(word -> machine.arc(q, q, word, "", "<delete> " + word));
        actions.forEach(action -> machine.arc(q, q, "", action, "<insert> " + action));
        return machine.build();
    }

    /** Returns the union of five random ciphers of 26 letters, composed with deletion, insertion and copy. */
    static Mfst cipher(long seed) {
        List<String> letters =
                IntStream.rangeClosed('a', 'z').mapToObj(Character::toString).toList();
        Random random = new Random(seed);
        List<Mfst> ciphers = new ArrayList<>();
        for (int c = 1; c <= 5; c++) {
            List<String> permuted = new ArrayList<>(letters);
            Collections.shuffle(permuted, random);
            List<Mfst> replacements = IntStream.range(0, letters.size())
                    .mapToObj(k -> arc(letters.get(k), permuted.get(k), "replace", letters.get(k), permuted.get(k)))
                    .toList();
            ciphers.add(Operations.concat(arc("", "", "cipher" + c), Operations.star(Operations.union(replacements))));
        }
        List<Mfst> noise = new ArrayList<>();
        for (String b : letters) {
            noise.add(arc(b, b, "copy", b));
            noise.add(arc(b, "", "delete", b));
            noise.add(arc("", b, "insert", b));
        }
        return Operations.compose(Operations.union(ciphers), Operations.star(Operations.union(noise)));
    }

    private static Mfst arc(String in, String out, String... marks) {
        return Machines.arc(
                in.isEmpty() ? List.of() : List.of(in), out.isEmpty() ? List.of() : List.of(out), List.of(marks));
    }

    /** Returns random pairs of these lengths. */
    static List<Pair> pairs(Mfst machine, int count, int xLength, int yLength, long seed) {
        Random random = new Random(seed);
        return IntStream.range(0, count)
                .mapToObj(k -> new Pair(
                        random.ints(xLength, 0, machine.input().size()).toArray(),
                        random.ints(yLength, 0, machine.output().size()).toArray()))
                .toList();
    }
}
