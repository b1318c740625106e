package org.espalier.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
        compare(LatticeBatch.of(new RandomPairs(SEED).next(30)));
    }

    @Test
    void statesOnCyclesStay() {
        List<Lattice> lattices = new ArrayList<>(new RandomPairs(SEED + 1).nextCyclic(20));
        lattices.addAll(new RandomPairs(SEED + 1).next(5));
        compare(LatticeBatch.of(lattices));
    }

    /** Where x or y is used up there is no choice; at each other position there are two. */
    @ParameterizedTest
    @CsvSource({"1, 1", "3, 2", "2, 5"})
    void deletionAndInsertionLeaveOneChoicePerPosition(int m, int n) {
        Mfst.Builder machine = Mfst.builder(Alphabet.of("a"), Alphabet.of("b"), Alphabet.of("a", "b", "<d>", "<i>"));
        int state = machine.state();
        machine.accept(state).arc(state, state, "a", "", "<d> a").arc(state, state, "", "b", "<i> b");
        Lattice lattice = Lattices.of(machine.build()).builder().build(new int[m], new int[n]);
        ChoiceGraph chains = new ChoiceGraph(LatticeBatch.of(List.of(lattice)));
        assertThat(chains.graph().states()).isEqualTo(m * n + 1);
        assertThat(chains.graph().arcs()).isEqualTo(2 * m * n);
        assertThat(chains.graph().levels()).isEqualTo(m + n);
    }

    private static void compare(LatticeBatch batch) {
        ChoiceGraph chains = new ChoiceGraph(batch);
        ArcGraph graph = chains.graph();
        Set<List<Integer>> labels = new HashSet<>();
        int staying = 0;
        for (int ofBatch = 0; ofBatch < batch.states(); ofBatch++) {
            int state = chains.state(ofBatch);
            assertThat(state < 0).as("seed %d", SEED).isEqualTo(isForced(batch, ofBatch));
            if (state < 0) {
                continue;
            }
            staying++;
            assertThat(chains.statesOfBatch()[state]).isEqualTo(ofBatch);
            assertThat(graph.degree(state)).isEqualTo(batch.degree(ofBatch));
            assertThat(graph.choices(state)).isEqualTo(batch.choices(ofBatch));
            assertThat(graph.pair()[state]).isEqualTo(batch.pair(ofBatch));
            for (int rank = 0; rank < batch.degree(ofBatch); rank++) {
                int first = batch.arc(ofBatch, rank);
                List<Integer> marks = new ArrayList<>(List.of(batch.mark(first)));
                int end = batch.target(first);
                while (isForced(batch, end)) {
                    marks.add(batch.mark(batch.arc(end, 0)));
                    end = batch.target(batch.arc(end, 0));
                }
                int arc = graph.arc(state, rank);
                assertThat(marksOf(chains, graph.label()[arc])).isEqualTo(marks);
                assertThat(graph.target()[arc]).isEqualTo(chains.state(end));
                assertThat(graph.isInside(arc)).isEqualTo(batch.graph().isInside(first));
                assertThat(graph.order().level(graph.seen()[arc]))
                        .isLessThan(graph.order().level(state));
                labels.add(marks);
            }
        }
        assertThat(graph.states()).isEqualTo(staying);
        assertThat(chains.firstMarkOfLabel()).hasSize(labels.size() + 1);
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

    private static List<Integer> marksOf(ChoiceGraph chains, int label) {
        int[] first = chains.firstMarkOfLabel();
        return Arrays.stream(chains.marksOfLabels(), first[label], first[label + 1])
                .boxed()
                .toList();
    }
}
