package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.HashMap;
import java.util.Map;

/**
 * Which states of a canonical machine can have an equal at all once a pair restricts their futures. Two different states
 * whose restricted futures are equal, and not empty, share a way to the end with the same labels throughout. So a state
 * is a rival if another owes the same at the end, or has an arc with the same label to the same state or to another
 * rival; only rivals are looked up when a lattice is minimized. In the deletion/insertion machine there are none.
 *
 * <p>This may call a state a rival that is none, which costs a look-up, but never the other way round. Complexity: linear
 * in the arcs.
 */
final class MergeCandidates {
    private final CanonicalMfst machine;
    private final boolean[] rivals;
    private final IntArrayList todo = new IntArrayList();

    private record Label(int mark, int in, int out) {}

    private record Arc(Label label, int target) {}

    private record Debt(int in, int out) {}

    private MergeCandidates(CanonicalMfst machine) {
        this.machine = machine;
        rivals = new boolean[machine.states()];
    }

    static boolean[] of(CanonicalMfst machine) {
        MergeCandidates search = new MergeCandidates(machine);
        search.run();
        return search.rivals;
    }

    private void run() {
        Groups<Debt> ends = new Groups<>();
        Groups<Arc> sameArc = new Groups<>();
        for (int s = 0; s < machine.states(); s++) {
            if (machine.isFinal(s)) {
                ends.add(new Debt(machine.endIn[s], machine.endOut[s]), s);
            }
            for (int a = machine.firstArc[s]; a < machine.firstArc[s + 1]; a++) {
                sameArc.add(new Arc(label(a), machine.target[a]), s);
            }
        }
        Groups<Label> toRivals = new Groups<>();
        int[] source = CsrGraph.sources(machine.firstArc);
        int[] firstIn = new int[machine.states() + 1];
        int[] in = CsrGraph.arcsInto(machine.target, firstIn);
        while (!todo.isEmpty()) {
            int rival = todo.popInt();
            for (int k = firstIn[rival]; k < firstIn[rival + 1]; k++) {
                toRivals.add(label(in[k]), source[in[k]]);
            }
        }
    }

    private Label label(int arc) {
        return new Label(machine.mark[arc], machine.in[arc], machine.out[arc]);
    }

    private void add(int state) {
        if (!rivals[state]) {
            rivals[state] = true;
            todo.add(state);
        }
    }

    /** States that have something in common; as soon as two different ones do, they are rivals. */
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
