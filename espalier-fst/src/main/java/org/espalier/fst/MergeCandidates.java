package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the states of a canonical machine that can become equal to another state when a pair restricts their futures.
 *
 * <p>If two different states have the same non-empty restricted future, their ways to the end have the same labels
 * throughout. So a state is a candidate if another state owes the same symbols at the end, or has an arc with the same
 * label to the same state or to another candidate. Only candidates are looked up when a lattice is minimized. The
 * deletion/insertion machine has none.
 *
 * <p>A candidate may have no equal, which costs a lookup, but a state that is no candidate never has one. Complexity:
 * linear in the arcs.
 */
final class MergeCandidates {
    private final CanonicalMfst machine;
    private final boolean[] candidates;
    private final IntArrayList todo = new IntArrayList();

    private record ArcLabel(int mark, int in, int out) {}

    private record LabelledArc(ArcLabel label, int target) {}

    private record FinalStrings(int in, int out) {}

    private MergeCandidates(CanonicalMfst machine) {
        this.machine = machine;
        candidates = new boolean[machine.states()];
    }

    static boolean[] of(CanonicalMfst machine) {
        MergeCandidates search = new MergeCandidates(machine);
        search.run();
        return search.candidates;
    }

    private void run() {
        Groups<FinalStrings> ends = new Groups<>();
        Groups<LabelledArc> sameArc = new Groups<>();
        for (int s = 0; s < machine.states(); s++) {
            if (machine.isFinal(s)) {
                ends.add(new FinalStrings(machine.endIn[s], machine.endOut[s]), s);
            }
            for (int a = machine.firstArc[s]; a < machine.firstArc[s + 1]; a++) {
                sameArc.add(new LabelledArc(labelOf(a), machine.target[a]), s);
            }
        }
        Groups<ArcLabel> toCandidates = new Groups<>();
        int[] source = CsrGraph.sources(machine.firstArc);
        int[] firstIn = new int[machine.states() + 1];
        int[] in = CsrGraph.arcsInto(machine.target, firstIn);
        while (!todo.isEmpty()) {
            int candidate = todo.popInt();
            for (int k = firstIn[candidate]; k < firstIn[candidate + 1]; k++) {
                toCandidates.add(labelOf(in[k]), source[in[k]]);
            }
        }
    }

    private ArcLabel labelOf(int arc) {
        return new ArcLabel(machine.mark[arc], machine.in[arc], machine.out[arc]);
    }

    private void add(int state) {
        if (!candidates[state]) {
            candidates[state] = true;
            todo.add(state);
        }
    }

    /** Groups of states by a common property. Two different states of a group are candidates. */
    private final class Groups<K> {
        private final Map<K, Integer> first = new HashMap<>();

        void add(K key, int state) {
            Integer other = first.putIfAbsent(key, state);
            if (other != null && other != state) {
                MergeCandidates.this.add(other);
                MergeCandidates.this.add(state);
            }
        }
    }
}
