package org.espalier.fst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares every operation with its definition on enumerated relations. */
class OperationsOracleTest {
    private static final int SIZE = 7;
    private static final long SEED = 99;

    private interface Check {
        void run(RandomMachines random);
    }

    private static void repeat(int cases, Check check) {
        for (int k = 0; k < cases; k++) {
            long seed = SEED + k;
            try {
                check.run(new RandomMachines(seed));
            } catch (RuntimeException | Error failure) {
                throw new AssertionError("seed " + seed, failure);
            }
        }
    }

    private static Set<MachineOracle.Triple> relation(Mfst machine) {
        return MachineOracle.relation(machine, SIZE);
    }

    private static Set<MachineOracle.Triple> products(Set<MachineOracle.Triple> left, Set<MachineOracle.Triple> right) {
        return left.stream()
                .flatMap(a ->
                        right.stream().filter(b -> a.size() + b.size() <= SIZE).map(a::then))
                .collect(Collectors.toSet());
    }

    @Test
    void union() {
        repeat(500, random -> {
            Mfst a = random.any();
            Mfst b = random.any();
            Set<MachineOracle.Triple> expected = new HashSet<>(relation(a));
            expected.addAll(relation(b));
            assertThat(relation(Operations.union(a, b))).isEqualTo(expected);
        });
    }

    @Test
    void concatenation() {
        repeat(300, random -> {
            Mfst a = random.any();
            Mfst b = random.any();
            assertThat(relation(Operations.concat(a, b))).isEqualTo(products(relation(a), relation(b)));
        });
    }

    @Tag("slow")
    @Test
    void starPlusAndOption() {
        repeat(300, random -> {
            Mfst a = random.any();
            Set<MachineOracle.Triple> one = relation(a);
            Set<MachineOracle.Triple> star = new HashSet<>(Set.of(MachineOracle.Triple.EMPTY));
            for (int before = 0; before < star.size(); ) {
                before = star.size();
                star.addAll(products(star, one));
            }
            assertThat(relation(Operations.star(a))).isEqualTo(star);
            assertThat(relation(Operations.plus(a))).isEqualTo(products(one, star));
            Set<MachineOracle.Triple> option = new HashSet<>(one);
            option.add(MachineOracle.Triple.EMPTY);
            assertThat(relation(Operations.option(a))).isEqualTo(option);
        });
    }

    @Test
    void inversionProjectionAndReversal() {
        repeat(500, random -> {
            Mfst a = random.any();
            assertThat(relation(Operations.invert(a)))
                    .isEqualTo(map(relation(a), t -> new MachineOracle.Triple(t.y(), t.x(), t.marks())));
            assertThat(relation(Operations.reverse(a)))
                    .isEqualTo(map(
                            relation(a),
                            t -> new MachineOracle.Triple(reversed(t.x()), reversed(t.y()), reversed(t.marks()))));
            assertThat(relation(Operations.trim(a))).isEqualTo(relation(a));
            assertThat(relation(Operations.compact(a))).isEqualTo(relation(a));
        });
        repeat(300, random -> {
            Mfst a = random.acyclic();
            assertThat(relation(Operations.project(a, Tape.INPUT)))
                    .isEqualTo(within(map(
                            MachineOracle.relation(a, 100),
                            t -> new MachineOracle.Triple(t.x(), List.of(), List.of()))));
            assertThat(relation(Operations.project(a, Tape.OUTPUT, Tape.MARKS)))
                    .isEqualTo(within(map(
                            MachineOracle.relation(a, 100),
                            t -> new MachineOracle.Triple(List.of(), t.y(), t.marks()))));
        });
    }

    @Test
    void resultsAreCompact() {
        repeat(500, random -> {
            Mfst a = Operations.union(random.any(), random.any());
            for (int arc = 0; arc < a.arcs(); arc++) {
                assertThat(a.isEmpty(arc)).isFalse();
            }
            if (a.arcs() > 0) {
                assertThat(Simplify.useful(a).cardinality()).isEqualTo(a.states());
            }
            Mfst again = Operations.compact(a);
            assertThat(again.states()).isEqualTo(a.states());
            assertThat(again.arcs()).isEqualTo(a.arcs());
        });
    }

    /** There is one joint path for each pair of matching paths, with marks in the specified order. */
    @Test
    void composition() {
        int[] matches = {0};
        repeat(1_500, random -> {
            Mfst first = random.acyclic();
            Mfst second = joinable(random.acyclic());
            Map<MachineOracle.Triple, Integer> expected = new HashMap<>();
            for (MachineOracle.Path a : MachineOracle.paths(first, 10).orElseThrow()) {
                for (MachineOracle.Path b : MachineOracle.paths(second, 10).orElseThrow()) {
                    if (a.strings()
                            .y()
                            .equals(b.strings().x().stream().map(k -> 1 - k).toList())) {
                        MachineOracle.Triple joint = new MachineOracle.Triple(
                                a.strings().x(), b.strings().y(), jointMarks(first, a, second, b));
                        expected.merge(joint, 1, Integer::sum);
                        matches[0]++;
                    }
                }
            }
            Map<MachineOracle.Triple, Integer> found = new HashMap<>();
            for (MachineOracle.Path path :
                    MachineOracle.paths(new Compose(first, second).run(), 30).orElseThrow()) {
                found.merge(path.strings(), 1, Integer::sum);
            }
            assertThat(found).isEqualTo(expected);
            assertThat(MachineOracle.relation(Operations.compose(first, second), 100))
                    .isEqualTo(expected.keySet());
        });
        assertThat(matches[0]).isGreaterThan(2_000);
    }

    /** Returns the machine with its input over the other machine's output symbols, numbered in the opposite order. */
    private static Mfst joinable(Mfst machine) {
        Mfst.Builder result = Mfst.builder(Alphabet.of("d", "c"), machine.output(), machine.marks())
                .statesOf(machine);
        for (int a = 0; a < machine.arcs(); a++) {
            int[] in = machine.label(a, Tape.INPUT);
            for (int k = 0; k < in.length; k++) {
                in[k] = 1 - in[k];
            }
            result.arc(
                    machine.source(a),
                    machine.target(a),
                    in,
                    machine.label(a, Tape.OUTPUT),
                    machine.label(a, Tape.MARKS));
        }
        return result.build();
    }

    /** Moves of the first machine without output come first, then moves of the second without input, then a match. */
    private static List<Integer> jointMarks(Mfst first, MachineOracle.Path a, Mfst second, MachineOracle.Path b) {
        List<List<Integer>> firstMoves = pieces(first, a, Tape.OUTPUT);
        List<List<Integer>> secondMoves = pieces(second, b, Tape.INPUT);
        List<Integer> marks = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < firstMoves.size() || j < secondMoves.size()) {
            boolean firstAlone = i < firstMoves.size() && firstMoves.get(i).get(0) < 0;
            boolean secondAlone = j < secondMoves.size() && secondMoves.get(j).get(0) < 0;
            if (firstAlone || !secondAlone) {
                marks.addAll(firstMoves.get(i).subList(1, firstMoves.get(i).size()));
                i++;
            }
            if (!firstAlone) {
                marks.addAll(secondMoves.get(j).subList(1, secondMoves.get(j).size()));
                j++;
            }
        }
        return marks;
    }

    /** Returns, for each piece with at most one joined symbol, that symbol or -1, then its marks. */
    private static List<List<Integer>> pieces(Mfst machine, MachineOracle.Path path, Tape joined) {
        List<List<Integer>> result = new ArrayList<>();
        for (int a : path.arcs()) {
            int length = machine.length(a, joined);
            for (int k = 0; k < Math.max(1, length); k++) {
                List<Integer> piece = new ArrayList<>(List.of(k < length ? machine.symbol(a, joined, k) : -1));
                if (k == 0) {
                    piece.addAll(MachineOracle.list(machine.label(a, Tape.MARKS)));
                }
                result.add(piece);
            }
        }
        return result;
    }

    private static Set<MachineOracle.Triple> map(
            Set<MachineOracle.Triple> relation, UnaryOperator<MachineOracle.Triple> change) {
        return relation.stream().map(change).collect(Collectors.toSet());
    }

    private static Set<MachineOracle.Triple> within(Set<MachineOracle.Triple> relation) {
        return relation.stream().filter(t -> t.size() <= SIZE).collect(Collectors.toSet());
    }

    private static List<Integer> reversed(List<Integer> list) {
        List<Integer> copy = new ArrayList<>(list);
        Collections.reverse(copy);
        return copy;
    }
}
