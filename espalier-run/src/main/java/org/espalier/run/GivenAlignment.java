package org.espalier.run;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.espalier.run.alignment.AlignmentOperation;
import org.espalier.run.data.Pair;

/**
 * Compares the alignments of a model with one that a file gives, such as that of another aligner. A path agrees with it if no
 * operation of the path crosses the end of a unit.
 *
 * @param probability the posterior probability that a path agrees
 * @param isBest whether the most probable path agrees
 */
public record GivenAlignment(double probability, boolean isBest) {
    /** A place between symbols of x and y. */
    private record Position(int i, int j) {}

    /** Compares the alignments that were found for a pair with those of its units. */
    public static GivenAlignment of(Pair pair, Alignments found) {
        double sum = 0;
        for (AlignedPath path : found.paths()) {
            sum += agrees(path, pair) ? path.weight() : 0;
        }
        return new GivenAlignment(sum, agrees(found.best(), pair));
    }

    private static boolean agrees(AlignedPath path, Pair pair) {
        Set<Position> passed = new HashSet<>(Set.of(new Position(0, 0)));
        List<AlignmentOperation> operations = path.alignment().operations();
        for (AlignmentOperation operation : operations) {
            passed.add(new Position(
                    operation.i() + operation.read().size(),
                    operation.j() + operation.written().size()));
        }
        int[] i = pair.inputEnds();
        int[] j = pair.outputEnds();
        for (int unit = 0; unit < i.length; unit++) {
            if (!passed.contains(new Position(i[unit], j[unit]))) {
                return false;
            }
        }
        return true;
    }
}
