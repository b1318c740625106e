package org.espalier.fst;

/**
 * Where a path of a machine can be between two marks: at a state, or inside an arc that has more than one mark. States
 * come first under their own numbers, then each arc's inner places in order.
 */
final class Configurations {
    private final Mfst machine;
    private final int[] firstInner;
    private final int[] arcOf;
    private final int count;

    Configurations(Mfst machine) {
        this.machine = machine;
        firstInner = new int[machine.arcs()];
        int next = machine.states();
        for (int a = 0; a < machine.arcs(); a++) {
            firstInner[a] = next;
            next += Math.max(0, machine.length(a, Tape.MARKS) - 1);
        }
        count = next;
        arcOf = new int[next - machine.states()];
        for (int a = 0; a < machine.arcs(); a++) {
            for (int k = 1; k < machine.length(a, Tape.MARKS); k++) {
                arcOf[firstInner[a] + k - 1 - machine.states()] = a;
            }
        }
    }

    int count() {
        return count;
    }

    boolean isState(int configuration) {
        return configuration < machine.states();
    }

    /** The arc that a configuration is inside of. */
    int arc(int configuration) {
        return arcOf[configuration - machine.states()];
    }

    /** How many marks of its arc a configuration has behind it. */
    int marksBehind(int configuration) {
        return configuration - firstInner[arc(configuration)] + 1;
    }

    /** Where a path is after so many marks of an arc; after all of them, at the arc's target. */
    int after(int arc, int marks) {
        return marks == machine.length(arc, Tape.MARKS) ? machine.target(arc) : firstInner[arc] + marks - 1;
    }
}
