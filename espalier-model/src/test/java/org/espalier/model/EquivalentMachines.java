package org.espalier.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;

/** Random changes of a machine that keep its relation and the number of paths of each triple of strings. */
final class EquivalentMachines {
    private static final int[] NOTHING = {};

    private final Random random;

    EquivalentMachines(long seed) {
        this.random = new Random(seed);
    }

    /** Applies all changes in a random order. */
    Mfst rewritten(Mfst machine) {
        List<Integer> changes = new ArrayList<>(List.of(0, 1, 2, 3));
        Collections.shuffle(changes, random);
        Mfst result = machine;
        for (int change : changes) {
            result = switch (change) {
                case 0 -> withArcsCut(result);
                case 1 -> withEmptyArcs(result);
                case 2 -> withStateDoubled(result);
                default -> renumbered(result);
            };
        }
        return result;
    }

    /** Splits some arcs into two consecutive arcs; each tape's label is split at an independent position. */
    private Mfst withArcsCut(Mfst machine) {
        Mfst.Builder result = statesOf(machine);
        for (int a = 0; a < machine.arcs(); a++) {
            int[] in = machine.label(a, Tape.INPUT);
            int[] out = machine.label(a, Tape.OUTPUT);
            int[] marks = machine.label(a, Tape.MARKS);
            int i = random.nextInt(in.length + 1);
            int o = random.nextInt(out.length + 1);
            int m = random.nextInt(marks.length + 1);
            int middle = result.state();
            result.arc(machine.source(a), middle, head(in, i), head(out, o), head(marks, m));
            result.arc(middle, machine.target(a), tail(in, i), tail(out, o), tail(marks, m));
        }
        return result.build();
    }

    /** Inserts an empty arc before the target of some arcs. */
    private Mfst withEmptyArcs(Mfst machine) {
        Mfst.Builder result = statesOf(machine);
        for (int a = 0; a < machine.arcs(); a++) {
            int to = machine.target(a);
            if (random.nextBoolean()) {
                int before = result.state();
                result.arc(before, to, NOTHING, NOTHING, NOTHING);
                to = before;
            }
            arc(result, machine, a, machine.source(a), to);
        }
        return result.build();
    }

    /** Duplicates a state with its arcs; each arc to the state now leads to one of the two copies. */
    private Mfst withStateDoubled(Mfst machine) {
        Mfst.Builder result = statesOf(machine);
        int doubled = random.nextInt(machine.states());
        int copy = result.state();
        if (machine.isFinal(doubled)) {
            result.accept(copy);
        }
        for (int a = 0; a < machine.arcs(); a++) {
            int source = machine.source(a);
            int target = machine.target(a);
            arc(result, machine, a, source, target == doubled && random.nextBoolean() ? copy : target);
            if (source == doubled) {
                arc(result, machine, a, copy, target == doubled && random.nextBoolean() ? copy : target);
            }
        }
        return result.build();
    }

    /** Reorders states and arcs. */
    private Mfst renumbered(Mfst machine) {
        List<Integer> number = shuffled(machine.states());
        Mfst.Builder result = Mfst.builder(machine.input(), machine.output(), machine.marks());
        for (int q = 0; q < machine.states(); q++) {
            result.state();
        }
        result.initial(number.get(machine.initial()));
        for (int q = 0; q < machine.states(); q++) {
            if (machine.isFinal(q)) {
                result.accept(number.get(q));
            }
        }
        for (int a : shuffled(machine.arcs())) {
            arc(result, machine, a, number.get(machine.source(a)), number.get(machine.target(a)));
        }
        return result.build();
    }

    private List<Integer> shuffled(int count) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(i);
        }
        Collections.shuffle(numbers, random);
        return numbers;
    }

    private static Mfst.Builder statesOf(Mfst machine) {
        return Mfst.builder(machine.input(), machine.output(), machine.marks()).statesOf(machine);
    }

    private static void arc(Mfst.Builder result, Mfst machine, int arc, int from, int to) {
        result.arc(
                from,
                to,
                machine.label(arc, Tape.INPUT),
                machine.label(arc, Tape.OUTPUT),
                machine.label(arc, Tape.MARKS));
    }

    private static int[] head(int[] string, int length) {
        return Arrays.copyOf(string, length);
    }

    private static int[] tail(int[] string, int from) {
        return Arrays.copyOfRange(string, from, string.length);
    }
}
