package org.espalier.fst;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Two different accepting paths of a machine that have the same marks.
 *
 * @param machine the machine
 * @param first the arcs of one path
 * @param second the arcs of the other
 */
public record SameMarks(Mfst machine, List<Integer> first, List<Integer> second) {
    /** Whether both paths generate the same pair too, so that marks do not name a path. */
    public boolean samePair() {
        return string(first, Tape.INPUT).equals(string(second, Tape.INPUT))
                && string(first, Tape.OUTPUT).equals(string(second, Tape.OUTPUT));
    }

    /** One line that shows both paths. */
    public String describe() {
        return "two paths have the same marks, " + string(first, Tape.MARKS) + ": " + path(first) + " generates "
                + pair(first) + ", and " + path(second) + " generates " + (samePair() ? "it too" : pair(second));
    }

    private String string(List<Integer> arcs, Tape tape) {
        String text = arcs.stream()
                .filter(a -> machine.length(a, tape) > 0)
                .map(a -> machine.alphabet(tape).format(machine.label(a, tape)))
                .collect(Collectors.joining(" "));
        return text.isEmpty() ? "_" : text;
    }

    private String pair(List<Integer> arcs) {
        return "(" + string(arcs, Tape.INPUT) + ", " + string(arcs, Tape.OUTPUT) + ")";
    }

    private String path(List<Integer> arcs) {
        return arcs.stream()
                .map(a -> machine.source(a) + " -" + machine.describe(a) + "-> " + machine.target(a))
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
