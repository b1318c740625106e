package org.espalier.fst.dp;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.espalier.fst.Lattice;

/**
 * Finds a path of a lattice that respects a given alignment: units of x and y, such as another program has found, that no
 * operation may cross.
 */
public final class UnitPath {
    /** A state, and the number of units that are complete there. */
    private record Node(int state, int units) {}

    /** How a node was reached. */
    private record Step(Node from, int mark) {}

    private UnitPath() {}

    /**
     * Returns the marks of a path with the fewest marks among those that pass the end of every unit, if there is one.
     *
     * <p>Complexity: linear in the arcs of the lattice, times the number of units that end at the same position.
     *
     * @param inputEnds the position in x at the end of each unit, in order
     * @param outputEnds the position in y at the end of each unit, in order
     */
    public static Optional<int[]> shortest(Lattice lattice, int[] inputEnds, int[] outputEnds) {
        if (lattice.isEmpty() || !lattice.hasPositions()) {
            return Optional.empty();
        }
        Map<Node, Step> reachedBy = new HashMap<>();
        ArrayDeque<Node> open = new ArrayDeque<>();
        Node root = new Node(0, passed(lattice, 0, 0, inputEnds, outputEnds));
        reachedBy.put(root, new Step(root, -1));
        open.add(root);
        while (!open.isEmpty()) {
            Node node = open.remove();
            if (lattice.isFinal(node.state) && endsWith(lattice, node.units, inputEnds, outputEnds)) {
                return Optional.of(marks(node, root, reachedBy));
            }
            for (int arc = lattice.firstArc(node.state); arc < lattice.endArc(node.state); arc++) {
                int target = lattice.target(arc);
                int units = passed(lattice, target, node.units, inputEnds, outputEnds);
                Node next = new Node(target, units);
                if (isWithin(lattice, target, units, inputEnds, outputEnds)
                        && reachedBy.putIfAbsent(next, new Step(node, lattice.mark(arc))) == null) {
                    open.add(next);
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the number of units that are complete at a state, of which some were complete before. */
    private static int passed(Lattice lattice, int state, int before, int[] inputEnds, int[] outputEnds) {
        int units = before;
        while (units < inputEnds.length
                && lattice.inputPosition(state) == inputEnds[units]
                && lattice.outputPosition(state) == outputEnds[units]) {
            units++;
        }
        return units;
    }

    /** Returns whether all other units end at the end of x and y, which a final state completes. */
    private static boolean endsWith(Lattice lattice, int units, int[] inputEnds, int[] outputEnds) {
        return IntStream.range(units, inputEnds.length)
                .allMatch(unit ->
                        inputEnds[unit] == lattice.input().length && outputEnds[unit] == lattice.output().length);
    }

    /** Returns whether a state is not beyond the end of the next unit. */
    private static boolean isWithin(Lattice lattice, int state, int units, int[] inputEnds, int[] outputEnds) {
        return units == inputEnds.length
                || (lattice.inputPosition(state) <= inputEnds[units]
                        && lattice.outputPosition(state) <= outputEnds[units]);
    }

    private static int[] marks(Node last, Node root, Map<Node, Step> reachedBy) {
        List<Integer> backwards = new ArrayList<>();
        Node node = last;
        while (!node.equals(root)) {
            Step step = reachedBy.getOrDefault(node, new Step(root, -1));
            backwards.add(step.mark);
            node = step.from;
        }
        Collections.reverse(backwards);
        return new IntArrayList(backwards).toIntArray();
    }
}
