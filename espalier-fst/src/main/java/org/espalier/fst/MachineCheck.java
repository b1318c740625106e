package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.espalier.fst.base.Plural;
import org.jspecify.annotations.Nullable;

/**
 * Checks a machine before it is used, and gives a shortest witness for each finding.
 *
 * <p>Complexity: that of the canonical form, which is bounded by its limit on work; for a machine without one also two
 * searches for ambiguous marks of at most a million steps each; and one breadth-first search per state on or after a
 * cycle that reads and writes nothing.
 */
public final class MachineCheck {
    /** The number of entries after which lists in messages are abbreviated. */
    private static final int SHOWN = 8;

    private final Mfst machine;
    private final BitSet useful;
    private final List<Finding> findings = new ArrayList<>();

    private MachineCheck(Mfst machine) {
        this.machine = machine;
        useful = Simplify.useful(machine);
    }

    /**
     * Returns all findings, the most severe first.
     *
     * <p>Complexity: see the class.
     */
    public static List<Finding> of(Mfst machine) {
        return of(machine, CanonicalForm.of(machine));
    }

    /**
     * Returns all findings, the most severe first, for a machine whose canonical form is known.
     *
     * <p>Complexity: see the class, without the canonical form.
     */
    public static List<Finding> of(Mfst machine, CanonicalForm form) {
        MachineCheck check = new MachineCheck(machine);
        if (check.generatesNothing()) {
            return List.copyOf(check.findings);
        }
        check.ambiguousMarks(form);
        check.cycles();
        check.canonicalForm(form);
        check.uselessStates();
        check.unusedSymbols();
        check.findings.sort(Comparator.comparing(Finding::severity));
        return List.copyOf(check.findings);
    }

    private void add(Finding.Kind kind, Finding.Severity severity, String message) {
        findings.add(new Finding(kind, severity, message));
    }

    private boolean generatesNothing() {
        boolean nothing = !useful.get(machine.initial());
        if (nothing) {
            String message = "no path leads from the initial state " + machine.initial()
                    + " to a final one, so the machine generates no pair at all";
            add(Finding.Kind.GENERATES_NOTHING, Finding.Severity.ERROR, message);
        }
        return nothing;
    }

    /** Searches for ambiguous marks if there is no canonical form. If there is one, marks name a path. */
    private void ambiguousMarks(CanonicalForm form) {
        if (!(form instanceof CanonicalForm.Missing missing)) {
            return;
        }
        AmbiguitySearch search = new AmbiguitySearch(machine);
        Optional<PathsWithSameMarks> found = search.sameMarks();
        boolean decided = found.isPresent() || !search.gaveUp();
        Optional<PathsWithSameMarks> samePair = found.filter(PathsWithSameMarks::samePair);
        if (found.isPresent() && samePair.isEmpty()) {
            samePair = search.samePair();
        }
        if (samePair.isPresent() || missing.reason() == CanonicalForm.Reason.AMBIGUOUS) {
            ambiguousMarks(Finding.Severity.ERROR, "marks do not name a path: ", samePair);
        } else if (found.isPresent() || missing.reason() == CanonicalForm.Reason.NOT_FUNCTIONAL) {
            ambiguousMarks(
                    Finding.Severity.WARNING,
                    "marks name more than one pair, so scores of mark strings may add up to more than 1: ",
                    found);
        } else if (!decided) {
            String message = "whether marks name a path was not decided: the search for two paths with the same marks"
                    + " was given up; simplify the machine";
            add(Finding.Kind.AMBIGUOUS_MARKS, Finding.Severity.WARNING, message);
        }
    }

    private void ambiguousMarks(Finding.Severity severity, String what, Optional<PathsWithSameMarks> example) {
        String shown = example.map(PathsWithSameMarks::describe)
                .orElse("two paths have the same marks, but the search for the shortest was given up");
        add(Finding.Kind.AMBIGUOUS_MARKS, severity, what + shown);
    }

    private void canonicalForm(CanonicalForm form) {
        if (form instanceof CanonicalForm.Found found) {
            String message =
                    "has a canonical form of " + Plural.of(found.machine().states(), "state") + " and "
                            + Plural.of(found.machine().arcs(), "arc") + ", so lattices are built the fast way";
            add(Finding.Kind.CANONICAL_FORM, Finding.Severity.NOTE, message);
        } else if (form instanceof CanonicalForm.Missing missing) {
            String message = "has no canonical form, so each lattice is determinized by itself, which is slower: "
                    + missing.explanation();
            add(Finding.Kind.CANONICAL_FORM, Finding.Severity.WARNING, message);
        }
    }

    private void uselessStates() {
        BitSet useless = new BitSet();
        useless.set(0, machine.states());
        useless.andNot(useful);
        if (useless.isEmpty()) {
            return;
        }
        int example = useless.nextSetBit(0);
        boolean reached = shortestPath(machine.initial(), q -> q == example, arc -> true) != null;
        int count = useless.cardinality();
        String message = count + " of " + Plural.of(machine.states(), "state") + Plural.form(count, " lies", " lie")
                + " on no accepting path: "
                + shown(useless.stream().mapToObj(Integer::toString).toList()) + "; state " + example
                + (reached ? " reaches no final state" : " cannot be reached from the initial state");
        add(Finding.Kind.USELESS_STATES, Finding.Severity.WARNING, message);
    }

    private void unusedSymbols() {
        for (Tape tape : Tape.values()) {
            Alphabet alphabet = machine.alphabet(tape);
            BitSet used = new BitSet();
            for (int a = 0; a < machine.arcs(); a++) {
                if (isUseful(a)) {
                    Arrays.stream(machine.label(a, tape)).forEach(used::set);
                }
            }
            List<String> unused = IntStream.range(0, alphabet.size())
                    .filter(symbol -> !used.get(symbol))
                    .mapToObj(alphabet::symbol)
                    .toList();
            if (!unused.isEmpty()) {
                String message = unused.size() + " of "
                        + Plural.of(alphabet.size(), tape == Tape.MARKS ? "mark" : tape.word() + " symbol")
                        + Plural.form(unused.size(), " is", " are") + " on no useful arc: " + shown(unused);
                add(Finding.Kind.UNUSED_SYMBOLS, Finding.Severity.WARNING, message);
            }
        }
    }

    /**
     * Searches for a shortest cycle that reads and writes nothing. It can repeat forever in the lattice of some pair.
     */
    private void cycles() {
        List<Integer> shortest = null;
        BitSet candidates = onOrAfterSilentCycles();
        for (int q = candidates.nextSetBit(0); q >= 0; q = candidates.nextSetBit(q + 1)) {
            int start = q;
            List<Integer> cycle = shortestPath(q, r -> r == start, this::isSilent);
            if (cycle != null && (shortest == null || cycle.size() < shortest.size())) {
                shortest = cycle;
            }
        }
        if (shortest == null) {
            return;
        }
        int at = machine.source(shortest.get(0));
        List<Integer> path = new ArrayList<>();
        if (at != machine.initial()) {
            path.addAll(requirePath(machine.initial(), q -> q == at));
        }
        if (!machine.isFinal(at)) {
            path.addAll(requirePath(at, machine::isFinal));
        }
        String pair = new MachinePath(machine, path).pair();
        String message = shortest.stream().allMatch(machine::isEmpty)
                ? "empty arcs can repeat at state " + at + ", so " + pair
                        + " has any number of paths with the same marks"
                : "the marks " + new MachinePath(machine, shortest).text(Tape.MARKS)
                        + " read and write nothing and can repeat at state " + at + ", so the lattice of " + pair
                        + " is cyclic; exact values and the sampler transformer need an acyclic one: bound the length of mark strings with maxMarks";
        add(Finding.Kind.CYCLES, Finding.Severity.WARNING, message);
    }

    /**
     * Returns the useful states on or after a cycle of silent arcs, by repeatedly removing states without incoming
     * silent arcs.
     */
    private BitSet onOrAfterSilentCycles() {
        int[] in = new int[machine.states()];
        for (int a = 0; a < machine.arcs(); a++) {
            if (isUseful(a) && isSilent(a)) {
                in[machine.target(a)]++;
            }
        }
        BitSet left = (BitSet) useful.clone();
        IntArrayList gone = new IntArrayList();
        useful.stream().filter(q -> in[q] == 0).forEach(gone::add);
        while (!gone.isEmpty()) {
            int q = gone.popInt();
            left.clear(q);
            for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
                if (isUseful(a) && isSilent(a) && --in[machine.target(a)] == 0) {
                    gone.add(machine.target(a));
                }
            }
        }
        return left;
    }

    private boolean isUseful(int arc) {
        return useful.get(machine.source(arc)) && useful.get(machine.target(arc));
    }

    private boolean isSilent(int arc) {
        return machine.length(arc, Tape.INPUT) == 0 && machine.length(arc, Tape.OUTPUT) == 0;
    }

    private List<Integer> requirePath(int from, IntPredicate isGoal) {
        List<Integer> path = shortestPath(from, isGoal, arc -> true);
        if (path == null) {
            throw new IllegalStateException("a useful state lies on a path");
        }
        return path;
    }

    /** Returns a shortest non-empty path from a state to a goal, or null. */
    private @Nullable List<Integer> shortestPath(int from, IntPredicate isGoal, IntPredicate allowed) {
        Int2IntOpenHashMap by = new Int2IntOpenHashMap();
        ArrayDeque<Integer> todo = new ArrayDeque<>(List.of(from));
        while (!todo.isEmpty()) {
            int q = todo.remove();
            for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
                int to = machine.target(a);
                if (allowed.test(a) && !by.containsKey(to)) {
                    by.put(to, a);
                    if (isGoal.test(to)) {
                        return arcsBack(to, from, by);
                    }
                    todo.add(to);
                }
            }
        }
        return null;
    }

    private List<Integer> arcsBack(int to, int from, Int2IntOpenHashMap by) {
        List<Integer> arcs = new ArrayList<>();
        int q = to;
        do {
            arcs.add(by.get(q));
            q = machine.source(by.get(q));
        } while (q != from);
        Collections.reverse(arcs);
        return arcs;
    }

    private static String shown(List<String> names) {
        return shown(names, " ");
    }

    /** Returns the first few names as a list for a message. */
    static String shown(List<String> names, String separator) {
        String list = String.join(separator, names.subList(0, Math.min(SHOWN, names.size())));
        return names.size() <= SHOWN ? list : list + " … (" + (names.size() - SHOWN) + " more)";
    }
}
