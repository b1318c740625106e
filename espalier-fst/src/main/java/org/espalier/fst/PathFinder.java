package org.espalier.fst;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the path z of T that a mark string names, given the pair. Follows all configurations at once, mark by mark; there
 * are rarely more than a few. Complexity: linear in the marks times the arcs of the states passed.
 */
final class PathFinder {
    private final Mfst machine;
    private final Configurations configurations;
    private final int[] x;
    private final int[] y;

    /** A configuration at (i, j), how it was reached, and the arc of T that was begun to reach it, or -1. */
    private record Step(
            int configuration, int i, int j, @Nullable Step from, int arc) {
        Place place() {
            return new Place(configuration, i, j);
        }
    }

    private record Place(int configuration, int i, int j) {}

    PathFinder(Mfst machine, int[] x, int[] y) {
        this.machine = machine;
        configurations = new Configurations(machine);
        this.x = x;
        this.y = y;
    }

    /** The accepting path with these marks that generates the pair. */
    Optional<MachinePath> path(int... marks) {
        List<Step> frontier = close(List.of(new Step(machine.initial(), 0, 0, null, -1)));
        for (int mark : marks) {
            List<Step> next = new ArrayList<>();
            for (Step step : frontier) {
                follow(step, mark, next);
            }
            frontier = close(next);
        }
        return frontier.stream()
                .filter(step -> configurations.isState(step.configuration)
                        && machine.isFinal(step.configuration)
                        && step.i == x.length
                        && step.j == y.length)
                .findFirst()
                .map(last -> new MachinePath(machine, arcs(last)));
    }

    private void follow(Step step, int mark, List<Step> next) {
        int c = step.configuration;
        if (!configurations.isState(c)) {
            int arc = configurations.arc(c);
            int behind = configurations.marksBehind(c);
            if (machine.symbol(arc, Tape.MARKS, behind) == mark) {
                next.add(new Step(configurations.after(arc, behind + 1), step.i, step.j, step, -1));
            }
            return;
        }
        for (int a = machine.firstArc(c); a < machine.endArc(c); a++) {
            if (machine.length(a, Tape.MARKS) > 0 && machine.symbol(a, Tape.MARKS, 0) == mark) {
                take(step, a, configurations.after(a, 1), next);
            }
        }
    }

    /** Adds all that arcs without marks lead to, each place once. */
    private List<Step> close(List<Step> kernel) {
        List<Step> closure = new ArrayList<>();
        Set<Place> seen = new HashSet<>();
        kernel.stream().filter(step -> seen.add(step.place())).forEach(closure::add);
        for (int k = 0; k < closure.size(); k++) {
            Step step = closure.get(k);
            if (!configurations.isState(step.configuration)) {
                continue;
            }
            List<Step> reached = new ArrayList<>();
            int q = step.configuration;
            for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
                if (machine.length(a, Tape.MARKS) == 0) {
                    take(step, a, machine.target(a), reached);
                }
            }
            reached.stream().filter(next -> seen.add(next.place())).forEach(closure::add);
        }
        return closure;
    }

    private void take(Step step, int arc, int to, List<Step> next) {
        if (isAt(arc, Tape.INPUT, x, step.i) && isAt(arc, Tape.OUTPUT, y, step.j)) {
            int i = step.i + machine.length(arc, Tape.INPUT);
            int j = step.j + machine.length(arc, Tape.OUTPUT);
            next.add(new Step(to, i, j, step, arc));
        }
    }

    /** Asked of every arc that begins with a mark, such as all substitutions of an edit machine: so nothing is copied. */
    private boolean isAt(int arc, Tape tape, int[] string, int position) {
        int length = machine.length(arc, tape);
        if (length > string.length - position) {
            return false;
        }
        for (int k = 0; k < length; k++) {
            if (machine.symbol(arc, tape, k) != string[position + k]) {
                return false;
            }
        }
        return true;
    }

    private static List<Integer> arcs(Step last) {
        List<Integer> arcs = new ArrayList<>();
        for (Step step = last; step != null; step = step.from) {
            if (step.arc >= 0) {
                arcs.add(step.arc);
            }
        }
        Collections.reverse(arcs);
        return arcs;
    }
}
