package org.espalier.fst;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Lattices built directly from arrays, for tests that need no machine: random ones and some of known shape. */
public final class RandomLattices {
    /** The number of marks in the alphabet of every lattice here. */
    public static final int MARKS = 4;

    private static final Mfst MACHINE = machine();

    private final List<SortedMap<Integer, Integer>> targets = new ArrayList<>();
    private final BitSet finals = new BitSet();

    private RandomLattices(int states) {
        for (int s = 0; s < states; s++) {
            targets.add(new TreeMap<>());
        }
    }

    /** Returns a lattice with at least one path, acyclic, of at most nine states; any of them may be final. */
    public static Lattice acyclic(RandomGenerator random) {
        while (true) {
            int states = random.nextInt(1, 10);
            RandomLattices draft = new RandomLattices(states);
            for (int s = 0; s + 1 < states; s++) {
                draft.addArcs(s, s + 1, states, random);
            }
            Lattice lattice = draft.finish(states - 1, random);
            if (!lattice.isEmpty()) {
                return lattice;
            }
        }
    }

    /** Returns a lattice of at most five states with at least one cycle, back to state 0 or from a state to itself. */
    public static Lattice cyclic(RandomGenerator random) {
        while (true) {
            int states = random.nextInt(1, 6);
            RandomLattices draft = new RandomLattices(states);
            for (int s = 0; s < states; s++) {
                draft.addArcs(s, 0, states, random);
            }
            Lattice lattice = draft.finish(states - 1, random);
            if (IntStream.range(0, lattice.arcs())
                    .anyMatch(a -> lattice.target(a) == 0 || lattice.target(a) == lattice.source(a))) {
                return lattice;
            }
        }
    }

    /** Returns the lattice without states, hence without paths. */
    public static Lattice empty() {
        return new RandomLattices(0).build();
    }

    /** Returns a chain whose states have {@code width} arcs each to the next; the last is final. */
    public static Lattice chain(int length, int width) {
        RandomLattices draft = new RandomLattices(length + 1);
        for (int s = 0; s < length; s++) {
            for (int mark = 0; mark < width; mark++) {
                draft.targets.get(s).put(mark, s + 1);
            }
        }
        draft.finals.set(length);
        return draft.build();
    }

    /** Returns all ways to go m steps down (mark 0) and n steps right (mark 1): C(m+n, n) paths. */
    public static Lattice grid(int m, int n) {
        RandomLattices draft = new RandomLattices((m + 1) * (n + 1));
        for (int i = 0; i <= m; i++) {
            for (int j = 0; j <= n; j++) {
                int state = i * (n + 1) + j;
                if (i < m) {
                    draft.targets.get(state).put(0, state + n + 1);
                }
                if (j < n) {
                    draft.targets.get(state).put(1, state + 1);
                }
            }
        }
        draft.finals.set((m + 1) * (n + 1) - 1);
        return draft.build();
    }

    private static Mfst machine() {
        Mfst.Builder builder = Mfst.builder(Alphabet.empty(), Alphabet.empty(), Alphabet.of("a", "b", "c", "d"));
        return builder.accept(builder.state()).build();
    }

    private void addArcs(int state, int lowestTarget, int states, RandomGenerator random) {
        int wanted = random.nextInt(4);
        for (int i = 0; i < wanted; i++) {
            targets.get(state).put(random.nextInt(MARKS), random.nextInt(lowestTarget, states));
        }
    }

    private Lattice finish(int last, RandomGenerator random) {
        finals.set(last);
        for (int s = 0; s < last; s++) {
            finals.set(s, random.nextInt(4) == 0);
        }
        return trim().build();
    }

    private RandomLattices trim() {
        BitSet useful = reachable();
        useful.and(ending());
        int[] number = new int[targets.size()];
        Arrays.fill(number, -1);
        int states = 0;
        for (int s = useful.nextSetBit(0); useful.get(0) && s >= 0; s = useful.nextSetBit(s + 1)) {
            number[s] = states++;
        }
        RandomLattices trimmed = new RandomLattices(states);
        for (int s = 0; s < number.length; s++) {
            int from = number[s];
            if (from >= 0) {
                trimmed.finals.set(from, finals.get(s));
                targets.get(s).forEach((mark, target) -> {
                    if (number[target] >= 0) {
                        trimmed.targets.get(from).put(mark, number[target]);
                    }
                });
            }
        }
        return trimmed;
    }

    private BitSet reachable() {
        BitSet reached = new BitSet();
        reached.set(0);
        for (int before = 0; before < reached.cardinality(); ) {
            before = reached.cardinality();
            for (int s : reached.stream().toArray()) {
                targets.get(s).values().forEach(reached::set);
            }
        }
        return reached;
    }

    private BitSet ending() {
        BitSet ending = (BitSet) finals.clone();
        for (int before = 0; before < ending.cardinality(); ) {
            before = ending.cardinality();
            for (int s = 0; s < targets.size(); s++) {
                if (targets.get(s).values().stream().anyMatch(ending::get)) {
                    ending.set(s);
                }
            }
        }
        return ending;
    }

    private Lattice build() {
        int states = targets.size();
        int[] firstArc = new int[states + 1];
        for (int s = 0; s < states; s++) {
            firstArc[s + 1] = firstArc[s] + targets.get(s).size();
        }
        int[] mark = new int[firstArc[states]];
        int[] target = new int[firstArc[states]];
        boolean topological = true;
        for (int s = 0; s < states; s++) {
            int a = firstArc[s];
            for (var arc : targets.get(s).entrySet()) {
                mark[a] = arc.getKey();
                target[a++] = arc.getValue();
                topological &= arc.getValue() > s;
            }
        }
        return Lattice.builder(MACHINE, new int[0], new int[0])
                .graph(firstArc, mark, target, Arrays.copyOf(finals.toLongArray(), (states + 63) / 64))
                .acyclic(topological)
                .canonical(true)
                .sizeBeforeMinimization(states, mark.length)
                .noPath(states == 0 ? NoPathReason.of(List.of(), List.of()) : null)
                .build();
    }
}
