package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.espalier.fst.base.EspalierException;

/**
 * The marks that x ∘ T allows after a prefix of marks: those with which some path of the machine that reads x continues. They
 * depend on x, on the state of the canonical form that the prefix leads to, and on how much of x it has read. Immutable and
 * thread-safe.
 *
 * <pre>{@code
 * LegalMarks marks = LegalMarks.of(lattices);
 * LegalMarks.OfInput ofInput = marks.of(x);
 * ofInput.forEach(marks.initial(), marks.initialPosition(), mark -> …);
 * }</pre>
 */
public final class LegalMarks {
    private final CanonicalMfst machine;
    /** The state that each arc leaves. */
    private final int[] source;

    private final int[] finalStates;
    /** The arcs that read something, by the first symbol that they read. */
    private final int[][] readingArcs;
    /** The sources of the arcs into each state that read nothing, each once. */
    private final int[][] silentSources;

    private LegalMarks(CanonicalMfst machine) {
        this.machine = machine;
        this.source = new int[machine.arcs()];
        this.finalStates =
                IntStream.range(0, machine.states()).filter(machine::isFinal).toArray();
        List<IntArrayList> reading = new ArrayList<>();
        machine.machine().input().symbols().forEach(symbol -> reading.add(new IntArrayList()));
        List<IntArrayList> sources = new ArrayList<>();
        for (int state = 0; state < machine.states(); state++) {
            sources.add(new IntArrayList());
        }
        for (int state = 0; state < machine.states(); state++) {
            for (int arc = machine.firstArc[state]; arc < machine.firstArc[state + 1]; arc++) {
                source[arc] = state;
                if (machine.in[arc] == CanonicalMfst.NOTHING) {
                    addLast(sources.get(machine.target[arc]), state);
                } else {
                    reading.get(machine.first(machine.in[arc])).add(arc);
                }
            }
        }
        readingArcs = reading.stream().map(IntArrayList::toIntArray).toArray(int[][]::new);
        silentSources = sources.stream().map(IntArrayList::toIntArray).toArray(int[][]::new);
    }

    /** Adds a state unless it is the last already: a state often has one arc for each symbol of an alphabet to the same target. */
    private static void addLast(IntArrayList states, int state) {
        if (states.isEmpty() || states.topInt() != state) {
            states.add(state);
        }
    }

    /**
     * Returns the legal marks of a machine.
     *
     * <p>Complexity: linear in the size of the canonical form.
     *
     * @throws EspalierException if the machine has no canonical form
     */
    public static LegalMarks of(Lattices lattices) {
        if (lattices.form() instanceof CanonicalForm.Missing missing) {
            throw new EspalierException(
                    "the marks that an input allows are known only for a machine with a canonical form: "
                            + missing.explanation());
        }
        return new LegalMarks(((CanonicalForm.Found) lattices.form()).machine());
    }

    /** Returns the number of marks, which also stands for the end of a string. */
    public int marks() {
        return machine.machine().marks().size();
    }

    /** Returns the state that the empty prefix leads to. */
    public int initial() {
        return machine.initial;
    }

    /** Returns how many symbols are read before the first mark. */
    public int initialPosition() {
        return machine.startIn.length();
    }

    /**
     * Returns the state that a prefix leads to when a mark is added.
     *
     * <p>Complexity: logarithmic in the arcs of the state.
     *
     * @throws IllegalArgumentException if no path of the machine continues so
     */
    public int next(int state, int mark) {
        int arc = Arrays.binarySearch(machine.mark, machine.firstArc[state], machine.firstArc[state + 1], mark);
        if (arc < 0) {
            throw new IllegalArgumentException("no path of the machine continues with mark " + mark);
        }
        return machine.target[arc];
    }

    /**
     * Finds the marks that an input allows.
     *
     * <p>Complexity: for each position of x, linear in the states, in the pairs of states with an arc that reads nothing, and in
     * the arcs that read the symbol there.
     *
     * @param x ids of the input alphabet; an id outside it matches no arc
     */
    public OfInput of(int... x) {
        return new OfInput(x);
    }

    /** The marks that one input allows. */
    public final class OfInput {
        private final int[] x;
        /** Whether x begins with the symbols that are read before the first mark. */
        private final boolean begins;
        /** For each position of x, the states from which the rest of x can be read to an end. */
        private final BitSet[] live;

        private OfInput(int[] x) {
            this.x = x;
            this.begins = machine.startIn.isAt(x, 0);
            this.live = new BitSet[x.length + 1];
            for (int position = x.length; position >= 0; position--) {
                live[position] = live(position);
            }
        }

        private BitSet live(int position) {
            BitSet result = new BitSet(machine.states());
            IntArrayList queue = new IntArrayList();
            for (int state : finalStates) {
                if (endsAt(state, position)) {
                    add(state, result, queue);
                }
            }
            if (position < x.length && x[position] >= 0 && x[position] < readingArcs.length) {
                for (int arc : readingArcs[x[position]]) {
                    if (leadsToEnd(arc, position)) {
                        add(source[arc], result, queue);
                    }
                }
            }
            while (!queue.isEmpty()) {
                for (int source : silentSources[queue.popInt()]) {
                    add(source, result, queue);
                }
            }
            return result;
        }

        private void add(int state, BitSet result, IntArrayList queue) {
            if (!result.get(state)) {
                result.set(state);
                queue.add(state);
            }
        }

        private boolean endsAt(int state, int position) {
            return begins
                    && machine.isFinal(state)
                    && position + machine.length(machine.endIn[state]) == x.length
                    && machine.matches(machine.endIn[state], x, position);
        }

        private boolean leadsToEnd(int arc, int position) {
            int end = position + machine.length(machine.in[arc]);
            return end <= x.length
                    && machine.matches(machine.in[arc], x, position)
                    && live[end].get(machine.target[arc]);
        }

        /**
         * Passes on the marks that may follow a prefix, and {@link #marks} if it may end, in increasing order.
         *
         * <p>Complexity: linear in the arcs of the state.
         *
         * @param state the state that the prefix leads to
         * @param position how many symbols of x it has read
         * @return how many these are
         */
        public int forEach(int state, int position, IntConsumer mark) {
            int found = 0;
            for (int arc = machine.firstArc[state]; arc < machine.firstArc[state + 1]; arc++) {
                if (leadsToEnd(arc, position)) {
                    mark.accept(machine.mark[arc]);
                    found++;
                }
            }
            if (endsAt(state, position)) {
                mark.accept(marks());
                found++;
            }
            return found;
        }
    }
}
