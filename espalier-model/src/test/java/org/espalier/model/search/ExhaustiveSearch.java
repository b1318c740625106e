package org.espalier.model.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.model.TableScorer;

/** Finds every mark string of x ∘ T with its output, within bounds, by following every path of the original machine. */
final class ExhaustiveSearch {
    private static final int MANY = 30_000;

    record Written(List<Integer> marks, List<Integer> output) {}

    private record Place(int state, int read, Written written) {}

    private ExhaustiveSearch() {}

    /** Returns the strings, or empty if there are too many. */
    static Optional<Set<Written>> of(Mfst machine, int[] x, int maxOutput, int maxMarks) {
        Set<Written> result = new HashSet<>();
        Set<Place> seen = new HashSet<>();
        Deque<Place> todo = new ArrayDeque<>();
        todo.add(new Place(machine.initial(), 0, new Written(List.of(), List.of())));
        while (!todo.isEmpty()) {
            Place at = todo.remove();
            if (at.written.output.size() > maxOutput || at.written.marks.size() > maxMarks || !seen.add(at)) {
                continue;
            }
            if (seen.size() > MANY) {
                return Optional.empty();
            }
            if (at.read == x.length && machine.isFinal(at.state)) {
                result.add(at.written);
            }
            for (int a = machine.firstArc(at.state); a < machine.endArc(at.state); a++) {
                int[] in = machine.label(a, Tape.INPUT);
                int end = at.read + in.length;
                if (end <= x.length && Arrays.equals(in, Arrays.copyOfRange(x, at.read, end))) {
                    Written more = new Written(
                            joined(at.written.marks, machine.label(a, Tape.MARKS)),
                            joined(at.written.output, machine.label(a, Tape.OUTPUT)));
                    todo.add(new Place(machine.target(a), end, more));
                }
            }
        }
        return Optional.of(result);
    }

    /** Returns log Σ p̃ over the strings of each output. */
    static Map<List<Integer>, Double> logP(Set<Written> strings, TableScorer scorer) {
        Map<List<Integer>, Double> sums = new HashMap<>();
        for (Written each : strings) {
            int[] marks = each.marks.stream().mapToInt(mark -> mark).toArray();
            sums.merge(each.output, Math.exp(scorer.logP(marks)), Double::sum);
        }
        return sums.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, sum -> Math.log(sum.getValue())));
    }

    private static List<Integer> joined(List<Integer> string, int[] more) {
        List<Integer> result = new ArrayList<>(string);
        Arrays.stream(more).forEach(result::add);
        return result;
    }
}
