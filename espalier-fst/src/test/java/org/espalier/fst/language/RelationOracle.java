package org.espalier.fst.language;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;

/**
 * Relations as sets of triples (x, y, ω) with a bounded number of symbols on the three tapes together: slow and
 * obvious.
 */
final class RelationOracle {
    record Triple(List<String> x, List<String> y, List<String> marks) {
        int size() {
            return x.size() + y.size() + marks.size();
        }

        Triple then(Triple next) {
            return new Triple(joined(x, next.x), joined(y, next.y), joined(marks, next.marks));
        }
    }

    static final Triple EMPTY = new Triple(List.of(), List.of(), List.of());

    private RelationOracle() {}

    /** Returns the triples of a machine without empty arcs, by following all its paths. */
    static Set<Triple> of(Mfst machine, int bound) {
        record Path(int state, Triple triple) {}
        Set<Triple> relation = new HashSet<>();
        Set<Path> seen = new HashSet<>();
        Deque<Path> todo = new ArrayDeque<>();
        todo.add(new Path(machine.initial(), EMPTY));
        while (!todo.isEmpty()) {
            Path path = todo.remove();
            if (path.triple.size() > bound || !seen.add(path)) {
                continue;
            }
            if (machine.isFinal(path.state)) {
                relation.add(path.triple);
            }
            for (int a = machine.firstArc(path.state); a < machine.endArc(path.state); a++) {
                todo.add(new Path(machine.target(a), path.triple.then(labels(machine, a))));
            }
        }
        return relation;
    }

    private static Triple labels(Mfst machine, int arc) {
        return new Triple(
                string(machine, arc, Tape.INPUT), string(machine, arc, Tape.OUTPUT), string(machine, arc, Tape.MARKS));
    }

    private static List<String> string(Mfst machine, int arc, Tape tape) {
        List<String> string = new ArrayList<>();
        for (int symbol : machine.label(arc, tape)) {
            string.add(machine.alphabet(tape).symbol(symbol));
        }
        return string;
    }

    static Set<Triple> union(Set<Triple> left, Set<Triple> right) {
        Set<Triple> both = new HashSet<>(left);
        both.addAll(right);
        return both;
    }

    static Set<Triple> concat(Set<Triple> left, Set<Triple> right, int bound) {
        Set<Triple> all = new HashSet<>();
        for (Triple first : left) {
            for (Triple second : right) {
                if (first.size() + second.size() <= bound) {
                    all.add(first.then(second));
                }
            }
        }
        return all;
    }

    static Set<Triple> star(Set<Triple> relation, int bound) {
        Set<Triple> all = new HashSet<>(Set.of(EMPTY));
        while (all.addAll(concat(all, relation, bound))) {
            // until nothing new appears
        }
        return all;
    }

    private static List<String> joined(List<String> left, List<String> right) {
        List<String> both = new ArrayList<>(left);
        both.addAll(right);
        return both;
    }
}
