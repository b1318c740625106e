package org.espalier.fst;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the path z of T that generates a pair with given marks. It follows all configurations in parallel, mark by
 * mark; there are rarely more than a few.
 *
 * <p>Complexity: linear in the machine once, then in the marks times the arcs of the configurations that a prefix leads to.
 */
final class PathFinder {
    private final Mfst machine;
    private final Configurations configurations;
    private final int[] x;
    private final int[] y;

    /**
     * A configuration at (i, j) and how it was reached.
     *
     * @param from the previous configuration
     * @param arc the arc of T whose first piece led here, or -1
     */
    private record PathStep(
            int configuration, int i, int j, @Nullable PathStep from, int arc) {
        PathNode node() {
            return new PathNode(configuration, i, j);
        }
    }

    private record PathNode(int configuration, int i, int j) {}

    PathFinder(Mfst machine, int[] x, int[] y) {
        this.machine = machine;
        configurations = new Configurations(machine);
        this.x = x;
        this.y = y;
    }

    /** Returns the accepting path with these marks that generates the pair, if there is one. */
    Optional<MachinePath> path(int... marks) {
        List<PathStep> frontier = close(List.of(new PathStep(machine.initial(), 0, 0, null, -1)));
        for (int mark : marks) {
            List<PathStep> next = new ArrayList<>();
            for (PathStep step : frontier) {
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

    private void follow(PathStep step, int mark, List<PathStep> next) {
        int c = step.configuration;
        if (!configurations.isState(c)) {
            int arc = configurations.arc(c);
            int before = configurations.marksBefore(c);
            if (machine.symbol(arc, Tape.MARKS, before) == mark) {
                next.add(new PathStep(configurations.after(arc, before + 1), step.i, step.j, step, -1));
            }
            return;
        }
        for (int a = machine.firstArc(c); a < machine.endArc(c); a++) {
            if (machine.length(a, Tape.MARKS) > 0 && machine.symbol(a, Tape.MARKS, 0) == mark) {
                take(step, a, configurations.after(a, 1), next);
            }
        }
    }

    /** Adds the configurations that arcs without marks lead to, each once. */
    private List<PathStep> close(List<PathStep> kernel) {
        List<PathStep> closure = new ArrayList<>();
        Set<PathNode> seen = new HashSet<>();
        kernel.stream().filter(step -> seen.add(step.node())).forEach(closure::add);
        for (int k = 0; k < closure.size(); k++) {
            PathStep step = closure.get(k);
            if (!configurations.isState(step.configuration)) {
                continue;
            }
            List<PathStep> reached = new ArrayList<>();
            int q = step.configuration;
            for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
                if (machine.length(a, Tape.MARKS) == 0) {
                    take(step, a, machine.target(a), reached);
                }
            }
            reached.stream().filter(next -> seen.add(next.node())).forEach(closure::add);
        }
        return closure;
    }

    private void take(PathStep step, int arc, int to, List<PathStep> next) {
        if (isAt(arc, Tape.INPUT, x, step.i) && isAt(arc, Tape.OUTPUT, y, step.j)) {
            int i = step.i + machine.length(arc, Tape.INPUT);
            int j = step.j + machine.length(arc, Tape.OUTPUT);
            next.add(new PathStep(to, i, j, step, arc));
        }
    }

    /**
     * Returns whether a string continues with a label at a position. It copies nothing, because it is called for every
     * arc with a given first mark, such as all substitutions of an edit machine.
     */
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

    private static List<Integer> arcs(PathStep last) {
        List<Integer> arcs = new ArrayList<>();
        for (PathStep step = last; step != null; step = step.from) {
            if (step.arc >= 0) {
                arcs.add(step.arc);
            }
        }
        Collections.reverse(arcs);
        return arcs;
    }
}
