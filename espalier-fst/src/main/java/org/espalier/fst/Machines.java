package org.espalier.fst;

import java.util.List;

/** Creates elementary machines, from which {@link Operations} make larger ones. */
public final class Machines {
    private Machines() {}

    /**
     * Returns a machine that generates the triple of empty strings and nothing else.
     *
     * <p>Complexity: O(1).
     */
    public static Mfst epsilon() {
        return arc(List.of(), List.of(), List.of());
    }

    /**
     * Returns a machine that generates nothing.
     *
     * <p>Complexity: O(1).
     */
    public static Mfst nothing() {
        Mfst.Builder machine = Mfst.builder();
        machine.state();
        return machine.build();
    }

    /**
     * Returns a machine that generates one triple, by a single arc {@code in:out/marks}. If all three strings are
     * empty, it is a single final state.
     *
     * <p>Complexity: linear in the length of the strings.
     */
    public static Mfst arc(List<String> in, List<String> out, List<String> marks) {
        Mfst.Builder machine = Mfst.builder();
        int start = machine.state();
        if (in.isEmpty() && out.isEmpty() && marks.isEmpty()) {
            return machine.accept(start).build();
        }
        int end = machine.state();
        return machine.arc(start, end, in, out, marks).accept(end).build();
    }
}
