package org.espalier.run.alignment;

import java.util.ArrayList;
import java.util.List;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.MachinePath;
import org.espalier.fst.base.EspalierException;

/**
 * How a path of a machine aligns a pair.
 *
 * @param operations one for each arc of the path, in order
 */
public record Alignment(List<AlignmentOperation> operations) {
    public Alignment {
        operations = List.copyOf(operations);
    }

    /** The alignment that a mark string of a lattice names. */
    public static Alignment of(Lattice lattice, int... marks) {
        return of(lattice.path(marks)
                .orElseThrow(() -> new EspalierException("the marks "
                        + lattice.machine().marks().format(marks)
                        + " name no path of the pair; take marks from its lattice")));
    }

    public static Alignment of(MachinePath path) {
        List<AlignmentOperation> operations = new ArrayList<>();
        int i = 0;
        int j = 0;
        for (int arc : path.arcs()) {
            AlignmentOperation operation = AlignmentOperation.of(path.machine(), arc, i, j);
            operations.add(operation);
            i += operation.read().size();
            j += operation.written().size();
        }
        return new Alignment(operations);
    }

    /** The mark string that names this alignment, its symbols separated by spaces. */
    public String marks() {
        List<String> marks = operations.stream()
                .flatMap(operation -> operation.marks().stream())
                .toList();
        return marks.isEmpty() ? Alphabet.EPSILON : String.join(" ", marks);
    }

    /** The operations that read or write something: the columns of a table, no two at the same place. */
    public List<AlignmentOperation> columns() {
        return operations.stream().filter(operation -> !operation.isSilent()).toList();
    }
}
