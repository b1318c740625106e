package org.espalier.fst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares lattices of random machines and pairs with brute force over the paths of T. */
@Tag("slow")
class LatticeOracleTest {
    private static final int MAX_MARKS = 7;

    private int built;
    private int ambiguous;
    private int cyclic;
    private int fallback;
    private int positionsChecked;

    @Test
    void latticesOfRandomMachinesMatchTheOracle() {
        run(20261115, 6_000, false);
        assertThat(List.of(built, ambiguous, cyclic, fallback, positionsChecked))
                .allMatch(count -> count > 100);
    }

    @Test
    void latticesOfUnambiguousMachinesMatchTheOracle() {
        run(4711, 4_000, true);
        assertThat(built - fallback).isGreaterThan(500);
        assertThat(positionsChecked).isGreaterThan(500);
    }

    private void run(long firstSeed, int cases, boolean wellMarked) {
        for (int k = 0; k < cases; k++) {
            long seed = firstSeed + k;
            try {
                check(new RandomMachines(seed), wellMarked);
            } catch (RuntimeException | Error failure) {
                throw new AssertionError("seed " + seed, failure);
            }
        }
        System.out.printf(
                "lattices, seeds %d..%d: %d built, %d of them by subsets, %d cyclic, %d ambiguous, %d positions%n",
                firstSeed, firstSeed + cases - 1, built, fallback, cyclic, ambiguous, positionsChecked);
    }

    private void check(RandomMachines random, boolean wellMarked) {
        Mfst machine = wellMarked ? random.wellMarked() : random.any();
        Lattices lattices = Lattices.of(machine);
        int[] x = random.string(3, 2);
        int[] y = random.string(3, 2);
        // The machine generates half of the pairs.
        List<MachineOracle.Triple> relation = new ArrayList<>(MachineOracle.relation(machine, 6));
        if (!relation.isEmpty() && random.string(1, 2).length == 1) {
            MachineOracle.Triple triple = relation.get(relation.size() / 2);
            x = MachineOracle.ints(triple.x());
            y = MachineOracle.ints(triple.y());
        }
        Optional<Map<List<Integer>, List<MachineOracle.Path>>> enumerated =
                MachineOracle.pathsOf(machine, x, y, MAX_MARKS);
        if (enumerated.isEmpty()) {
            return;
        }
        Map<List<Integer>, List<MachineOracle.Path>> paths = enumerated.get();
        boolean unique = paths.values().stream().allMatch(same -> same.size() == 1);
        LatticeOptions options = LatticeOptions.DEFAULT;
        Lattice lattice;
        Lattice whole;
        try {
            lattice = lattices.builder(options.withMaxMarks(MAX_MARKS)).build(x, y);
            whole = lattices.builder(options).build(x, y);
        } catch (AmbiguousMarksException e) {
            ambiguous++;
            checkWitness(machine, e.witness().orElseThrow(), x, y);
            return;
        }
        built++;
        fallback += lattice.isCanonical() ? 0 : 1;
        cyclic += whole.isAcyclic() ? 0 : 1;
        assertThat(unique).as("marks name paths").isTrue();
        assertThat(MachineOracle.strings(lattice, MAX_MARKS)).isEqualTo(paths.keySet());
        assertThat(MachineOracle.strings(whole, MAX_MARKS)).isEqualTo(paths.keySet());
        assertThat(lattice.isEmpty()).isEqualTo(lattice.noPath().isPresent());
        paths.forEach((marks, path) -> {
            assertThat(lattice.path(MachineOracle.ints(marks)).map(MachinePath::arcs))
                    .contains(path.get(0).arcs());
            assertThat(lattice.arcsOf(MachineOracle.ints(marks))
                            .map(lattice::marksOf)
                            .map(MachineOracle::list))
                    .contains(marks);
        });
        checkStructure(lattice, true);
        checkStructure(whole, whole.isAcyclic());
        checkUnminimized(lattices, options, whole, x, y);
        if (lattice.isCanonical()) {
            checkCanonicalPositions(machine, whole, paths);
        } else {
            checkSubsetPositions(machine, whole, paths);
        }
        checkOrigins(lattice, paths);
        checkRewritten(random, machine, whole, x, y);
    }

    private static void checkWitness(Mfst machine, PathsWithSameMarks witness, int[] x, int[] y) {
        MachineOracle.Triple first = strings(machine, witness.first().arcs());
        MachineOracle.Triple second = strings(machine, witness.second().arcs());
        assertThat(witness.first()).isNotEqualTo(witness.second());
        assertThat(first).isEqualTo(second);
        assertThat(first.x()).isEqualTo(MachineOracle.list(x));
        assertThat(first.y()).isEqualTo(MachineOracle.list(y));
    }

    /** Returns the triple that a path generates, after checking that it is an accepting path. */
    static MachineOracle.Triple strings(Mfst machine, List<Integer> arcs) {
        MachineOracle.Triple strings = MachineOracle.Triple.EMPTY;
        int state = machine.initial();
        for (int a : arcs) {
            assertThat(machine.source(a)).isEqualTo(state);
            strings = strings.then(machine, a);
            state = machine.target(a);
        }
        assertThat(machine.isFinal(state)).isTrue();
        return strings;
    }

    private static void checkStructure(Lattice lattice, boolean acyclic) {
        Set<Integer> reached = new HashSet<>();
        if (!lattice.isEmpty()) {
            reached.add(0);
        }
        for (int s = 0; s < lattice.states(); s++) {
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                if (a > lattice.firstArc(s)) {
                    assertThat(lattice.mark(a)).as("deterministic").isGreaterThan(lattice.mark(a - 1));
                }
                if (acyclic) {
                    assertThat(lattice.target(a)).as("topological").isGreaterThan(s);
                }
                assertThat(lattice.source(a)).isEqualTo(s);
                assertThat(lattice.inputPosition(lattice.target(a))).isGreaterThanOrEqualTo(lattice.inputPosition(s));
                assertThat(lattice.outputPosition(lattice.target(a))).isGreaterThanOrEqualTo(lattice.outputPosition(s));
                reached.add(lattice.target(a));
            }
        }
        assertThat(reached).as("accessible").hasSize(lattice.states());
        Set<Integer> classes = new HashSet<>(MachineOracle.list(MachineOracle.classes(lattice)));
        assertThat(classes).as("minimal").hasSize(lattice.states());
        checkLevels(lattice, acyclic);
    }

    private static void checkLevels(Lattice lattice, boolean acyclic) {
        boolean[][] reaches = reachability(lattice);
        int[] component = lattice.components();
        int[] levels = lattice.levels();
        for (int s = 0; s < lattice.states(); s++) {
            assertThat(lattice.isFinal(s) || lattice.firstArc(s) < lattice.endArc(s))
                    .isTrue();
            for (int t = 0; t < lattice.states(); t++) {
                boolean together = s == t || (reaches[s][t] && reaches[t][s]);
                assertThat(component[s] == component[t]).isEqualTo(together);
                assertThat(together && levels[s] != levels[t]).isFalse();
            }
            assertThat(acyclic && reaches[s][s]).isFalse();
            int least = 0;
            for (int t = 0; t < lattice.states(); t++) {
                if (reaches[s][t] && component[t] != component[s]) {
                    assertThat(component[t]).isLessThan(component[s]);
                    least = Math.max(least, levels[t] + 1);
                }
            }
            assertThat(levels[s]).isEqualTo(least);
        }
    }

    /** Returns which states can be reached from which by at least one arc. */
    private static boolean[][] reachability(Lattice lattice) {
        int states = lattice.states();
        boolean[][] reaches = new boolean[states][states];
        for (int s = 0; s < states; s++) {
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                reaches[s][lattice.target(a)] = true;
            }
        }
        for (int via = 0; via < states; via++) {
            for (int s = 0; s < states; s++) {
                for (int t = 0; reaches[s][via] && t < states; t++) {
                    reaches[s][t] |= reaches[via][t];
                }
            }
        }
        return reaches;
    }

    private static void checkUnminimized(Lattices lattices, LatticeOptions options, Lattice whole, int[] x, int[] y) {
        Lattice raw = lattices.builder(options.withMinimality(Minimality.NONE)).build(x, y);
        Lattice marks =
                lattices.builder(options.withMinimality(Minimality.MARKS)).build(x, y);
        assertThat(raw.states()).isEqualTo(whole.statesBeforeMinimization());
        assertThat(raw.arcs()).isEqualTo(whole.arcsBeforeMinimization());
        assertThat(marks.states()).isLessThanOrEqualTo(whole.states());
        assertThat(marks.hasPositions()).isFalse();
        assertThat(MachineOracle.strings(raw, MAX_MARKS)).isEqualTo(MachineOracle.strings(whole, MAX_MARKS));
        assertThat(MachineOracle.strings(marks, MAX_MARKS)).isEqualTo(MachineOracle.strings(whole, MAX_MARKS));
    }

    /** Checks that positions are longest common prefixes over all paths of T with the same prefix of marks. */
    private void checkCanonicalPositions(
            Mfst machine, Lattice lattice, Map<List<Integer>, List<MachineOracle.Path>> paths) {
        if (paths.isEmpty() || machine.states() > 3) {
            return;
        }
        int arcs = 2 * machine.states() + 2;
        Optional<List<MachineOracle.Path>> all = MachineOracle.paths(machine, arcs);
        if (all.isEmpty()) {
            return;
        }
        for (List<Integer> marks : paths.keySet()) {
            int state = 0;
            for (int t = 0; t <= Math.min(2, marks.size()); t++) {
                List<Integer> prefix = marks.subList(0, t);
                List<MachineOracle.Path> same = all.get().stream()
                        .filter(path -> path.strings().marks().size() >= prefix.size()
                                && path.strings()
                                        .marks()
                                        .subList(0, prefix.size())
                                        .equals(prefix))
                        .toList();
                if (!same.isEmpty()) {
                    int i = MachineOracle.commonPrefix(
                                    same.stream().map(p -> p.strings().x()).toList())
                            .size();
                    int j = MachineOracle.commonPrefix(
                                    same.stream().map(p -> p.strings().y()).toList())
                            .size();
                    assertThat(lattice.inputPosition(state))
                            .as("i after " + prefix)
                            .isLessThanOrEqualTo(i);
                    assertThat(lattice.outputPosition(state))
                            .as("j after " + prefix)
                            .isLessThanOrEqualTo(j);
                    // If every arc has a mark, enough arcs were enumerated for equality.
                    if (everyArcHasMarks(machine) && t <= 2) {
                        assertThat(lattice.inputPosition(state))
                                .as("i after " + prefix)
                                .isEqualTo(i);
                        assertThat(lattice.outputPosition(state))
                                .as("j after " + prefix)
                                .isEqualTo(j);
                        positionsChecked++;
                    }
                }
                if (t < marks.size()) {
                    state = lattice.target(lattice.arc(state, marks.get(t)));
                }
            }
        }
    }

    private static boolean everyArcHasMarks(Mfst machine) {
        for (int a = 0; a < machine.arcs(); a++) {
            if (machine.length(a, Tape.MARKS) == 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Checks positions without canonical form: the smallest over the pair's own paths of the symbols that each has
     * emitted, including all symbols of the arc of the last mark and those that every continuation begins with.
     */
    private void checkSubsetPositions(
            Mfst machine, Lattice lattice, Map<List<Integer>, List<MachineOracle.Path>> paths) {
        if (!lattice.isAcyclic() || (!lattice.isEmpty() && lattice.levels()[0] > MAX_MARKS)) {
            return;
        }
        List<Optional<List<Integer>>> inputs = new ArrayList<>();
        List<Optional<List<Integer>>> outputs = new ArrayList<>();
        for (int q = 0; q < machine.states(); q++) {
            Optional<List<MachineOracle.Path>> continuations =
                    MachineOracle.paths(from(machine, q), 2 * machine.states());
            if (continuations.isEmpty()) {
                return;
            }
            inputs.add(common(continuations.get(), Tape.INPUT));
            outputs.add(common(continuations.get(), Tape.OUTPUT));
        }
        for (List<Integer> marks : paths.keySet()) {
            int state = 0;
            for (int t = 0; t < marks.size(); t++) {
                state = lattice.target(lattice.arc(state, marks.get(t)));
                int i = Integer.MAX_VALUE;
                int j = Integer.MAX_VALUE;
                for (List<Integer> other : paths.keySet()) {
                    if (other.size() > t && other.subList(0, t + 1).equals(marks.subList(0, t + 1))) {
                        List<Integer> arcs = paths.get(other).get(0).arcs();
                        i = Math.min(i, emitted(machine, arcs, t + 1, Tape.INPUT, inputs));
                        j = Math.min(j, emitted(machine, arcs, t + 1, Tape.OUTPUT, outputs));
                    }
                }
                assertThat(lattice.inputPosition(state)).isEqualTo(i);
                assertThat(lattice.outputPosition(state)).isEqualTo(j);
                positionsChecked++;
            }
        }
    }

    private static int emitted(
            Mfst machine, List<Integer> arcs, int marks, Tape tape, List<Optional<List<Integer>>> common) {
        int symbols = 0;
        int seen = 0;
        for (int a : arcs) {
            symbols += machine.length(a, tape);
            seen += machine.length(a, Tape.MARKS);
            if (seen >= marks) {
                return symbols + common.get(machine.target(a)).orElseThrow().size();
            }
        }
        throw new AssertionError("too few marks");
    }

    private static Optional<List<Integer>> common(List<MachineOracle.Path> paths, Tape tape) {
        return paths.isEmpty()
                ? Optional.empty()
                : Optional.of(MachineOracle.commonPrefix(paths.stream()
                        .map(p -> tape == Tape.INPUT
                                ? p.strings().x()
                                : p.strings().y())
                        .toList()));
    }

    private static Mfst from(Mfst machine, int state) {
        Mfst.Builder copy =
                Mfst.builder(machine.input(), machine.output(), machine.marks()).statesOf(machine);
        for (int a = 0; a < machine.arcs(); a++) {
            copy.arc(machine.source(a), machine.target(a), machine, a);
        }
        return copy.initial(state).build();
    }

    /**
     * Checks that the arcs of T that an arc stands for are those that paths through it have at that mark, and likewise
     * for states.
     */
    private static void checkOrigins(Lattice lattice, Map<List<Integer>, List<MachineOracle.Path>> paths) {
        List<Set<Integer>> expectedArcs = emptySets(lattice.arcs());
        List<Set<Integer>> expectedStates = emptySets(lattice.states());
        Mfst machine = lattice.machine();
        paths.forEach((marks, path) -> {
            int[] arcs = lattice.arcsOf(MachineOracle.ints(marks)).orElseThrow();
            int t = 0;
            expectedStates.get(0).add(machine.initial());
            for (int a : path.get(0).arcs()) {
                for (int k = 0; k < machine.length(a, Tape.MARKS); k++) {
                    expectedArcs.get(arcs[t++]).add(a);
                }
                expectedStates.get(t == 0 ? 0 : lattice.target(arcs[t - 1])).add(machine.target(a));
            }
        });
        LatticeOrigins origins = lattice.origins();
        for (int a = 0; a < lattice.arcs(); a++) {
            assertThat(new HashSet<>(MachineOracle.list(origins.of(a)))).isEqualTo(expectedArcs.get(a));
        }
        for (int s = 0; s < lattice.states(); s++) {
            assertThat(new HashSet<>(MachineOracle.list(origins.states(s)))).isEqualTo(expectedStates.get(s));
        }
    }

    private static List<Set<Integer>> emptySets(int count) {
        return Stream.<Set<Integer>>generate(HashSet::new).limit(count).toList();
    }

    private static void checkRewritten(RandomMachines random, Mfst machine, Lattice lattice, int[] x, int[] y) {
        Mfst rewritten = random.rewritten(machine);
        Lattices again = Lattices.of(rewritten);
        assertThat(again.form() instanceof CanonicalForm.Found).isEqualTo(lattice.isCanonical());
        if (Lattices.of(machine).form() instanceof CanonicalForm.Found one
                && again.form() instanceof CanonicalForm.Found other) {
            assertThat(other.machine()).isEqualTo(one.machine());
        }
        Lattice same = again.builder().build(x, y);
        assertThat(MachineOracle.isomorphic(lattice, same)).as("isomorphic").isTrue();
    }
}
