package org.espalier.fst;

/**
 * Numbers the configurations of a machine: the places where a path can be between two marks. A configuration is a
 * state, or a place inside an arc that has more than one mark. States come first, with their own numbers, then the
 * inner places of each arc in order.
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

    /** Returns the arc that contains a configuration. */
    int arc(int configuration) {
        return arcOf[configuration - machine.states()];
    }

    /** Returns how many marks of its arc precede a configuration. */
    int marksBefore(int configuration) {
        return configuration - firstInner[arc(configuration)] + 1;
    }

    /** Returns the configuration after the given number of marks of an arc; after all of them, the arc's target. */
    int after(int arc, int marks) {
        return marks == machine.length(arc, Tape.MARKS) ? machine.target(arc) : firstInner[arc] + marks - 1;
    }
}
