package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.espalier.fst.base.LimitException;

/**
 * Makes a machine small without changing its relation: removes empty arcs and useless states and merges equal states.
 * The number of paths stays the same, except that paths that differ only in empty arcs become one. States are numbered
 * breadth-first from the initial one.
 */
final class Simplify {
    private Simplify() {}

    /** Returns the compact machine. Complexity: see {@link Operations#compact}. */
    static Mfst compact(Mfst machine) {
        return compact(machine, Integer.MAX_VALUE);
    }

    /** @throws LimitException if more than {@code maxArcs} arcs take the place of empty ones and of those after them */
    static Mfst compact(Mfst machine, int maxArcs) {
        return merge(trim(withoutEmptyArcs(trim(machine), maxArcs)));
    }

    /**
     * Returns the states that lie on a path from the initial state to a final one. Complexity: linear in states and
     * arcs.
     */
    static BitSet useful(Mfst machine) {
        BitSet reached = new BitSet(machine.states());
        IntArrayList todo = IntArrayList.of(machine.initial());
        reached.set(machine.initial());
        while (!todo.isEmpty()) {
            int q = todo.popInt();
            for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
                if (!reached.get(machine.target(a))) {
                    reached.set(machine.target(a));
                    todo.add(machine.target(a));
                }
            }
        }
        reached.and(CsrGraph.reaching(machine::isFinal, machine.firstArcs(), machine.targets()));
        return reached;
    }

    /**
     * Returns the machine of the useful states and arcs, in their order. If there are none, it is a single state that
     * is not final.
     */
    static Mfst trim(Mfst machine) {
        BitSet useful = useful(machine);
        if (!useful.get(machine.initial())) {
            Mfst.Builder nothing = Mfst.builder(machine.input(), machine.output(), machine.marks());
            nothing.state();
            return nothing.build();
        }
        int[] number = new int[machine.states()];
        Arrays.fill(number, -1);
        int next = 0;
        for (int q = useful.nextSetBit(0); q >= 0; q = useful.nextSetBit(q + 1)) {
            number[q] = next++;
        }
        return renumber(machine, number, next);
    }

    /** Copies states under new numbers. States with a negative number are dropped with their arcs. */
    private static Mfst renumber(Mfst machine, int[] number, int states) {
        Mfst.Builder result = Mfst.builder(machine.input(), machine.output(), machine.marks());
        for (int q = 0; q < states; q++) {
            result.state();
        }
        result.initial(number[machine.initial()]);
        for (int q = 0; q < machine.states(); q++) {
            if (number[q] >= 0 && machine.isFinal(q)) {
                result.accept(number[q]);
            }
        }
        for (int a = 0; a < machine.arcs(); a++) {
            if (number[machine.source(a)] >= 0 && number[machine.target(a)] >= 0) {
                result.arc(number[machine.source(a)], number[machine.target(a)], machine, a);
            }
        }
        return result.build();
    }

    private static Mfst withoutEmptyArcs(Mfst machine, int maxArcs) {
        if (IntStream.range(0, machine.arcs()).noneMatch(machine::isEmpty)) {
            return machine;
        }
        Mfst.Builder result = Mfst.builder(machine.input(), machine.output(), machine.marks());
        for (int q = 0; q < machine.states(); q++) {
            result.state();
        }
        result.initial(machine.initial());
        boolean[] seen = new boolean[machine.states()];
        for (int q = 0; q < machine.states(); q++) {
            for (int r : emptyClosure(machine, q, seen)) {
                if (machine.isFinal(r)) {
                    result.accept(q);
                }
                for (int a = machine.firstArc(r); a < machine.endArc(r); a++) {
                    if (!machine.isEmpty(a)) {
                        if (result.arcs() == maxArcs) {
                            throw new LimitException("without its empty arcs, a machine of " + machine.arcs()
                                    + " arcs has more than the limit of " + maxArcs
                                    + " arcs; compose smaller machines");
                        }
                        result.arc(q, machine.target(a), machine, a);
                    }
                }
            }
        }
        return result.build();
    }

    /**
     * Returns the states that empty arcs alone lead to from a state, that state first.
     *
     * <p>Complexity: linear in the states and arcs of the closure.
     *
     * @param seen all false before and after the call; no {@link BitSet}, because clearing its highest bit scans all
     *     words below
     */
    private static IntArrayList emptyClosure(Mfst machine, int state, boolean[] seen) {
        IntArrayList closure = IntArrayList.of(state);
        seen[state] = true;
        for (int k = 0; k < closure.size(); k++) {
            int q = closure.getInt(k);
            for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
                if (machine.isEmpty(a) && !seen[machine.target(a)]) {
                    seen[machine.target(a)] = true;
                    closure.add(machine.target(a));
                }
            }
        }
        closure.forEach(q -> seen[q] = false);
        return closure;
    }

    private static Mfst merge(Mfst machine) {
        Map<List<Integer>, Integer> labels = new HashMap<>();
        int[] label = new int[machine.arcs()];
        for (int a = 0; a < label.length; a++) {
            label[a] = labels.computeIfAbsent(labelKey(machine, a), key -> labels.size());
        }
        int[] isFinal = new int[machine.states()];
        Arrays.setAll(isFinal, q -> machine.isFinal(q) ? 1 : 0);
        int[] classOf = PartitionRefinement.classes(machine.firstArcs(), label, machine.targets(), isFinal);
        return breadthFirst(machine, classOf);
    }

    private static List<Integer> labelKey(Mfst machine, int arc) {
        IntArrayList key = new IntArrayList();
        for (Tape tape : Tape.values()) {
            key.add(machine.length(arc, tape));
            key.addElements(key.size(), machine.label(arc, tape));
        }
        return key;
    }

    /**
     * Returns a machine with one state per reachable class. A class has the arcs of its first state that was reached.
     */
    private static Mfst breadthFirst(Mfst machine, int[] classOf) {
        int[] number = new int[machine.states()];
        Arrays.fill(number, -1);
        Mfst.Builder result = Mfst.builder(machine.input(), machine.output(), machine.marks());
        ArrayDeque<Integer> todo = new ArrayDeque<>();
        todo.add(machine.initial());
        number[classOf[machine.initial()]] = result.state();
        while (!todo.isEmpty()) {
            int q = todo.remove();
            int from = number[classOf[q]];
            if (machine.isFinal(q)) {
                result.accept(from);
            }
            for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
                int c = classOf[machine.target(a)];
                if (number[c] < 0) {
                    number[c] = result.state();
                    todo.add(machine.target(a));
                }
                result.arc(from, number[c], machine, a);
            }
        }
        return result.build();
    }
}
