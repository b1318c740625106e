package org.espalier.fst;

import java.util.List;

/** Makes machines. */
public final class Machines {
    private Machines() {}

    /** The machine that generates only (ε, ε) with no marks. */
    public static Mfst epsilon() {
        return arc(List.of(), List.of(), List.of());
    }

    /** The machine that generates nothing. */
    public static Mfst nothing() {
        Mfst.Builder machine = Mfst.builder();
        machine.state();
        return machine.build();
    }

    /** The machine of a single arc {@code in:out/marks}; with all three empty, of a single final state. */
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
