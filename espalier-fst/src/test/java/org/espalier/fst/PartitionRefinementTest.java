package org.espalier.fst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartitionRefinementTest {
    /** Random graphs, deterministic or not, with parallel arcs, chains and copies of themselves. */
    @Test
    void classesMatchNaiveRefinement() {
        int merged = 0;
        for (long seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            int states = 1 + random.nextInt(40);
            int labels = 1 + random.nextInt(3);
            int kinds = 1 + random.nextInt(3);
            int half = Math.max(1, states / (1 + random.nextInt(2)));
            int[] firstArc = new int[states + 1];
            List<int[]> arcs = new ArrayList<>();
            int[] kind = new int[states];
            for (int s = 0; s < states; s++) {
                if (s >= half) {
                    copy(s, half, firstArc, arcs, kind);
                } else {
                    kind[s] = random.nextInt(kinds) * 1_000_003;
                    int next = Math.min(s + 1, half - 1);
                    for (int k = random.nextInt(4); k > 0; k--) {
                        arcs.add(new int[] {random.nextInt(labels), random.nextInt(3) == 0 ? random.nextInt(half) : next
                        });
                    }
                }
                firstArc[s + 1] = arcs.size();
            }
            int[] label = arcs.stream().mapToInt(arc -> arc[0]).toArray();
            int[] target = arcs.stream().mapToInt(arc -> arc[1]).toArray();
            int[] found = PartitionRefinement.classes(firstArc, label, target, kind);
            int[] expected = naive(firstArc, label, target, kind);
            assertThat(inOrderOfAppearance(found)).as("seed %d", seed).isEqualTo(inOrderOfAppearance(expected));
            assertThat(Arrays.stream(found).max().orElseThrow() + 1)
                    .as("numbered without gaps, seed %d", seed)
                    .isEqualTo((int) Arrays.stream(found).distinct().count());
            merged += Arrays.stream(found).distinct().count() < states ? 1 : 0;
        }
        assertThat(merged).isGreaterThan(1_000);
    }

    /** Makes a state of the second half a copy of a state of the first half, with its arcs in the reverse order. */
    private static void copy(int s, int half, int[] firstArc, List<int[]> arcs, int[] kind) {
        int like = s % half;
        kind[s] = kind[like];
        for (int a = firstArc[like + 1] - 1; a >= firstArc[like]; a--) {
            arcs.add(arcs.get(a));
        }
    }

    private static int[] naive(int[] firstArc, int[] label, int[] target, int[] kind) {
        int[] classOf = inOrderOfAppearance(kind);
        while (true) {
            Map<List<Object>, Integer> number = new HashMap<>();
            int[] next = new int[classOf.length];
            for (int s = 0; s < classOf.length; s++) {
                List<List<Integer>> arcs = new ArrayList<>();
                for (int a = firstArc[s]; a < firstArc[s + 1]; a++) {
                    arcs.add(List.of(label[a], classOf[target[a]]));
                }
                arcs.sort((one, other) -> MachineOracle.compare(one, other));
                next[s] = number.computeIfAbsent(List.of(classOf[s], arcs), key -> number.size());
            }
            if (Arrays.equals(next, classOf)) {
                return classOf;
            }
            classOf = next;
        }
    }

    private static int[] inOrderOfAppearance(int[] classOf) {
        Map<Integer, Integer> number = new HashMap<>();
        return Arrays.stream(classOf)
                .map(c -> number.computeIfAbsent(c, key -> number.size()))
                .toArray();
    }
}
