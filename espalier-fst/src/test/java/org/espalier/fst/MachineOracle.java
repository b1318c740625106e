package org.espalier.fst;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Slow and obvious versions of the library's algorithms, by enumerating paths. */
final class MachineOracle {
    /** The number of paths above which a case is too large to enumerate. */
    private static final int MAX_PATHS = 3_000;

    private MachineOracle() {}

    /** Strings on the three tapes. */
    record Triple(List<Integer> x, List<Integer> y, List<Integer> marks) {
        static final Triple EMPTY = new Triple(List.of(), List.of(), List.of());

        Triple then(Mfst machine, int arc) {
            return new Triple(
                    append(x, machine.label(arc, Tape.INPUT)),
                    append(y, machine.label(arc, Tape.OUTPUT)),
                    append(marks, machine.label(arc, Tape.MARKS)));
        }

        Triple then(Triple next) {
            return new Triple(append(x, ints(next.x)), append(y, ints(next.y)), append(marks, ints(next.marks)));
        }

        int size() {
            return x.size() + y.size() + marks.size();
        }
    }

    record Path(List<Integer> arcs, Triple strings) {}

    static List<Integer> append(List<Integer> list, int[] more) {
        List<Integer> result = new ArrayList<>(list);
        for (int symbol : more) {
            result.add(symbol);
        }
        return result;
    }

    static int[] ints(List<Integer> list) {
        return list.stream().mapToInt(k -> k).toArray();
    }

    static List<Integer> list(int... array) {
        return append(List.of(), array);
    }

    /** Returns all triples of a machine whose three strings have at most a given number of symbols together. */
    static Set<Triple> relation(Mfst machine, int maxSize) {
        record Item(int state, Triple strings) {}
        Set<Item> seen = new HashSet<>();
        ArrayDeque<Item> todo = new ArrayDeque<>();
        Item start = new Item(machine.initial(), Triple.EMPTY);
        seen.add(start);
        todo.add(start);
        Set<Triple> result = new HashSet<>();
        while (!todo.isEmpty()) {
            Item item = todo.remove();
            if (machine.isFinal(item.state)) {
                result.add(item.strings);
            }
            for (int a = machine.firstArc(item.state); a < machine.endArc(item.state); a++) {
                Item next = new Item(machine.target(a), item.strings.then(machine, a));
                if (next.strings.size() <= maxSize && seen.add(next)) {
                    todo.add(next);
                }
            }
        }
        return result;
    }

    /**
     * Returns all accepting paths with at most a given number of arcs whose strings stay within bounds; empty if there
     * are too many to enumerate.
     */
    static Optional<List<Path>> paths(Mfst machine, int maxArcs) {
        List<Path> result = new ArrayList<>();
        boolean whole = collect(machine, machine.initial(), List.of(), Triple.EMPTY, maxArcs, result, new int[] {0});
        return whole ? Optional.of(result) : Optional.empty();
    }

    private static boolean collect(
            Mfst machine, int q, List<Integer> arcs, Triple strings, int left, List<Path> result, int[] work) {
        if (machine.isFinal(q)) {
            result.add(new Path(arcs, strings));
        }
        if (++work[0] > 20_000 || result.size() > MAX_PATHS) {
            return false;
        }
        if (left == 0) {
            return true;
        }
        for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
            List<Integer> next = append(arcs, new int[] {a});
            if (!collect(machine, machine.target(a), next, strings.then(machine, a), left - 1, result, work)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the accepting paths of T that generate (x, y) with at most a given number of marks, by their marks; empty
     * if there are too many. Arcs without any label are followed at most {@code states} times in a row, because more
     * would repeat.
     */
    static Optional<Map<List<Integer>, List<Path>>> pathsOf(Mfst machine, int[] x, int[] y, int maxMarks) {
        Map<List<Integer>, List<Path>> result = new TreeMap<>(MachineOracle::compare);
        int[] work = {0};
        boolean whole = collect(machine, machine.initial(), List.of(), Triple.EMPTY, x, y, maxMarks, 0, result, work);
        return whole ? Optional.of(result) : Optional.empty();
    }

    private static boolean collect(
            Mfst machine,
            int q,
            List<Integer> arcs,
            Triple strings,
            int[] x,
            int[] y,
            int maxMarks,
            int emptyRun,
            Map<List<Integer>, List<Path>> result,
            int[] work) {
        if (++work[0] > 20_000) {
            return false;
        }
        if (machine.isFinal(q) && strings.x.equals(list(x)) && strings.y.equals(list(y))) {
            result.computeIfAbsent(strings.marks, key -> new ArrayList<>()).add(new Path(arcs, strings));
        }
        for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
            Triple next = strings.then(machine, a);
            int run = machine.isEmpty(a) ? emptyRun + 1 : 0;
            if (run <= machine.states()
                    && next.marks.size() <= maxMarks
                    && isPrefix(next.x, x)
                    && isPrefix(next.y, y)
                    && !collect(
                            machine,
                            machine.target(a),
                            append(arcs, new int[] {a}),
                            next,
                            x,
                            y,
                            maxMarks,
                            run,
                            result,
                            work)) {
                return false;
            }
        }
        return true;
    }

    static boolean isPrefix(List<Integer> prefix, int[] string) {
        return prefix.size() <= string.length && prefix.equals(list(string).subList(0, prefix.size()));
    }

    static int compare(List<Integer> left, List<Integer> right) {
        return Arrays.compare(ints(left), ints(right));
    }

    /** Returns all mark strings of an acyclic lattice. */
    static Set<List<Integer>> strings(Lattice lattice, int maxMarks) {
        Set<List<Integer>> result = new HashSet<>();
        if (!lattice.isEmpty()) {
            collect(lattice, 0, List.of(), maxMarks, result);
        }
        return result;
    }

    private static void collect(
            Lattice lattice, int state, List<Integer> marks, int maxMarks, Set<List<Integer>> result) {
        if (lattice.isFinal(state)) {
            result.add(marks);
        }
        for (int a = lattice.firstArc(state); a < lattice.endArc(state) && marks.size() < maxMarks; a++) {
            collect(lattice, lattice.target(a), append(marks, new int[] {lattice.mark(a)}), maxMarks, result);
        }
    }

    /** Returns the longest common prefix of strings. */
    static List<Integer> commonPrefix(List<List<Integer>> strings) {
        List<Integer> common = strings.get(0);
        for (List<Integer> string : strings) {
            int k = 0;
            while (k < common.size() && k < string.size() && common.get(k).equals(string.get(k))) {
                k++;
            }
            common = common.subList(0, k);
        }
        return common;
    }

    /**
     * Returns classes of equal states, by splitting until nothing changes; labels are (mark, symbols read, symbols
     * written).
     */
    static int[] classes(Lattice lattice) {
        int[] classOf = new int[lattice.states()];
        int count = 0;
        while (true) {
            Map<List<Object>, Integer> number = new HashMap<>();
            int[] next = new int[classOf.length];
            for (int s = 0; s < classOf.length; s++) {
                List<Object> signature = new ArrayList<>();
                if (lattice.isFinal(s)) {
                    signature.add(List.of(
                            lattice.inputLength() - lattice.inputPosition(s),
                            lattice.outputLength() - lattice.outputPosition(s)));
                }
                signature.add(classOf[s]);
                for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                    int t = lattice.target(a);
                    signature.add(List.of(
                            lattice.mark(a),
                            lattice.inputPosition(t) - lattice.inputPosition(s),
                            lattice.outputPosition(t) - lattice.outputPosition(s),
                            classOf[t]));
                }
                next[s] = number.computeIfAbsent(signature, key -> number.size());
            }
            classOf = next;
            if (number.size() == count) {
                return classOf;
            }
            count = number.size();
        }
    }

    /** Returns whether two deterministic lattices are equal up to the numbers of their states. */
    static boolean isomorphic(Lattice left, Lattice right) {
        if (left.states() != right.states() || left.arcs() != right.arcs()) {
            return false;
        }
        if (left.isEmpty()) {
            return true;
        }
        int[] partner = new int[left.states()];
        Arrays.fill(partner, -1);
        ArrayDeque<Integer> todo = new ArrayDeque<>(List.of(0));
        partner[0] = 0;
        while (!todo.isEmpty()) {
            int s = todo.remove();
            int t = partner[s];
            int degree = left.endArc(s) - left.firstArc(s);
            if (left.isFinal(s) != right.isFinal(t)
                    || left.inputPosition(s) != right.inputPosition(t)
                    || left.outputPosition(s) != right.outputPosition(t)
                    || degree != right.endArc(t) - right.firstArc(t)) {
                return false;
            }
            for (int k = 0; k < degree; k++) {
                int a = left.firstArc(s) + k;
                int b = right.firstArc(t) + k;
                if (left.mark(a) != right.mark(b)) {
                    return false;
                }
                if (partner[left.target(a)] < 0) {
                    partner[left.target(a)] = right.target(b);
                    todo.add(left.target(a));
                } else if (partner[left.target(a)] != right.target(b)) {
                    return false;
                }
            }
        }
        return true;
    }
}
