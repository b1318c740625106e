package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Walks pairs of paths of a trimmed machine that have the same marks, breadth-first, so that what is found first is
 * shortest.
 *
 * <p>A place is a state, or an arc with the number of its marks that the other path has matched. Of the two paths at
 * most one is inside an arc. Only arcs whose marks can still agree are paired, which keeps machines with thousands of
 * arcs cheap. Up to some state both paths are one; there they part, by different arcs or because one ends.
 */
final class Squaring {
    private static final int MAX_NODES = 1_000_000;
    private static final int NO_ARC = -1;

    private final Mfst machine;
    private final IntString[] marks;
    /** For each state its arcs that have marks, in lexicographic order of them. */
    private final int[][] byMarks;

    private final Map<Node, Integer> seen = new HashMap<>();
    private final List<Node> nodes = new ArrayList<>();
    private final IntArrayList parent = new IntArrayList();
    private final IntArrayList arcA = new IntArrayList();
    private final IntArrayList arcB = new IntArrayList();
    private Search search = Search.SAME_MARKS;
    private int current;
    private int found = -1;

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

        boolean canMeet() {
            return a.length() == 0 || b.length() == 0;
        }
    }

    private record Node(Place a, Place b, boolean parted, Lead in, Lead out) {}

    Squaring(Mfst trimmed) {
        machine = trimmed;
        marks = new IntString[machine.arcs()];
        Arrays.setAll(marks, a -> IntString.of(machine.label(a, Tape.MARKS)));
        byMarks = new int[machine.states()][];
        for (int q = 0; q < machine.states(); q++) {
            IntArrayList arcs = new IntArrayList();
            for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
                if (marks[a].length() > 0) {
                    arcs.add(a);
                }
            }
            arcs.sort((a, b) -> Arrays.compare(marks[a].toArray(), marks[b].toArray()));
            byMarks[q] = arcs.toIntArray();
        }
    }

    /** Two different accepting paths with the same marks, if there are any; as few arcs as possible. */
    Optional<SameMarks> sameMarks() {
        return find(Search.SAME_MARKS);
    }

    /**
     * Two different accepting paths with the same marks that generate the same pair. In general this question cannot be
     * decided; the search gives up after a million nodes.
     */
    Optional<SameMarks> samePair() {
        return find(Search.SAME_PAIR);
    }

    /** A repetition that shows that the twins property fails; the search gives up after a million nodes. */
    Optional<RunApart> runApart() {
        walk(Search.RUN_APART);
        if (found < 0) {
            return Optional.empty();
        }
        int ancestor = earlierSamePlaces(found);
        Node before = nodes.get(ancestor);
        Node after = nodes.get(found);
        boolean onInput = !before.in.equals(after.in);
        Alphabet alphabet = onInput ? machine.input() : machine.output();
        return Optional.of(new RunApart(
                format(arcsTo(ancestor, -1, arcA)),
                format(arcsTo(found, ancestor, arcA)),
                format(alphabet, onInput ? before.in : before.out),
                format(alphabet, onInput ? after.in : after.out)));
    }

    private Optional<SameMarks> find(Search wanted) {
        walk(wanted);
        return found < 0
                ? Optional.empty()
                : Optional.of(new SameMarks(machine, arcsTo(found, -1, arcA), arcsTo(found, -1, arcB)));
    }

    private void walk(Search wanted) {
        search = wanted;
        seen.clear();
        nodes.clear();
        parent.clear();
        arcA.clear();
        arcB.clear();
        found = -1;
        current = -1;
        Place start = Place.at(machine.initial());
        add(new Node(start, start, false, Lead.NONE, Lead.NONE), NO_ARC, NO_ARC);
        for (current = 0; current < nodes.size() && found < 0 && nodes.size() < MAX_NODES; current++) {
            Node node = nodes.get(current);
            if (!node.parted) {
                together(node);
            } else if (node.a.isInside()) {
                catchUp(node, node.b, node.a, false);
            } else if (node.b.isInside()) {
                catchUp(node, node.a, node.b, true);
            } else {
                bothAtStates(node);
            }
        }
    }

    private void together(Node node) {
        int q = node.a.state;
        for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
            Place to = Place.at(machine.target(a));
            add(new Node(to, to, false, Lead.NONE, Lead.NONE), a, a);
            part(node, q, a);
            if (machine.isFinal(q) && marks[a].length() == 0) {
                step(node, Place.ENDED, to, NO_ARC, a);
            }
        }
    }

    /** One path takes arc a, the other a later arc of the same state that can agree with it. */
    private void part(Node node, int q, int a) {
        for (int b : agreeing(q, marks[a], true)) {
            if (b > a) {
                step(node, after(a, marks[b]), after(b, marks[a]), a, b);
            }
        }
    }

    private void bothAtStates(Node node) {
        alone(node, node.a, true);
        alone(node, node.b, false);
        if (node.a.state >= 0 && node.b.state >= 0) {
            for (int a : byMarks[node.a.state]) {
                for (int b : agreeing(node.b.state, marks[a], false)) {
                    step(node, after(a, marks[b]), after(b, marks[a]), a, b);
                }
            }
        }
    }

    /** The path that is at a state follows the one inside an arc. */
    private void catchUp(Node node, Place behind, Place inside, boolean behindIsA) {
        alone(node, behind, behindIsA);
        if (behind.state < 0) {
            return;
        }
        IntString rest = marks[inside.arc].drop(inside.matched);
        for (int c : agreeing(behind.state, rest, false)) {
            Place follower = after(c, rest);
            int matched = inside.matched + Math.min(rest.length(), marks[c].length());
            Place leader = place(inside.arc, matched);
            if (behindIsA) {
                step(node, follower, leader, c, NO_ARC);
            } else {
                step(node, leader, follower, NO_ARC, c);
            }
        }
    }

    /** A path at a state moves by an arc without marks. */
    private void alone(Node node, Place place, boolean isA) {
        if (place.state < 0) {
            return;
        }
        for (int a = machine.firstArc(place.state); a < machine.endArc(place.state); a++) {
            if (marks[a].length() == 0) {
                Place to = Place.at(machine.target(a));
                if (isA) {
                    step(node, to, node.b, a, NO_ARC);
                } else {
                    step(node, node.a, to, NO_ARC, a);
                }
            }
        }
    }

    private void step(Node node, Place a, Place b, int newA, int newB) {
        Lead in = Lead.NONE;
        Lead out = Lead.NONE;
        if (search != Search.SAME_MARKS) {
            in = node.in.emit(label(newA, Tape.INPUT), label(newB, Tape.INPUT));
            out = node.out.emit(label(newA, Tape.OUTPUT), label(newB, Tape.OUTPUT));
            if (search == Search.SAME_PAIR && !(in.canMeet() && out.canMeet())) {
                return;
            }
        }
        add(new Node(a, b, true, in, out), newA, newB);
    }

    private void add(Node node, int newA, int newB) {
        if (found >= 0 || seen.putIfAbsent(node, nodes.size()) != null) {
            return;
        }
        nodes.add(node);
        parent.add(current);
        arcA.add(newA);
        arcB.add(newB);
        if (node.parted && isFound(node)) {
            found = nodes.size() - 1;
        }
    }

    private boolean isFound(Node node) {
        return switch (search) {
            case SAME_MARKS -> isEnd(node.a) && isEnd(node.b);
            case SAME_PAIR -> isEnd(node.a) && isEnd(node.b) && node.in.equals(Lead.NONE) && node.out.equals(Lead.NONE);
            case RUN_APART -> earlierSamePlaces(nodes.size() - 1) >= 0;
        };
    }

    private boolean isEnd(Place place) {
        return !place.isInside() && (place.state < 0 || machine.isFinal(place.state));
    }

    /** An ancestor at the same places; its leads differ, since equal nodes are not added twice. */
    private int earlierSamePlaces(int node) {
        Node now = nodes.get(node);
        for (int n = parent.getInt(node); n >= 0; n = parent.getInt(n)) {
            Node then = nodes.get(n);
            if (then.parted && then.a.equals(now.a) && then.b.equals(now.b)) {
                return n;
            }
        }
        return -1;
    }

    /** Arcs of a state whose marks begin with a string or are a beginning of it; arcs without marks on request. */
    private IntArrayList agreeing(int q, IntString string, boolean markless) {
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
        if (markless) {
            for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
                if (marks[a].length() == 0) {
                    result.add(a);
                }
            }
        }
        return result;
    }

    private int lowerBound(int[] arcs, IntString string) {
        int low = 0;
        int high = arcs.length;
        int[] wanted = string.toArray();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Arrays.compare(marks[arcs[middle]].toArray(), wanted) < 0) {
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

    /** The arcs that one path takes between an ancestor and a node. */
    private IntArrayList arcsTo(int node, int ancestor, IntArrayList arcs) {
        IntArrayList path = new IntArrayList();
        for (int n = node; n != ancestor; n = parent.getInt(n)) {
            if (arcs.getInt(n) != NO_ARC) {
                path.add(arcs.getInt(n));
            }
        }
        Collections.reverse(path);
        return path;
    }

    private String format(IntArrayList arcs) {
        IntString all = IntString.EMPTY;
        for (int a : arcs) {
            all = all.concat(marks[a]);
        }
        return all.length() == 0 ? "_" : machine.marks().format(all.toArray());
    }

    private static String format(Alphabet alphabet, Lead lead) {
        return "(" + part(alphabet, lead.a) + " | " + part(alphabet, lead.b) + ")";
    }

    private static String part(Alphabet alphabet, IntString string) {
        return string.length() == 0 ? "_" : alphabet.format(string.toArray());
    }
}
