package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Makes a machine small without changing its relation: arcs that read, write and mark nothing go, useless states go,
 * and equal states become one. Path counts stay as they are except that ways through empty arcs alone are not told
 * apart. States are numbered breadth-first from the initial one.
 */
final class Simplify {
    private Simplify() {}

    static Mfst compact(Mfst machine) {
        return merge(trim(withoutEmptyArcs(machine)));
    }

    /** States that lie on a path from the initial state to a final one. */
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

    /** Keeps the useful states and arcs, in their order; a machine without any is a single state that is not final. */
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

    /** Copies states under new numbers; states with a negative number are left out with their arcs. */
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

    private static Mfst withoutEmptyArcs(Mfst machine) {
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
                        result.arc(q, machine.target(a), machine, a);
                    }
                }
            }
        }
        return result.build();
    }

    /**
     * The states reached from one by empty arcs alone, itself first. {@code seen} is lent, and all false again
     * afterwards. It is no {@link BitSet}: clearing the highest bit of one scans all words below.
     *
     * <p>Complexity: O(states and arcs of the closure).
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

    /** One state for each class reached, with the arcs of the first state of that class that was reached. */
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
