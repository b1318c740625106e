package org.espalier.fst.io;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Optional;
import org.espalier.fst.base.Plural;
import org.jspecify.annotations.Nullable;

/**
 * A weighted transducer with the content of OpenFst's vector FST with standard arcs. Immutable, and without algorithms.
 * Each arc has one input and one output label, 0 for none, and a weight in the tropical semiring, where {@link #ONE}
 * means no cost and {@link #ZERO} no path. {@link OpenFst} converts it to a machine and back.
 *
 * <p>Layout: the arcs of state s are {@code firstArc[s] … firstArc[s+1]-1}, in the order in which they were added.
 */
public final class VectorFst {
    /** The tropical semiring's one. */
    public static final float ONE = 0;

    /** The tropical semiring's zero: the final weight of a state that is not final. */
    public static final float ZERO = Float.POSITIVE_INFINITY;

    /** The start state of a transducer that has none, and so no paths. */
    public static final int NO_STATE = -1;

    private final int start;
    private final float[] finals;
    private final int[] firstArc;
    private final int[] target;
    private final int[] input;
    private final int[] output;
    private final float[] weight;
    private final @Nullable SymbolTable inputSymbols;
    private final @Nullable SymbolTable outputSymbols;

    private VectorFst(Builder b) {
        int states = b.states();
        int arcs = b.target.size();
        start = b.start;
        finals = floats(b.finals);
        firstArc = new int[states + 1];
        target = new int[arcs];
        input = new int[arcs];
        output = new int[arcs];
        weight = new float[arcs];
        inputSymbols = b.inputSymbols;
        outputSymbols = b.outputSymbols;
        for (int a = 0; a < arcs; a++) {
            firstArc[b.source.getInt(a) + 1]++;
        }
        for (int s = 0; s < states; s++) {
            firstArc[s + 1] += firstArc[s];
        }
        int[] next = firstArc.clone();
        for (int a = 0; a < arcs; a++) {
            int to = next[b.source.getInt(a)]++;
            target[to] = b.target.getInt(a);
            input[to] = b.input.getInt(a);
            output[to] = b.output.getInt(a);
            weight[to] = (float) b.weight.getDouble(a);
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    public int start() {
        return start;
    }

    public int states() {
        return finals.length;
    }

    public int arcs() {
        return target.length;
    }

    public float finalWeight(int state) {
        return finals[state];
    }

    public boolean isFinal(int state) {
        return finals[state] != ZERO;
    }

    /** Returns the first arc of a state. Its arcs end before {@link #endArc}. */
    public int firstArc(int state) {
        return firstArc[state];
    }

    public int endArc(int state) {
        return firstArc[state + 1];
    }

    public int target(int arc) {
        return target[arc];
    }

    public int inputLabel(int arc) {
        return input[arc];
    }

    public int outputLabel(int arc) {
        return output[arc];
    }

    public float weight(int arc) {
        return weight[arc];
    }

    public Optional<SymbolTable> inputSymbols() {
        return Optional.ofNullable(inputSymbols);
    }

    public Optional<SymbolTable> outputSymbols() {
        return Optional.ofNullable(outputSymbols);
    }

    /** Returns whether every arc has the same input and output label. */
    public boolean isAcceptor() {
        for (int a = 0; a < arcs(); a++) {
            if (input[a] != output[a]) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether an arc or a final state has a weight other than {@link #ONE}, which a machine could not keep. */
    public boolean hasWeights() {
        for (float w : weight) {
            if (w != ONE) {
                return true;
            }
        }
        for (float w : finals) {
            if (w != ONE && w != ZERO) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return "VectorFst[" + states() + " states, " + arcs() + " arcs]";
    }

    /** Returns whether this is an element of the tropical semiring. */
    static boolean isWeight(float weight) {
        return weight > Float.NEGATIVE_INFINITY;
    }

    private static float[] floats(DoubleArrayList list) {
        float[] floats = new float[list.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) list.getDouble(i);
        }
        return floats;
    }

    /** Collects states and arcs. There is no start state until one is chosen. */
    public static final class Builder {
        private int start = NO_STATE;
        private int largestTarget = NO_STATE;
        private final DoubleArrayList finals = new DoubleArrayList();
        private final IntArrayList source = new IntArrayList();
        private final IntArrayList target = new IntArrayList();
        private final IntArrayList input = new IntArrayList();
        private final IntArrayList output = new IntArrayList();
        private final DoubleArrayList weight = new DoubleArrayList();
        private @Nullable SymbolTable inputSymbols;
        private @Nullable SymbolTable outputSymbols;

        private Builder() {}

        public int states() {
            return finals.size();
        }

        /** Adds a state, not final, and returns its number. */
        public int state() {
            finals.add(ZERO);
            return states() - 1;
        }

        public Builder start(int state) {
            start = requireState(state);
            return this;
        }

        public Builder accept(int state) {
            return finalWeight(state, ONE);
        }

        public Builder finalWeight(int state, float newWeight) {
            finals.set(requireState(state), requireWeight(newWeight));
            return this;
        }

        /** Adds an arc. Its target may be added later, before {@link #build}. */
        public Builder arc(int from, int to, int inputLabel, int outputLabel, float arcWeight) {
            if (to < 0 || inputLabel < 0 || outputLabel < 0) {
                throw new IllegalArgumentException("states and labels must be >= 0; got: target " + to + ", labels "
                        + inputLabel + " and " + outputLabel);
            }
            source.add(requireState(from));
            target.add(to);
            input.add(inputLabel);
            output.add(outputLabel);
            weight.add(requireWeight(arcWeight));
            largestTarget = Math.max(largestTarget, to);
            return this;
        }

        public Builder symbols(@Nullable SymbolTable newInput, @Nullable SymbolTable newOutput) {
            inputSymbols = newInput;
            outputSymbols = newOutput;
            return this;
        }

        /** Returns the largest state that an arc leads to. */
        int largestTarget() {
            return largestTarget;
        }

        public VectorFst build() {
            if (largestTarget >= states()) {
                throw new IllegalArgumentException("an arc leads to state " + largestTarget + ", but there are only "
                        + Plural.of(states(), "state"));
            }
            return new VectorFst(this);
        }

        private int requireState(int state) {
            if (state < 0 || state >= states()) {
                throw new IllegalArgumentException("state must be in 0.." + (states() - 1) + "; got: " + state);
            }
            return state;
        }

        private static float requireWeight(float weight) {
            if (!isWeight(weight)) {
                throw new IllegalArgumentException("weight must be a number or +Infinity; got: " + weight);
            }
            return weight;
        }
    }
}
