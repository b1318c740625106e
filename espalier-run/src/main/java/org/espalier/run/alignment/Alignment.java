package org.espalier.run.alignment;

import java.util.ArrayList;
import java.util.List;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.MachinePath;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;

/**
 * The alignment of a pair by a path of a machine.
 *
 * @param operations one operation per arc of the path, in order
 */
public record Alignment(List<AlignmentOperation> operations) {
    public Alignment {
        operations = List.copyOf(operations);
    }

    /**
     * Returns the alignment that a mark string of a lattice names.
     *
     * @throws EspalierException if the lattice has no such path
     */
    public static Alignment of(Lattice lattice, int... marks) {
        return of(lattice.path(marks).orElseThrow(() -> noPath(lattice.machine(), marks)));
    }

    /**
     * Returns the alignment of a pair that a mark string names. No lattice is needed.
     *
     * @param x the input, as ids of the machine's input alphabet
     * @param y the output, as ids of its output alphabet
     * @throws EspalierException if the machine has no such path
     */
    public static Alignment of(Mfst machine, int[] x, int[] y, int... marks) {
        return of(MachinePath.find(machine, x, y, marks).orElseThrow(() -> noPath(machine, marks)));
    }

    private static EspalierException noPath(Mfst machine, int... marks) {
        return new EspalierException("the marks " + machine.marks().format(marks)
                + " name no path of the pair; take marks from its lattice");
    }

    /** Returns the alignment that a path stands for. */
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

    /** Returns the mark string that names this alignment, with spaces between its symbols. */
    public String marks() {
        List<String> marks = operations.stream()
                .flatMap(operation -> operation.marks().stream())
                .toList();
        return marks.isEmpty() ? Alphabet.EPSILON : String.join(" ", marks);
    }

    /** Returns the operations that read or write a symbol: the columns of a table. */
    public List<AlignmentOperation> columns() {
        return operations.stream().filter(operation -> !operation.isSilent()).toList();
    }
}
