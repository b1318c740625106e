package org.espalier.fst;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Seeded random machines and pairs, and random changes to machines that keep their relation. */
public final class RandomMachines {
    public static final Alphabet INPUT = Alphabet.of("a", "b");
    public static final Alphabet OUTPUT = Alphabet.of("c", "d");
    public static final Alphabet MARKS = Alphabet.of("m", "n", "o");

    private final Random random;

    public RandomMachines(long seed) {
        random = new Random(seed);
    }

    /** Returns any machine: with cycles, empty and long labels on every tape, useless states, ambiguity. */
    public Mfst any() {
        return machine(1 + random.nextInt(4), 1 + random.nextInt(7), false, 2);
    }

    /** Returns a machine whose arcs lead only to later states, so that every enumeration is finite. */
    public Mfst acyclic() {
        return machine(2 + random.nextInt(3), 1 + random.nextInt(6), true, 2);
    }

    /** Returns a machine most of whose arcs have distinct marks, so that it usually has a canonical form. */
    public Mfst wellMarked() {
        Mfst.Builder machine = Mfst.builder(INPUT, OUTPUT, MARKS);
        int states = 1 + random.nextInt(3);
        for (int q = 0; q < states; q++) {
            machine.state();
        }
        machine.accept(random.nextInt(states));
        int arcs = 2 + random.nextInt(5);
        for (int a = 0; a < arcs; a++) {
            int[] marks = random.nextInt(8) == 0
                    ? new int[0]
                    : random.nextInt(3) == 0
                            ? new int[] {random.nextInt(3)}
                            : new int[] {random.nextInt(3), random.nextInt(3)};
            machine.arc(random.nextInt(states), random.nextInt(states), string(2, 2), string(2, 2), marks);
        }
        return machine.build();
    }

    private Mfst machine(int states, int arcs, boolean forward, int longest) {
        Mfst.Builder machine = Mfst.builder(INPUT, OUTPUT, MARKS);
        for (int q = 0; q < states; q++) {
            machine.state();
            if (random.nextInt(3) == 0 || q == states - 1) {
                machine.accept(q);
            }
        }
        for (int a = 0; a < arcs; a++) {
            int from = random.nextInt(forward ? states - 1 : states);
            int to = forward ? from + 1 + random.nextInt(states - 1 - from) : random.nextInt(states);
            machine.arc(from, to, string(longest, 2), string(longest, 2), string(longest, 3));
        }
        return machine.build();
    }

    /** Returns a string of bounded length over an alphabet of a given size. */
    public int[] string(int longest, int symbols) {
        int[] string = new int[random.nextInt(longest + 1)];
        for (int k = 0; k < string.length; k++) {
            string[k] = random.nextInt(symbols);
        }
        return string;
    }

    /**
     * Returns an equivalent machine: states split, arcs cut, empty arcs added, labels moved along chains, arcs
     * reordered.
     */
    public Mfst rewritten(Mfst machine) {
        Mfst result = machine;
        for (int k = 0; k < 3; k++) {
            result = switch (random.nextInt(3)) {
                case 0 -> withStateSplit(result);
                case 1 -> withArcsCut(result);
                default -> withEmptyArcs(result);
            };
        }
        return result;
    }

    /** Splits a state into two copies. Each arc into it leads to one of them, and both have all its arcs. */
    private Mfst withStateSplit(Mfst machine) {
        int split = random.nextInt(machine.states());
        Mfst.Builder result = states(machine);
        int copy = result.state();
        if (machine.isFinal(split)) {
            result.accept(copy);
        }
        for (int a : shuffledArcs(machine)) {
            int to = machine.target(a) == split && random.nextBoolean() ? copy : machine.target(a);
            result.arc(machine.source(a), to, machine, a);
            if (machine.source(a) == split) {
                result.arc(
                        copy,
                        machine.target(a) == split && random.nextBoolean() ? copy : machine.target(a),
                        machine,
                        a);
            }
        }
        return result.build();
    }

    /** Replaces some arcs by two consecutive ones, each label cut at a random place. */
    private Mfst withArcsCut(Mfst machine) {
        Mfst.Builder result = states(machine);
        for (int a : shuffledArcs(machine)) {
            if (random.nextBoolean()) {
                result.arc(machine.source(a), machine.target(a), machine, a);
                continue;
            }
            int middle = result.state();
            int[] in = machine.label(a, Tape.INPUT);
            int[] out = machine.label(a, Tape.OUTPUT);
            int[] marks = machine.label(a, Tape.MARKS);
            int i = random.nextInt(in.length + 1);
            int o = random.nextInt(out.length + 1);
            int m = random.nextInt(marks.length + 1);
            result.arc(machine.source(a), middle, cut(in, 0, i), cut(out, 0, o), cut(marks, 0, m));
            result.arc(
                    middle,
                    machine.target(a),
                    cut(in, i, in.length),
                    cut(out, o, out.length),
                    cut(marks, m, marks.length));
        }
        return result.build();
    }

    /** Makes some arcs end at a new state, from which an empty arc leads to the target. */
    private Mfst withEmptyArcs(Mfst machine) {
        Mfst.Builder result = states(machine);
        for (int a : shuffledArcs(machine)) {
            int to = machine.target(a);
            if (random.nextInt(3) == 0) {
                int before = result.state();
                result.arc(before, to, new int[0], new int[0], new int[0]);
                to = before;
            }
            result.arc(machine.source(a), to, machine, a);
        }
        return result.build();
    }

    private static Mfst.Builder states(Mfst machine) {
        return Mfst.builder(machine.input(), machine.output(), machine.marks()).statesOf(machine);
    }

    private List<Integer> shuffledArcs(Mfst machine) {
        List<Integer> arcs = new ArrayList<>();
        for (int a = 0; a < machine.arcs(); a++) {
            arcs.add(a);
        }
        Collections.shuffle(arcs, random);
        return arcs;
    }

    private static int[] cut(int[] string, int from, int to) {
        return Arrays.copyOfRange(string, from, to);
    }
}
