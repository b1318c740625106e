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
 * Walks pairs of paths of a machine that have the same marks, those with the fewest arcs first, so that what is
 * found first is shortest.
 *
 * <p>A place is a state, or an arc with the number of its marks that the other path has matched. Of the two paths at
 * most one is inside an arc. Only arcs whose marks can still agree are paired, which keeps machines with thousands of
 * arcs cheap. Up to some state both paths are one; there they part, by different arcs or because one ends.
 */
final class AmbiguitySearch {
    /** Steps and pending symbols after which a search that may have no end is given up. */
    private static final long MAX_WORK = 1_000_000;

    private static final int NO_ARC = -1;

    private final Mfst machine;
    private final IntString[] marks;
    /** For each state its useful arcs that have marks, in lexicographic order of them, and those that have none. */
    private final int[][] byMarks;

    private final int[][] markless;

    private final Set<Node> settled = new HashSet<>();
    private final PriorityQueue<Step> queue =
            new PriorityQueue<>(Comparator.comparingInt(Step::arcs).thenComparingInt(Step::number));
    private Search search = Search.SAME_MARKS;
    private int steps;
    private long work;

    private enum Search {
        SAME_MARKS,
        SAME_PAIR,
        RUN_APART
    }

    /** A place of one path: at a state ({@code arc} is -1), inside an arc, or, with state -1, at its end. */
    private record Place(int state, int arc, int matched) {
        static final Place ENDED = new Place(-1, NO_ARC, 0);

        static Place at(int state) {
            return new Place(state, NO_ARC, 0);
        }

        boolean isInside() {
            return arc != NO_ARC;
        }
    }

    /** What each path has emitted on a tape beyond their longest common prefix. */
    private record Lead(IntString a, IntString b) {
        static final Lead NONE = new Lead(IntString.EMPTY, IntString.EMPTY);

        Lead emit(IntString moreA, IntString moreB) {
            IntString wholeA = a.concat(moreA);
            IntString wholeB = b.concat(moreB);
            int common = wholeA.commonPrefixLength(wholeB);
            return new Lead(wholeA.drop(common), wholeB.drop(common));
        }

        int length() {
            return a.length() + b.length();
        }

        boolean canMeet() {
            return a.length() == 0 || b.length() == 0;
        }
    }

    private record Node(Place a, Place b, boolean parted, Lead in, Lead out) {}

    /** A way to a node: the last arcs, if any, that the paths took, and how many arcs they have in all. */
    private record Step(Node node, @Nullable Step before, int a, int b, int arcs, int number) {}

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
     * Two different accepting paths with the same marks, as few arcs as possible; the search gives up after a million
     * steps.
     */
    Optional<PathsWithSameMarks> sameMarks() {
        return find(Search.SAME_MARKS);
    }

    /**
     * Two different accepting paths with the same marks that generate the same pair. In general this question cannot be
     * decided; the search gives up after a million steps.
     */
    Optional<PathsWithSameMarks> samePair() {
        return find(Search.SAME_PAIR);
    }

    /** Whether the last search gave up, so that finding nothing does not mean that there is nothing. */
    boolean gaveUp() {
        return work >= MAX_WORK;
    }

    /** A repetition that shows that the twins property fails; the search gives up after a million steps. */
    Optional<TwinsViolation> runApart() {
        Step found = walk(Search.RUN_APART);
        Step earlier = found == null ? null : earlierSamePlaces(found);
        if (found == null || earlier == null) {
            return Optional.empty();
        }
        boolean onInput = !earlier.node.in.equals(found.node.in);
        Alphabet alphabet = onInput ? machine.input() : machine.output();
        return Optional.of(new TwinsViolation(
                new MachinePath(machine, arcs(earlier, null, Step::a)).text(Tape.MARKS),
                new MachinePath(machine, arcs(found, earlier, Step::a)).text(Tape.MARKS),
                format(alphabet, onInput ? earlier.node.in : earlier.node.out),
                format(alphabet, onInput ? found.node.in : found.node.out)));
    }

    private Optional<PathsWithSameMarks> find(Search wanted) {
        return Optional.ofNullable(walk(wanted))
                .map(found -> new PathsWithSameMarks(
                        new MachinePath(machine, arcs(found, null, Step::a)),
                        new MachinePath(machine, arcs(found, null, Step::b))));
    }

    /** The first step, by the number of arcs, to a node that is looked for. */
    private @Nullable Step walk(Search wanted) {
        search = wanted;
        settled.clear();
        queue.clear();
        steps = 0;
        work = 0;
        Place start = Place.at(machine.initial());
        queue.add(new Step(new Node(start, start, false, Lead.NONE, Lead.NONE), null, NO_ARC, NO_ARC, 0, 0));
        while (!queue.isEmpty() && !gaveUp()) {
            Step step = queue.remove();
            if (!settled.add(step.node)) {
                continue;
            }
            if (step.node.parted && isFound(step)) {
                return step;
            }
            expand(step);
        }
        return null;
    }

    private void expand(Step step) {
        Node node = step.node;
        if (!node.parted) {
            together(step);
        } else if (node.a.isInside()) {
            catchUp(step, node.b, node.a, false);
        } else if (node.b.isInside()) {
            catchUp(step, node.a, node.b, true);
        } else {
            bothAtStates(step);
        }
    }

    private void together(Step step) {
        int q = step.node.a.state;
        for (int a : agreeing(q, IntString.EMPTY, true)) {
            if (gaveUp()) {
                return;
            }
            Place to = Place.at(machine.target(a));
            add(step, new Node(to, to, false, Lead.NONE, Lead.NONE), a, a);
            for (int b : agreeing(q, marks[a], true)) {
                if (b > a) {
                    move(step, after(a, marks[b]), after(b, marks[a]), a, b);
                }
            }
            if (machine.isFinal(q) && marks[a].length() == 0) {
                move(step, Place.ENDED, to, NO_ARC, a);
            }
        }
    }

    private void bothAtStates(Step step) {
        Node node = step.node;
        alone(step, node.a, true);
        alone(step, node.b, false);
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

    /** The path that is at a state follows the one inside an arc. */
    private void catchUp(Step step, Place behind, Place inside, boolean behindIsA) {
        alone(step, behind, behindIsA);
        if (behind.state < 0) {
            return;
        }
        IntString rest = marks[inside.arc].drop(inside.matched);
        for (int c : agreeing(behind.state, rest, false)) {
            Place follower = after(c, rest);
            Place leader = place(inside.arc, inside.matched + Math.min(rest.length(), marks[c].length()));
            if (behindIsA) {
                move(step, follower, leader, c, NO_ARC);
            } else {
                move(step, leader, follower, NO_ARC, c);
            }
        }
    }

    /** A path at a state moves by an arc without marks. */
    private void alone(Step step, Place place, boolean isA) {
        if (place.state < 0) {
            return;
        }
        for (int a : markless[place.state]) {
            Place to = Place.at(machine.target(a));
            if (isA) {
                move(step, to, step.node.b, a, NO_ARC);
            } else {
                move(step, step.node.a, to, NO_ARC, a);
            }
        }
    }

    /** Two parted paths move on. */
    private void move(Step from, Place a, Place b, int newA, int newB) {
        Lead in = Lead.NONE;
        Lead out = Lead.NONE;
        if (search != Search.SAME_MARKS) {
            in = from.node.in.emit(label(newA, Tape.INPUT), label(newB, Tape.INPUT));
            out = from.node.out.emit(label(newA, Tape.OUTPUT), label(newB, Tape.OUTPUT));
            if (search == Search.SAME_PAIR && !(in.canMeet() && out.canMeet())) {
                return;
            }
        }
        add(from, new Node(a, b, true, in, out), newA, newB);
    }

    private void add(Step from, Node node, int newA, int newB) {
        if (!settled.contains(node)) {
            int arcs = from.arcs + (newA == NO_ARC ? 0 : 1) + (newB == NO_ARC ? 0 : 1);
            queue.add(new Step(node, from, newA, newB, arcs, ++steps));
            work += 1 + node.in.length() + node.out.length();
        }
    }

    private boolean isFound(Step step) {
        Node node = step.node;
        return switch (search) {
            case SAME_MARKS -> isEnd(node.a) && isEnd(node.b);
            case SAME_PAIR -> isEnd(node.a) && isEnd(node.b) && node.in.equals(Lead.NONE) && node.out.equals(Lead.NONE);
            case RUN_APART -> earlierSamePlaces(step) != null;
        };
    }

    private boolean isEnd(Place place) {
        return !place.isInside() && (place.state < 0 || machine.isFinal(place.state));
    }

    /** An earlier step to the same places; its leads differ, since no node is settled twice. */
    private static @Nullable Step earlierSamePlaces(Step step) {
        for (Step then = step.before; then != null; then = then.before) {
            if (then.node.parted && then.node.a.equals(step.node.a) && then.node.b.equals(step.node.b)) {
                return then;
            }
        }
        return null;
    }

    /** Arcs of a state whose marks begin with a string or are a beginning of it; arcs without marks on request. */
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

    /** Where a path is on an arc when the other path has shown these marks. */
    private Place after(int arc, IntString shown) {
        return place(arc, Math.min(marks[arc].length(), shown.length()));
    }

    private Place place(int arc, int matched) {
        return matched == marks[arc].length() ? Place.at(machine.target(arc)) : new Place(-1, arc, matched);
    }

    private IntString label(int arc, Tape tape) {
        return arc == NO_ARC ? IntString.EMPTY : IntString.of(machine.label(arc, tape));
    }

    /** The arcs that one path takes between two steps. */
    private static List<Integer> arcs(Step last, @Nullable Step first, ToIntFunction<Step> arc) {
        List<Integer> path = new ArrayList<>();
        int start = first == null ? -1 : first.number;
        for (Step step = last; step != null && step.number != start; step = step.before) {
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
