package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.AmbiguousMarksException;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Machines;
import org.espalier.fst.Mfst;
import org.espalier.fst.Operations;
import org.espalier.fst.Tape;
import org.espalier.fst.dp.DynamicPrograms;

/**
 * Random small acyclic lattices with at least two paths, from random machines and from machines like those of the paper.
 * Some have final states with arcs, and some come from machines without a canonical form. All machines share the alphabets
 * below, so any of the lattices can form a batch and one model fits them all.
 */
public final class RandomPairs {
    public static final Alphabet LETTERS = Alphabet.of("a", "b", "c");
    public static final Alphabet MARKS = Alphabet.of(
            "a", "b", "c", "delete", "insert", "copy", "substitute", "cipher1", "cipher2", "replace", "more");

    /** The last letter has no mark of its own here, so that both kinds of letters are tested. */
    public static final Vocabulary VOCABULARY =
            new Vocabulary(LETTERS.size(), LETTERS.size(), MARKS.size(), List.of(0, 1, -1));

    private static final int[] NOTHING = {};

    private final Random random;
    private final int longest;
    private final int maxPaths;

    /** Creates a source of pairs with strings of at most 4 symbols and lattices of at most 300 paths. */
    public RandomPairs(long seed) {
        this(seed, 4, 300);
    }

    public RandomPairs(long seed, int longest, int maxPaths) {
        this.random = new Random(seed);
        this.longest = longest;
        this.maxPaths = maxPaths;
    }

    public Lattice next() {
        return next(this::machine, this::isUsable);
    }

    public List<Lattice> next(int count) {
        return Stream.generate(this::next).limit(count).toList();
    }

    /** Returns lattices of {@link #edits} instead, for models that need a single machine. */
    public List<Lattice> nextEdits(int count) {
        return Stream.generate(() -> next(RandomPairs::edits, this::isUsable))
                .limit(count)
                .toList();
    }

    /** Returns lattices with cycles instead, of at most 12 states. */
    public List<Lattice> nextCyclic(int count) {
        return Stream.generate(() -> next(
                        this::idling, lattice -> !lattice.isEmpty() && !lattice.isAcyclic() && lattice.states() <= 12))
                .limit(count)
                .toList();
    }

    private Lattice next(Supplier<Mfst> machines, Predicate<Lattice> isUsable) {
        while (true) {
            Mfst machine = machines.get();
            Lattices lattices = Lattices.of(machine);
            for (int attempt = 0; attempt < 5; attempt++) {
                int[][] pair = pairOf(machine);
                if (Math.max(pair[0].length, pair[1].length) > longest) {
                    continue;
                }
                Lattice lattice;
                try {
                    lattice = lattices.builder().build(pair[0], pair[1]);
                } catch (AmbiguousMarksException e) {
                    break;
                }
                if (isUsable.test(lattice)) {
                    return lattice;
                }
            }
        }
    }

    public LatticeBatch batch(int count) {
        return LatticeBatch.of(next(count));
    }

    private boolean isUsable(Lattice lattice) {
        if (lattice.isEmpty() || !lattice.isAcyclic()) {
            return false;
        }
        int paths = DynamicPrograms.countPaths(lattice)
                .min(java.math.BigInteger.valueOf(maxPaths + 1L))
                .intValue();
        return paths >= 2 && paths <= maxPaths;
    }

    /** Returns a machine of a random kind, sometimes followed by an optional mark. */
    private Mfst machine() {
        Mfst machine = switch (random.nextInt(5)) {
            case 0 -> deletionInsertion(true);
            case 1 -> deletionInsertion(false);
            case 2 -> edit();
            case 3 -> cipher();
            default -> anything();
        };
        return random.nextBoolean() ? machine : withMore(machine);
    }

    /** Returns a machine of all alignments. If marks do not identify symbols, it has no canonical form. */
    private static Mfst deletionInsertion(boolean named) {
        Mfst.Builder machine = Mfst.builder(LETTERS, LETTERS, MARKS);
        int q = machine.state();
        machine.accept(q);
        for (String a : LETTERS.symbols()) {
            machine.arc(q, q, a, "", named ? "delete " + a : "delete");
            machine.arc(q, q, "", a, named ? "insert " + a : "insert");
        }
        return machine.build();
    }

    private static Mfst edit() {
        Mfst.Builder machine = Mfst.builder(LETTERS, LETTERS, MARKS);
        int q = machine.state();
        machine.accept(q);
        for (String a : LETTERS.symbols()) {
            machine.arc(q, q, a, "", "delete " + a);
            machine.arc(q, q, "", a, "insert " + a);
            for (String b : LETTERS.symbols()) {
                machine.arc(q, q, a, b, a.equals(b) ? "copy " + a : "substitute " + a + " " + b);
            }
        }
        return machine.build();
    }

    /** Returns a machine of deletions, insertions and substitutions with one mark each; four marks are on no path. */
    public static Mfst edits() {
        Mfst.Builder machine = Mfst.builder(LETTERS, LETTERS, MARKS);
        int q = machine.state();
        return machine.accept(q)
                .arc(q, q, "a", "", "a")
                .arc(q, q, "b", "", "b")
                .arc(q, q, "", "a", "c")
                .arc(q, q, "", "b", "insert")
                .arc(q, q, "a", "a", "copy")
                .arc(q, q, "a", "b", "replace")
                .arc(q, q, "b", "b", "substitute")
                .build();
    }

    /** Returns two random ciphers composed with deletion, insertion and copy. */
    private Mfst cipher() {
        List<Mfst> ciphers = new ArrayList<>();
        for (int c = 1; c <= 2; c++) {
            List<String> permuted = new ArrayList<>(LETTERS.symbols());
            Collections.shuffle(permuted, random);
            List<Mfst> replacements = new ArrayList<>();
            for (int k = 0; k < permuted.size(); k++) {
                replacements.add(Machines.arc(
                        List.of(LETTERS.symbol(k)),
                        List.of(permuted.get(k)),
                        List.of("replace", LETTERS.symbol(k), permuted.get(k))));
            }
            ciphers.add(Operations.concat(
                    Machines.arc(List.of(), List.of(), List.of("cipher" + c)),
                    Operations.star(Operations.union(replacements))));
        }
        List<Mfst> noise = new ArrayList<>();
        for (String b : LETTERS.symbols()) {
            noise.add(Machines.arc(List.of(b), List.of(b), List.of("copy", b)));
            noise.add(Machines.arc(List.of(b), List.of(), List.of("delete", b)));
            noise.add(Machines.arc(List.of(), List.of(b), List.of("insert", b)));
        }
        return recoded(Operations.compose(Operations.union(ciphers), Operations.star(Operations.union(noise))));
    }

    private static Mfst recoded(Mfst machine) {
        Mfst.Builder result = Mfst.builder(LETTERS, LETTERS, MARKS).statesOf(machine);
        for (int a = 0; a < machine.arcs(); a++) {
            result.arc(
                    machine.source(a),
                    machine.target(a),
                    words(machine, a, Tape.INPUT),
                    words(machine, a, Tape.OUTPUT),
                    words(machine, a, Tape.MARKS));
        }
        return result.build();
    }

    private static List<String> words(Mfst machine, int arc, Tape tape) {
        return Arrays.stream(machine.label(arc, tape))
                .mapToObj(machine.alphabet(tape)::symbol)
                .toList();
    }

    /** Returns a machine with random states, arcs and labels. */
    private Mfst anything() {
        Mfst.Builder machine = Mfst.builder(LETTERS, LETTERS, MARKS);
        int states = 1 + random.nextInt(4);
        for (int q = 0; q < states; q++) {
            machine.state();
            if (random.nextInt(3) == 0 || q == states - 1) {
                machine.accept(q);
            }
        }
        int arcs = 4 + random.nextInt(12);
        for (int a = 0; a < arcs; a++) {
            int[] marks = string(2, MARKS.size());
            machine.arc(random.nextInt(states), random.nextInt(states), string(2, 2), string(2, 2), marks);
        }
        return machine.build();
    }

    /** Returns a random machine with some arcs that read and write nothing. */
    private Mfst idling() {
        Mfst.Builder machine = Mfst.builder(LETTERS, LETTERS, MARKS);
        int states = 1 + random.nextInt(4);
        for (int q = 0; q < states; q++) {
            machine.state();
            if (random.nextBoolean() || q == states - 1) {
                machine.accept(q);
            }
        }
        for (int a = 2 + random.nextInt(4); a > 0; a--) {
            int[] marks = random.ints(1 + random.nextInt(3), 0, MARKS.size()).toArray();
            machine.arc(random.nextInt(states), random.nextInt(states), NOTHING, NOTHING, marks);
        }
        for (int a = 2 + random.nextInt(6); a > 0; a--) {
            int[] marks = random.ints(1 + random.nextInt(2), 0, MARKS.size()).toArray();
            machine.arc(random.nextInt(states), random.nextInt(states), string(1, 2), string(1, 2), marks);
        }
        return machine.build();
    }

    private int[] string(int most, int symbols) {
        return random.ints(random.nextInt(most + 1), 0, symbols).toArray();
    }

    private static Mfst withMore(Mfst machine) {
        Mfst.Builder result = Mfst.builder(LETTERS, LETTERS, MARKS).statesOf(machine);
        for (int a = 0; a < machine.arcs(); a++) {
            result.arc(
                    machine.source(a),
                    machine.target(a),
                    machine.label(a, Tape.INPUT),
                    machine.label(a, Tape.OUTPUT),
                    machine.label(a, Tape.MARKS));
        }
        int end = result.state();
        result.accept(end);
        for (int q = 0; q < machine.states(); q++) {
            if (machine.isFinal(q)) {
                result.arc(q, end, NOTHING, NOTHING, new int[] {MARKS.id("more")});
            }
        }
        return result.build();
    }

    /** Returns the strings of a random path of a machine; strings that are too long if the path did not end. */
    private int[][] pairOf(Mfst machine) {
        int[] x = NOTHING;
        int[] y = NOTHING;
        int q = machine.initial();
        while (Math.max(x.length, y.length) <= longest) {
            int choices = machine.endArc(q) - machine.firstArc(q);
            if (choices == 0 || (machine.isFinal(q) && random.nextInt(2 * longest) == 0)) {
                break;
            }
            int arc = machine.firstArc(q) + random.nextInt(choices);
            x = joined(x, machine.label(arc, Tape.INPUT));
            y = joined(y, machine.label(arc, Tape.OUTPUT));
            q = machine.target(arc);
            // Also bounds paths of arcs that read and write nothing.
            if (random.nextInt(20 * longest) == 0) {
                break;
            }
        }
        return new int[][] {x, y};
    }

    private static int[] joined(int[] a, int[] b) {
        int[] result = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, result, a.length, b.length);
        return result;
    }
}
