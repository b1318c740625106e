package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Follows chains through the lattices one arc at a time. */
class ChoiceGraphTest {
    private static final long SEED = 20267;

    @Test
    void arcsAreTheChainsOfStatesWithAChoice() {
        compare(LatticeBatch.of(new RandomPairs(SEED).next(30)), SEED);
    }

    @Test
    void statesOnCyclesStay() {
        List<Lattice> lattices = new ArrayList<>(new RandomPairs(SEED + 1).nextCyclic(20));
        lattices.addAll(new RandomPairs(SEED + 1).next(5));
        compare(LatticeBatch.of(lattices), SEED + 1);
    }

    /** Where x or y is used up there is no choice; at each other position there are two. */
    @ParameterizedTest
    @CsvSource({"1, 1", "3, 2", "2, 5"})
    void deletionAndInsertionKeepOneStatePerInnerPosition(int m, int n) {
        Mfst.Builder machine = Mfst.builder(Alphabet.of("a"), Alphabet.of("b"), Alphabet.of("a", "b", "<d>", "<i>"));
        int state = machine.state();
        machine.accept(state).arc(state, state, "a", "", "<d> a").arc(state, state, "", "b", "<i> b");
        Lattice lattice = Lattices.of(machine.build()).builder().build(new int[m], new int[n]);
        ArcGraph graph = new ChoiceGraph(LatticeBatch.of(List.of(lattice))).graph();
        assertThat(graph.states()).isEqualTo(m * n + 1);
        assertThat(graph.arcs()).isEqualTo(2 * m * n);
        assertThat(graph.levels()).isEqualTo(m + n);
    }

    private static void compare(LatticeBatch batch, long seed) {
        ChoiceGraph choices = new ChoiceGraph(batch);
        ArcGraph graph = choices.graph();
        int[] ofBatch = choices.statesOfBatch();
        Set<List<Integer>> chains = new HashSet<>();
        System.out.println("seed " + seed);
        for (int given = 0; given < batch.states(); given++) {
            int state = choices.numbers()[given];
            assertThat(state < 0).isEqualTo(isForced(batch, given));
            if (state < 0) {
                continue;
            }
            assertThat(ofBatch[state]).isEqualTo(given);
            assertThat(graph.degree(state)).isEqualTo(batch.degree(given));
            assertThat(graph.choices(state)).isEqualTo(batch.choices(given));
            assertThat(graph.pair()[state]).isEqualTo(batch.pair(given));
            for (int rank = 0; rank < batch.degree(given); rank++) {
                int first = batch.arc(given, rank);
                List<Integer> marks = new ArrayList<>(List.of(batch.mark(first)));
                int end = batch.target(first);
                while (isForced(batch, end)) {
                    marks.add(batch.mark(batch.arc(end, 0)));
                    end = batch.target(batch.arc(end, 0));
                }
                int arc = graph.arc(state, rank);
                assertThat(marksOf(choices.chains(), graph.label()[arc])).isEqualTo(counted(marks));
                assertThat(graph.target()[arc]).isEqualTo(choices.numbers()[end]);
                assertThat(ofBatch[graph.seen()[arc]])
                        .isEqualTo(batch.graph().isInside(first) ? batch.graph().seen()[first] : end);
                assertThat(graph.order().level(graph.seen()[arc]))
                        .isLessThan(graph.order().level(state));
                chains.add(marks);
            }
        }
        assertThat(ofBatch).doesNotHaveDuplicates();
        assertThat(choices.chains().first()).hasSize(chains.size() + 1);
        assertThat(components(graph, state -> ofBatch[state])).isEqualTo(components(batch.graph(), state -> state));
    }

    /** Returns all components by their states in the batch. All states of a level are in one, or none is. */
    private static Set<List<Integer>> components(ArcGraph graph, IntUnaryOperator ofBatch) {
        Set<List<Integer>> result = new HashSet<>();
        for (int level = 0; level < graph.levels(); level++) {
            if (graph.components(level).length > 0) {
                assertThat(Arrays.stream(graph.components(level)).flatMapToInt(Arrays::stream))
                        .containsExactlyInAnyOrderElementsOf(IntStream.range(
                                        graph.order().firstState(level),
                                        graph.order().firstState(level + 1))
                                .boxed()
                                .toList());
            }
            for (int[] component : graph.components(level)) {
                result.add(Arrays.stream(component).map(ofBatch).boxed().toList());
            }
        }
        return result;
    }

    private static boolean isForced(LatticeBatch batch, int state) {
        return batch.degree(state) == 1 && !batch.isFinal(state) && !returns(batch, state);
    }

    /** Returns whether a path leads from a state back to it. */
    private static boolean returns(LatticeBatch batch, int state) {
        Set<Integer> found = new HashSet<>();
        List<Integer> todo = new ArrayList<>(List.of(state));
        while (!todo.isEmpty()) {
            int s = todo.remove(todo.size() - 1);
            for (int rank = 0; rank < batch.degree(s); rank++) {
                int target = batch.target(batch.arc(s, rank));
                if (found.add(target)) {
                    todo.add(target);
                }
            }
        }
        return found.contains(state);
    }

    /** Returns how often a chain has each of its marks. */
    private static Map<Integer, Double> marksOf(ChoiceGraph.Chains chains, int chain) {
        int[] first = chains.first();
        Map<Integer, Double> result = new TreeMap<>();
        for (int i = first[chain]; i < first[chain + 1]; i++) {
            assertThat(result.put(chains.marks()[i], chains.counts()[i])).isNull();
        }
        return result;
    }

    private static Map<Integer, Double> counted(List<Integer> marks) {
        return marks.stream().collect(Collectors.toMap(mark -> mark, mark -> 1.0, Double::sum, TreeMap::new));
    }
}
