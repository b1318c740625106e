package org.espalier.fst;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The paper's machines, built by hand. */
public final class TaskMachines {
    private TaskMachines() {}

    /** Returns the symbols {@code a0, a1, …}. */
    public static List<String> symbols(String name, int count) {
        return IntStream.range(0, count).mapToObj(k -> name + k).toList();
    }

    /** Returns the number of interleavings of k deletions with n - k insertions. */
    public static BigInteger binomial(int n, int k) {
        BigInteger result = BigInteger.ONE;
        for (int i = 1; i <= k; i++) {
            result = result.multiply(BigInteger.valueOf(n - k + i)).divide(BigInteger.valueOf(i));
        }
        return result;
    }

    /** Returns deletion and insertion with marks {@code <delete> a} and {@code <insert> b}. */
    public static Mfst deletionInsertion(List<String> input, List<String> output) {
        Mfst.Builder machine = Mfst.builder();
        int q = machine.state();
        machine.accept(q);
        input.forEach(a -> machine.arc(q, q, a, "", "<delete> " + a));
        output.forEach(b -> machine.arc(q, q, "", b, "<insert> " + b));
        return machine.build();
    }

    /** Returns deletion, insertion, copy of equal and substitution of different symbols. */
    public static Mfst edit(List<String> symbols) {
        Mfst.Builder machine = Mfst.builder();
        int q = machine.state();
        machine.accept(q);
        for (String a : symbols) {
            machine.arc(q, q, a, "", "<delete> " + a);
            machine.arc(q, q, "", a, "<insert> " + a);
            for (String b : symbols) {
                machine.arc(q, q, a, b, a.equals(b) ? "<copy> " + a : "<substitute> " + a + " " + b);
            }
        }
        return machine.build();
    }

    /** Returns random ciphers of the letters composed with deletion, insertion and copy. */
    public static Mfst cipher(int ciphers, int letters, long seed) {
        List<String> alphabet =
                IntStream.range(0, letters).mapToObj(k -> "" + (char) ('a' + k)).toList();
        Random random = new Random(seed);
        List<Mfst> each = new ArrayList<>();
        for (int c = 1; c <= ciphers; c++) {
            List<String> permuted = new ArrayList<>(alphabet);
            Collections.shuffle(permuted, random);
            List<Mfst> replacements = new ArrayList<>();
            for (int k = 0; k < letters; k++) {
                String a = alphabet.get(k);
                String b = permuted.get(k);
                replacements.add(Machines.arc(List.of(a), List.of(b), List.of("replace", a, b)));
            }
            Mfst start = Machines.arc(List.of(), List.of(), List.of("cipher" + c));
            each.add(Operations.concat(start, Operations.star(Operations.union(replacements))));
        }
        List<Mfst> noise = new ArrayList<>();
        for (String b : alphabet) {
            noise.add(Machines.arc(List.of(b), List.of(b), List.of("copy", b)));
            noise.add(Machines.arc(List.of(b), List.of(), List.of("delete", b)));
            noise.add(Machines.arc(List.of(), List.of(b), List.of("insert", b)));
        }
        return Operations.compose(Operations.union(each), Operations.star(Operations.union(noise)));
    }
}
