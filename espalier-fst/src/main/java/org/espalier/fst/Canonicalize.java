package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Computes the canonical form of a machine: determinizes over marks, with pairs of strings (input, output) as weights,
 * pushes symbols as early as possible, and minimizes.
 *
 * <p>A subset holds every configuration that a path with the marks so far can be in, each with the symbols that this
 * path has emitted beyond the longest common prefix of all of them. In a functional and unambiguous machine a
 * configuration occurs at most once in a subset. Meeting one twice, or two final states in one subset, proves that
 * there is no canonical form. If the machine lacks the twins property, the determinization does not end by itself; the
 * limit on work ends it.
 *
 * <p>Complexity: the determinization may have exponentially many subsets and is bounded by the limit on work. Pushing
 * is linear in the arcs of its result times the longest pushed string; minimizing computes O(arcs · log states)
 * signatures.
 */
final class Canonicalize {
    /** The work after which the twins property is checked: without it the determinization cannot end. */
    private static final long TWINS_CHECK_WORK = 2_000_000;

    private final Mfst machine;
    private final Mfst trimmed;
    private final Configurations configurations;
    /** For each state its arcs without marks, which are followed whenever a path reaches the state. */
    private final int[][] markless;

    private final long maxWork;
    private long work;

    private final Map<IntString, Integer> stringIds = new HashMap<>();
    private final List<IntString> strings = new ArrayList<>();
    private final Map<IntString, Integer> subsetIds = new HashMap<>();
    private final List<IntString> subsets = new ArrayList<>();
    /** For each state its arcs by their first marks, once a subset has met the state. */
    private final Map<Integer, SortedMap<Integer, IntArrayList>> arcsByMark = new HashMap<>();
    /** By configuration and mark, the step from a subset that has this configuration alone and owes nothing. */
    private final Map<Long, Step> stepsOfOne = new HashMap<>();

    // The determinized machine: arcs in the order of their states.
    private final IntArrayList firstArc = IntArrayList.of(0);
    private final IntArrayList mark = new IntArrayList();
    private final IntArrayList target = new IntArrayList();
    private final List<IntString> in = new ArrayList<>();
    private final List<IntString> out = new ArrayList<>();
    private final List<@Nullable IntString> endIn = new ArrayList<>();
    private final List<@Nullable IntString> endOut = new ArrayList<>();

    Canonicalize(Mfst machine, long maxWork) {
        this.machine = machine;
        this.maxWork = maxWork;
        trimmed = Simplify.trim(machine);
        configurations = new Configurations(trimmed);
        markless = new int[trimmed.states()][];
        Arrays.setAll(
                markless,
                q -> IntStream.range(trimmed.firstArc(q), trimmed.endArc(q))
                        .filter(a -> trimmed.length(a, Tape.MARKS) == 0)
                        .toArray());
        id(IntString.EMPTY);
    }

    /** Returns the canonical form, or the reason why there is none. */
    CanonicalForm run() {
        try {
            return new CanonicalForm.Found(minimize(determinize()));
        } catch (NoCanonicalFormException e) {
            return new CanonicalForm.Missing(e.reason, explain(e.reason));
        }
    }

    private String explain(CanonicalForm.Reason reason) {
        AmbiguitySearch search = new AmbiguitySearch(machine);
        return switch (reason) {
            case AMBIGUOUS, NOT_FUNCTIONAL ->
                search.sameMarks().map(PathsWithSameMarks::describe).orElse("two paths have the same marks");
            case NO_TWINS ->
                search.twinsViolation().map(TwinsViolation::describe).orElse("the twins property fails");
            case WORK_LIMIT ->
                "its determinization over marks was stopped at the limit of " + maxWork
                        + " units of work; simplify the machine or raise maxWork";
        };
    }

    /** Determinizes over marks and returns the step that is taken before the first mark. */
    private Step determinize() {
        Step start = new Step(0, IntString.EMPTY, IntString.EMPTY);
        boolean nothing = !Simplify.useful(trimmed).get(trimmed.initial());
        if (nothing) {
            subsets.add(IntString.EMPTY);
        } else {
            start = subset(IntArrayList.of(trimmed.initial(), 0, 0));
        }
        boolean twinsChecked = false;
        for (int s = 0; s < subsets.size(); s++) {
            expand(subsets.get(s));
            if (!twinsChecked && work > Math.min(TWINS_CHECK_WORK, maxWork)) {
                twinsChecked = true;
                if (new AmbiguitySearch(machine).twinsViolation().isPresent()) {
                    throw new NoCanonicalFormException(CanonicalForm.Reason.NO_TWINS);
                }
            }
            if (work > maxWork) {
                throw new NoCanonicalFormException(CanonicalForm.Reason.WORK_LIMIT);
            }
        }
        return start;
    }

    private void expand(IntString subset) {
        Map<Integer, IntArrayList> readers = new TreeMap<>();
        IntString owedIn = null;
        IntString owedOut = null;
        for (int k = 0; k < subset.length(); k += 3) {
            int c = subset.at(k);
            if (configurations.isState(c) && trimmed.isFinal(c)) {
                IntString x = strings.get(subset.at(k + 1));
                IntString y = strings.get(subset.at(k + 2));
                if (owedIn != null && owedOut != null) {
                    throw conflict(owedIn.equals(x) && owedOut.equals(y));
                }
                owedIn = x;
                owedOut = y;
            }
            for (int m : nextMarks(c)) {
                readers.computeIfAbsent(m, key -> new IntArrayList()).add(k);
            }
        }
        endIn.add(owedIn);
        endOut.add(owedOut);
        readers.forEach((m, offsets) -> {
            Step step = offsets.size() == 1 ? stepOfOne(subset, offsets.getInt(0), m) : stepOf(subset, offsets, m);
            mark.add((int) m);
            target.add(step.target);
            in.add(step.in);
            out.add(step.out);
        });
        firstArc.add(mark.size());
    }

    /** Returns the step of the elements at these offsets, which all can read the mark. */
    private Step stepOf(IntString subset, IntArrayList offsets, int m) {
        IntArrayList elements = new IntArrayList();
        for (int k : offsets) {
            move(elements, subset.at(k), m, strings.get(subset.at(k + 1)), strings.get(subset.at(k + 2)));
        }
        return subset(elements);
    }

    /**
     * Returns the step of an element that alone can read the mark. All that follows begins with what the element owes, so
     * the subset that it reaches depends on its configuration and the mark only, and is computed once. In a machine whose
     * marks spell symbols, thousands of subsets have such an element in common, and thousands of arcs leave it.
     */
    private Step stepOfOne(IntString subset, int k, int m) {
        IntString x = strings.get(subset.at(k + 1));
        IntString y = strings.get(subset.at(k + 2));
        work += 1 + x.length() + y.length();
        long key = (long) subset.at(k) << Integer.SIZE | m;
        Step step = stepsOfOne.get(key);
        if (step == null) {
            IntArrayList elements = new IntArrayList();
            move(elements, subset.at(k), m, IntString.EMPTY, IntString.EMPTY);
            step = subset(elements);
            stepsOfOne.put(key, step);
        }
        return new Step(step.target, x.concat(step.in), y.concat(step.out));
    }

    /** Returns the marks that paths can have next at a configuration, in order. */
    private int[] nextMarks(int c) {
        if (!configurations.isState(c)) {
            int arc = configurations.arc(c);
            return new int[] {trimmed.symbol(arc, Tape.MARKS, configurations.marksBefore(c))};
        }
        return arcsByMark(c).keySet().stream().mapToInt(m -> m).toArray();
    }

    private SortedMap<Integer, IntArrayList> arcsByMark(int state) {
        return arcsByMark.computeIfAbsent(state, key -> {
            SortedMap<Integer, IntArrayList> arcs = new TreeMap<>();
            for (int a = trimmed.firstArc(state); a < trimmed.endArc(state); a++) {
                if (trimmed.length(a, Tape.MARKS) > 0) {
                    int first = trimmed.symbol(a, Tape.MARKS, 0);
                    arcs.computeIfAbsent(first, m -> new IntArrayList()).add(a);
                }
            }
            return arcs;
        });
    }

    /** Adds where a configuration that owes x and y can be after a mark. */
    private void move(IntArrayList elements, int c, int m, IntString x, IntString y) {
        if (!configurations.isState(c)) {
            add(elements, configurations.after(configurations.arc(c), configurations.marksBefore(c) + 1), x, y);
            return;
        }
        for (int a : Objects.requireNonNull(arcsByMark(c).get(m))) {
            add(elements, configurations.after(a, 1), x.concat(input(a)), y.concat(output(a)));
        }
    }

    private void add(IntArrayList elements, int c, IntString x, IntString y) {
        elements.add(c);
        elements.add(id(x));
        elements.add(id(y));
        work += 1 + x.length() + y.length();
    }

    /** Returns the step to the subset of these elements. It emits their common prefixes. */
    private Step subset(IntArrayList elements) {
        Int2IntOpenHashMap at = new Int2IntOpenHashMap();
        at.defaultReturnValue(-1);
        for (int k = 0; k < elements.size(); k += 3) {
            int c = elements.getInt(k);
            int before = at.putIfAbsent(c, k);
            if (before >= 0) {
                throw conflict(elements.getInt(before + 1) == elements.getInt(k + 1)
                        && elements.getInt(before + 2) == elements.getInt(k + 2));
            }
            if (configurations.isState(c)) {
                followMarkless(elements, c, elements.getInt(k + 1), elements.getInt(k + 2));
            }
        }
        IntString emittedIn = commonPrefix(elements, 1);
        IntString emittedOut = commonPrefix(elements, 2);
        int[] key = new int[elements.size()];
        int[] order = at.values().toIntArray();
        Arrays.sort(order);
        int[] sorted = Arrays.stream(order)
                .boxed()
                .sorted((j, k) -> Integer.compare(elements.getInt(j), elements.getInt(k)))
                .mapToInt(k -> k)
                .toArray();
        int next = 0;
        for (int k : sorted) {
            key[next++] = elements.getInt(k);
            key[next++] = id(strings.get(elements.getInt(k + 1)).drop(emittedIn.length()));
            key[next++] = id(strings.get(elements.getInt(k + 2)).drop(emittedOut.length()));
        }
        int subset = subsetIds.computeIfAbsent(IntString.of(key), added -> {
            subsets.add(added);
            return subsets.size() - 1;
        });
        return new Step(subset, emittedIn, emittedOut);
    }

    /** Follows the arcs without marks of a state. A cycle of them returns to a configuration, which is a conflict. */
    private void followMarkless(IntArrayList elements, int state, int x, int y) {
        for (int a : markless[state]) {
            elements.add(trimmed.target(a));
            IntString in = strings.get(x).concat(input(a));
            IntString out = strings.get(y).concat(output(a));
            elements.add(id(in));
            elements.add(id(out));
            work += 1 + in.length() + out.length();
            if (work > maxWork) {
                throw new NoCanonicalFormException(CanonicalForm.Reason.WORK_LIMIT);
            }
        }
    }

    private IntString commonPrefix(IntArrayList elements, int tape) {
        IntString common = strings.get(elements.getInt(tape));
        for (int k = 3; k < elements.size() && common.length() > 0; k += 3) {
            common = common.prefix(common.commonPrefixLength(strings.get(elements.getInt(k + tape))));
        }
        return common;
    }

    /** Pushes symbols towards the start, then merges equal states. */
    private CanonicalMfst minimize(Step start) {
        int states = subsets.size();
        int[] first = firstArc.toIntArray();
        int[] to = target.toIntArray();
        boolean nothing = mark.isEmpty() && endIn.get(0) == null;
        IntString[] pushedIn = nothing ? new IntString[] {IntString.EMPTY} : potentials(first, to, in, endIn);
        IntString[] pushedOut = nothing ? pushedIn : potentials(first, to, out, endOut);
        int[] source = CsrGraph.sources(first);
        int[] inId = new int[to.length];
        int[] outId = new int[to.length];
        int[] label = new int[to.length];
        Map<List<Integer>, Integer> labels = new HashMap<>();
        for (int a = 0; a < to.length; a++) {
            inId[a] = id(in.get(a).concat(pushedIn[to[a]]).drop(pushedIn[source[a]].length()));
            outId[a] = id(out.get(a).concat(pushedOut[to[a]]).drop(pushedOut[source[a]].length()));
            label[a] = labels.computeIfAbsent(List.of(mark.getInt(a), inId[a], outId[a]), key -> labels.size());
        }
        int[] owedIn = new int[states];
        int[] owedOut = new int[states];
        int[] end = new int[states];
        Map<List<Integer>, Integer> ends = new HashMap<>();
        for (int s = 0; s < states; s++) {
            owedIn[s] = owed(endIn.get(s), pushedIn[s]);
            owedOut[s] = owed(endOut.get(s), pushedOut[s]);
            end[s] = ends.computeIfAbsent(List.of(owedIn[s], owedOut[s]), key -> ends.size());
        }
        int[] classOf = PartitionRefinement.classes(first, label, to, end);
        return number(first, to, inId, outId, owedIn, owedOut, classOf)
                .build(start.in.concat(pushedIn[0]), start.out.concat(pushedOut[0]));
    }

    private static IntString[] potentials(
            int[] first, int[] to, List<IntString> labels, List<@Nullable IntString> ends) {
        return Potentials.of(first, to, labels.toArray(IntString[]::new), ends.toArray(IntString[]::new));
    }

    private int owed(@Nullable IntString end, IntString pushed) {
        return end == null ? CanonicalMfst.NOT_FINAL : id(end.drop(pushed.length()));
    }

    /**
     * Adds one state per class, in an order that depends on the relation alone, so that equivalent machines give
     * identical results: breadth-first by marks, except that silent arcs lead to later states where they form no cycle.
     */
    private CanonicalMfst.Builder number(
            int[] first, int[] to, int[] inId, int[] outId, int[] owedIn, int[] owedOut, int[] classOf) {
        IntArrayList found = new IntArrayList();
        BitSet seen = new BitSet();
        found.add(0);
        seen.set(classOf[0]);
        for (int k = 0; k < found.size(); k++) {
            int s = found.getInt(k);
            for (int a = first[s]; a < first[s + 1]; a++) {
                if (!seen.get(classOf[to[a]])) {
                    seen.set(classOf[to[a]]);
                    found.add(to[a]);
                }
            }
        }
        int empty = id(IntString.EMPTY);
        int[] order = CsrGraph.topologicalOrder(
                found.toIntArray(), classOf, first, to, a -> inId[a] == empty && outId[a] == empty);
        int[] number = new int[classOf.length];
        for (int k = 0; k < order.length; k++) {
            number[classOf[order[k]]] = k;
        }
        CanonicalMfst.Builder result = new CanonicalMfst.Builder(machine, number[classOf[0]]);
        for (int s : order) {
            for (int a = first[s]; a < first[s + 1]; a++) {
                result.arc(mark.getInt(a), number[classOf[to[a]]], strings.get(inId[a]), strings.get(outId[a]));
            }
            result.state(stringOrNull(owedIn[s]), stringOrNull(owedOut[s]));
        }
        return result;
    }

    private @Nullable IntString stringOrNull(int id) {
        return id == CanonicalMfst.NOT_FINAL ? null : strings.get(id);
    }

    private int id(IntString string) {
        return stringIds.computeIfAbsent(string, key -> {
            strings.add(key);
            return strings.size() - 1;
        });
    }

    private IntString input(int arc) {
        return IntString.of(trimmed.label(arc, Tape.INPUT));
    }

    private IntString output(int arc) {
        return IntString.of(trimmed.label(arc, Tape.OUTPUT));
    }

    private static NoCanonicalFormException conflict(boolean samePair) {
        return new NoCanonicalFormException(
                samePair ? CanonicalForm.Reason.AMBIGUOUS : CanonicalForm.Reason.NOT_FUNCTIONAL);
    }

    /**
     * A step of the determinized machine.
     *
     * @param target the number of the subset that it leads to
     * @param in the symbols that it emits on the input tape
     * @param out the symbols that it emits on the output tape
     */
    private record Step(int target, IntString in, IntString out) {}

    /** Signals that there is no canonical form. Never leaves this class. */
    private static final class NoCanonicalFormException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final CanonicalForm.Reason reason;

        NoCanonicalFormException(CanonicalForm.Reason reason) {
            super(reason.name(), null, false, false);
            this.reason = reason;
        }
    }
}
