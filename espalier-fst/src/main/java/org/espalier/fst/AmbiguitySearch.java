package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Searches pairs of paths of a machine that have the same marks, those with the fewest arcs first, so that the first
 * pair found is a shortest one.
 *
 * <p>A place is a state, or an arc with the number of its marks that the other path has matched. At most one of the two
 * paths is inside an arc. Only arcs whose marks can still agree are paired, so machines with thousands of arcs stay
 * cheap. Up to some state both paths are the same; there they diverge, by different arcs or because one ends.
 *
 * <p>Complexity: the search stops after a million steps and pending symbols.
 */
final class AmbiguitySearch {
    /** The number of steps and pending symbols after which a search is given up, because it may not end. */
    private static final long MAX_WORK = 1_000_000;

    private static final int NO_ARC = -1;

    private final Mfst machine;
    private final IntString[] marks;
    /** For each state its useful arcs that have marks, in lexicographic order of the marks. */
    private final int[][] byMarks;

    private final int[][] markless;

    private final Set<PlacePair> settled = new HashSet<>();
    private final PriorityQueue<PairStep> queue =
            new PriorityQueue<>(Comparator.comparingInt(PairStep::arcs).thenComparingInt(PairStep::number));
    private Search search = Search.SAME_MARKS;
    private int steps;
    private long work;

    private enum Search {
        SAME_MARKS,
        SAME_PAIR,
        TWINS_VIOLATION
    }

    /** The place of one path: at a state (arc is -1), inside an arc (state is -1), or ended (both are -1). */
    private record PathPlace(int state, int arc, int matched) {
        static final PathPlace ENDED = new PathPlace(-1, NO_ARC, 0);

        static PathPlace at(int state) {
            return new PathPlace(state, NO_ARC, 0);
        }

        boolean isInside() {
            return arc != NO_ARC;
        }
    }

    /** The symbols that each path has emitted on a tape beyond their longest common prefix. */
    private record Lead(IntString a, IntString b) {
        static final Lead NONE = new Lead(IntString.EMPTY, IntString.EMPTY);

        Lead emit(IntString moreA, IntString moreB) {
            IntString stringA = a.concat(moreA);
            IntString stringB = b.concat(moreB);
            int common = stringA.commonPrefixLength(stringB);
            return new Lead(stringA.drop(common), stringB.drop(common));
        }

        int length() {
            return a.length() + b.length();
        }

        boolean canMeet() {
            return a.length() == 0 || b.length() == 0;
        }
    }

    private record PlacePair(PathPlace a, PathPlace b, boolean diverged, Lead in, Lead out) {}

    /**
     * A way to a pair of places.
     *
     * @param a the last arc of the first path, or NO_ARC
     * @param b the last arc of the second path, or NO_ARC
     * @param arcs the number of arcs of both paths
     * @param number the order in which steps were found
     */
    private record PairStep(PlacePair node, @Nullable PairStep before, int a, int b, int arcs, int number) {}

    AmbiguitySearch(Mfst machine) {
        this.machine = machine;
        BitSet useful = Simplify.useful(machine);
        marks = new IntString[machine.arcs()];
        Arrays.setAll(marks, a -> IntString.of(machine.label(a, Tape.MARKS)));
        byMarks = new int[machine.states()][];
        markless = new int[machine.states()][];
        for (int q = 0; q < machine.states(); q++) {
            int[] arcs = IntStream.range(machine.firstArc(q), machine.endArc(q))
                    .filter(a -> useful.get(machine.source(a)) && useful.get(machine.target(a)))
                    .toArray();
            byMarks[q] = IntStream.of(arcs)
                    .filter(a -> marks[a].length() > 0)
                    .boxed()
                    .sorted(Comparator.comparing(a -> marks[a]))
                    .mapToInt(a -> a)
                    .toArray();
            markless[q] = IntStream.of(arcs).filter(a -> marks[a].length() == 0).toArray();
        }
    }

    /**
     * Returns two different accepting paths with the same marks and the fewest arcs, if they are found within the
     * limit.
     */
    Optional<PathsWithSameMarks> sameMarks() {
        return find(Search.SAME_MARKS);
    }

    /**
     * Returns two different accepting paths with the same marks that generate the same pair, if they are found within
     * the limit. In general this question is undecidable.
     */
    Optional<PathsWithSameMarks> samePair() {
        return find(Search.SAME_PAIR);
    }

    /** Returns whether the last search stopped at the limit, so that finding nothing proves nothing. */
    boolean gaveUp() {
        return work >= MAX_WORK;
    }

    /** Returns a repetition that violates the twins property, if one is found within the limit. */
    Optional<TwinsViolation> twinsViolation() {
        PairStep found = walk(Search.TWINS_VIOLATION);
        PairStep earlier = found == null ? null : earlierSamePlaces(found);
        if (found == null || earlier == null) {
            return Optional.empty();
        }
        boolean onInput = !earlier.node.in.equals(found.node.in);
        Alphabet alphabet = onInput ? machine.input() : machine.output();
        return Optional.of(new TwinsViolation(
                new MachinePath(machine, arcs(earlier, null, PairStep::a)).text(Tape.MARKS),
                new MachinePath(machine, arcs(found, earlier, PairStep::a)).text(Tape.MARKS),
                format(alphabet, onInput ? earlier.node.in : earlier.node.out),
                format(alphabet, onInput ? found.node.in : found.node.out)));
    }

    private Optional<PathsWithSameMarks> find(Search wanted) {
        return Optional.ofNullable(walk(wanted))
                .map(found -> new PathsWithSameMarks(
                        new MachinePath(machine, arcs(found, null, PairStep::a)),
                        new MachinePath(machine, arcs(found, null, PairStep::b))));
    }

    /** Returns the first step, by the number of arcs, that satisfies the search. */
    private @Nullable PairStep walk(Search wanted) {
        search = wanted;
        settled.clear();
        queue.clear();
        steps = 0;
        work = 0;
        PathPlace start = PathPlace.at(machine.initial());
        queue.add(new PairStep(new PlacePair(start, start, false, Lead.NONE, Lead.NONE), null, NO_ARC, NO_ARC, 0, 0));
        while (!queue.isEmpty() && !gaveUp()) {
            PairStep step = queue.remove();
            if (!settled.add(step.node)) {
                continue;
            }
            if (step.node.diverged && isFound(step)) {
                return step;
            }
            expand(step);
        }
        return null;
    }

    private void expand(PairStep step) {
        PlacePair node = step.node;
        if (!node.diverged) {
            expandCommonPath(step);
        } else if (node.a.isInside()) {
            catchUp(step, node.b, node.a, false);
        } else if (node.b.isInside()) {
            catchUp(step, node.a, node.b, true);
        } else {
            bothAtStates(step);
        }
    }

    private void expandCommonPath(PairStep step) {
        int q = step.node.a.state;
        for (int a : agreeing(q, IntString.EMPTY, true)) {
            if (gaveUp()) {
                return;
            }
            PathPlace to = PathPlace.at(machine.target(a));
            add(step, new PlacePair(to, to, false, Lead.NONE, Lead.NONE), a, a);
            for (int b : agreeing(q, marks[a], true)) {
                if (b > a) {
                    move(step, after(a, marks[b]), after(b, marks[a]), a, b);
                }
            }
            if (machine.isFinal(q) && marks[a].length() == 0) {
                move(step, PathPlace.ENDED, to, NO_ARC, a);
            }
        }
    }

    private void bothAtStates(PairStep step) {
        PlacePair node = step.node;
        moveWithoutMarks(step, node.a, true);
        moveWithoutMarks(step, node.b, false);
        if (node.a.state >= 0 && node.b.state >= 0) {
            for (int a : byMarks[node.a.state]) {
                if (gaveUp()) {
                    return;
                }
                for (int b : agreeing(node.b.state, marks[a], false)) {
                    move(step, after(a, marks[b]), after(b, marks[a]), a, b);
                }
            }
        }
    }

    /** Moves the path that is at a state along the arc that the other path is inside. */
    private void catchUp(PairStep step, PathPlace behind, PathPlace inside, boolean behindIsA) {
        moveWithoutMarks(step, behind, behindIsA);
        if (behind.state < 0) {
            return;
        }
        IntString rest = marks[inside.arc].drop(inside.matched);
        for (int c : agreeing(behind.state, rest, false)) {
            PathPlace follower = after(c, rest);
            PathPlace leader = place(inside.arc, inside.matched + Math.min(rest.length(), marks[c].length()));
            if (behindIsA) {
                move(step, follower, leader, c, NO_ARC);
            } else {
                move(step, leader, follower, NO_ARC, c);
            }
        }
    }

    /** Moves a path at a state along its arcs without marks. */
    private void moveWithoutMarks(PairStep step, PathPlace place, boolean isA) {
        if (place.state < 0) {
            return;
        }
        for (int a : markless[place.state]) {
            PathPlace to = PathPlace.at(machine.target(a));
            if (isA) {
                move(step, to, step.node.b, a, NO_ARC);
            } else {
                move(step, step.node.a, to, NO_ARC, a);
            }
        }
    }

    /** Moves two paths that have diverged. */
    private void move(PairStep from, PathPlace a, PathPlace b, int newA, int newB) {
        Lead in = Lead.NONE;
        Lead out = Lead.NONE;
        if (search != Search.SAME_MARKS) {
            in = from.node.in.emit(label(newA, Tape.INPUT), label(newB, Tape.INPUT));
            out = from.node.out.emit(label(newA, Tape.OUTPUT), label(newB, Tape.OUTPUT));
            if (search == Search.SAME_PAIR && !(in.canMeet() && out.canMeet())) {
                return;
            }
        }
        add(from, new PlacePair(a, b, true, in, out), newA, newB);
    }

    private void add(PairStep from, PlacePair node, int newA, int newB) {
        if (!settled.contains(node)) {
            int arcs = from.arcs + (newA == NO_ARC ? 0 : 1) + (newB == NO_ARC ? 0 : 1);
            queue.add(new PairStep(node, from, newA, newB, arcs, ++steps));
            work += 1 + node.in.length() + node.out.length();
        }
    }

    private boolean isFound(PairStep step) {
        PlacePair node = step.node;
        return switch (search) {
            case SAME_MARKS -> isEnd(node.a) && isEnd(node.b);
            case SAME_PAIR -> isEnd(node.a) && isEnd(node.b) && node.in.equals(Lead.NONE) && node.out.equals(Lead.NONE);
            case TWINS_VIOLATION -> earlierSamePlaces(step) != null;
        };
    }

    private boolean isEnd(PathPlace place) {
        return !place.isInside() && (place.state < 0 || machine.isFinal(place.state));
    }

    /** Returns an earlier step to the same places, or null. Its leads differ, since no pair is settled twice. */
    private static @Nullable PairStep earlierSamePlaces(PairStep step) {
        for (PairStep then = step.before; then != null; then = then.before) {
            if (then.node.diverged && then.node.a.equals(step.node.a) && then.node.b.equals(step.node.b)) {
                return then;
            }
        }
        return null;
    }

    /**
     * Returns the arcs of a state whose marks are a prefix of a string or begin with it; on request also those without
     * marks.
     */
    private IntArrayList agreeing(int q, IntString string, boolean withMarkless) {
        IntArrayList result = new IntArrayList();
        int[] arcs = byMarks[q];
        for (int length = 1; length < string.length(); length++) {
            IntString prefix = string.prefix(length);
            for (int k = lowerBound(arcs, prefix); k < arcs.length && marks[arcs[k]].equals(prefix); k++) {
                result.add(arcs[k]);
            }
        }
        for (int k = lowerBound(arcs, string);
                k < arcs.length && marks[arcs[k]].commonPrefixLength(string) == string.length();
                k++) {
            result.add(arcs[k]);
        }
        if (withMarkless) {
            result.addElements(result.size(), markless[q]);
        }
        return result;
    }

    private int lowerBound(int[] arcs, IntString string) {
        int low = 0;
        int high = arcs.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (marks[arcs[middle]].compareTo(string) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the place of a path on an arc after the other path has shown these marks. */
    private PathPlace after(int arc, IntString shown) {
        return place(arc, Math.min(marks[arc].length(), shown.length()));
    }

    private PathPlace place(int arc, int matched) {
        return matched == marks[arc].length() ? PathPlace.at(machine.target(arc)) : new PathPlace(-1, arc, matched);
    }

    private IntString label(int arc, Tape tape) {
        return arc == NO_ARC ? IntString.EMPTY : IntString.of(machine.label(arc, tape));
    }

    /** Returns the arcs that one path takes between two steps. */
    private static List<Integer> arcs(PairStep last, @Nullable PairStep first, ToIntFunction<PairStep> arc) {
        List<Integer> path = new ArrayList<>();
        int start = first == null ? -1 : first.number;
        for (PairStep step = last; step != null && step.number != start; step = step.before) {
            if (arc.applyAsInt(step) != NO_ARC) {
                path.add(arc.applyAsInt(step));
            }
        }
        Collections.reverse(path);
        return path;
    }

    private static String format(Alphabet alphabet, Lead lead) {
        return "(" + part(alphabet, lead.a) + " | " + part(alphabet, lead.b) + ")";
    }

    private static String part(Alphabet alphabet, IntString string) {
        return string.length() == 0 ? "_" : alphabet.format(string.toArray());
    }
}
