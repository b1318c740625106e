package org.espalier.fst;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.espalier.fst.base.EspalierException;

/**
 * A marked finite-state transducer T = (Σ, Δ, Ω, Q, E, q0, F). Immutable.
 *
 * <p>States are 0 … {@link #states()}-1 and arcs 0 … {@link #arcs()}-1. The arcs of a state are consecutive, in the
 * order in which they were added. Each arc carries a string of any length on each of the three {@linkplain Tape tapes}.
 *
 * <p>Layout: the arcs of state q are {@code firstArc[q] … firstArc[q+1]-1}. The label of arc a on tape t (0, 1, 2) is
 * {@code labels[labelStart[3a+t] … labelStart[3a+t+1]-1]}.
 */
public final class Mfst {
    private final Alphabet input;
    private final Alphabet output;
    private final Alphabet marks;
    private final int initial;
    private final BitSet finals;
    private final int[] firstArc;
    private final int[] source;
    private final int[] target;
    private final int[] labelStart;
    private final int[] labels;

    private Mfst(Builder b) {
        int states = b.states;
        int arcs = b.target.size();
        input = b.input.build();
        output = b.output.build();
        marks = b.marks.build();
        initial = b.initial;
        finals = (BitSet) b.finals.clone();
        firstArc = new int[states + 1];
        source = new int[arcs];
        target = new int[arcs];
        labelStart = new int[3 * arcs + 1];
        labels = new int[b.labels.size()];
        for (int a = 0; a < arcs; a++) {
            firstArc[b.source.getInt(a) + 1]++;
        }
        CsrGraph.startsFromCounts(firstArc);
        int[] order = new int[arcs];
        int[] next = firstArc.clone();
        for (int a = 0; a < arcs; a++) {
            order[next[b.source.getInt(a)]++] = a;
        }
        int end = 0;
        for (int a = 0; a < arcs; a++) {
            int from = order[a];
            source[a] = b.source.getInt(from);
            target[a] = b.target.getInt(from);
            for (int t = 0; t < 3; t++) {
                int start = b.labelStart.getInt(3 * from + t);
                int length = b.labelStart.getInt(3 * from + t + 1) - start;
                labelStart[3 * a + t] = end;
                b.labels.getElements(start, labels, end, length);
                end += length;
            }
        }
        labelStart[3 * arcs] = end;
    }

    /** Returns a builder whose alphabets grow with the arcs that are added. */
    public static Builder builder() {
        return new Builder(Alphabet.empty(), Alphabet.empty(), Alphabet.empty());
    }

    /** Returns a builder that starts with these alphabets and adds the symbols that arcs need. */
    public static Builder builder(Alphabet input, Alphabet output, Alphabet marks) {
        return new Builder(input, output, marks);
    }

    /** Returns the input symbols, Σ. */
    public Alphabet input() {
        return input;
    }

    /** Returns the output symbols, Δ. */
    public Alphabet output() {
        return output;
    }

    /** Returns the marks, Ω. */
    public Alphabet marks() {
        return marks;
    }

    /** Returns the alphabet of a tape. */
    public Alphabet alphabet(Tape tape) {
        return switch (tape) {
            case INPUT -> input;
            case OUTPUT -> output;
            case MARKS -> marks;
        };
    }

    public int states() {
        return firstArc.length - 1;
    }

    public int arcs() {
        return target.length;
    }

    public int initial() {
        return initial;
    }

    public boolean isFinal(int state) {
        return finals.get(state);
    }

    /** Returns the first arc of a state. Its arcs end before {@link #endArc}. */
    public int firstArc(int state) {
        return firstArc[state];
    }

    /** Returns the arc after the last arc of a state. */
    public int endArc(int state) {
        return firstArc[state + 1];
    }

    public int source(int arc) {
        return source[arc];
    }

    public int target(int arc) {
        return target[arc];
    }

    /** Returns the array itself, for algorithms of this package, which do not change it. */
    int[] firstArcs() {
        return firstArc;
    }

    /** Returns the array itself, for algorithms of this package, which do not change it. */
    int[] targets() {
        return target;
    }

    /** Returns the number of symbols that an arc carries on a tape. */
    public int length(int arc, Tape tape) {
        int at = 3 * arc + tape.index;
        return labelStart[at + 1] - labelStart[at];
    }

    /** Returns the k-th symbol, counted from 0, that an arc carries on a tape. */
    public int symbol(int arc, Tape tape, int k) {
        return labels[labelStart[3 * arc + tape.index] + k];
    }

    /** Returns a copy of the string that an arc carries on a tape. */
    public int[] label(int arc, Tape tape) {
        int at = 3 * arc + tape.index;
        return Arrays.copyOfRange(labels, labelStart[at], labelStart[at + 1]);
    }

    /** Returns whether an arc has no symbol on any tape. */
    public boolean isEmpty(int arc) {
        return labelStart[3 * arc] == labelStart[3 * arc + 3];
    }

    /** Returns an arc as {@code input:output/marks}, with {@code _} for the empty string. */
    public String describe(int arc) {
        return part(arc, Tape.INPUT) + ":" + part(arc, Tape.OUTPUT) + "/" + part(arc, Tape.MARKS);
    }

    private String part(int arc, Tape tape) {
        return length(arc, tape) == 0 ? "_" : alphabet(tape).format(label(arc, tape));
    }

    @Override
    public String toString() {
        return "Mfst[" + states() + " states, " + arcs() + " arcs, |Σ|=" + input.size() + ", |Δ|=" + output.size()
                + ", |Ω|=" + marks.size() + "]";
    }

    /** Collects states and arcs. The first state added is initial unless another is chosen. */
    public static final class Builder {
        private final Alphabet.Builder input;
        private final Alphabet.Builder output;
        private final Alphabet.Builder marks;
        private int states;
        private int initial;
        private final BitSet finals = new BitSet();
        private final IntArrayList source = new IntArrayList();
        private final IntArrayList target = new IntArrayList();
        private final IntArrayList labelStart = IntArrayList.of(0);
        private final IntArrayList labels = new IntArrayList();

        private Builder(Alphabet input, Alphabet output, Alphabet marks) {
            this.input = input.toBuilder();
            this.output = output.toBuilder();
            this.marks = marks.toBuilder();
        }

        public Alphabet.Builder input() {
            return input;
        }

        public Alphabet.Builder output() {
            return output;
        }

        public Alphabet.Builder marks() {
            return marks;
        }

        public int states() {
            return states;
        }

        public int arcs() {
            return target.size();
        }

        /** Returns the number of symbols on all arcs and tapes. */
        int symbols() {
            return labels.size();
        }

        /** Adds a state and returns its number. */
        public int state() {
            return states++;
        }

        /**
         * Adds the states of a machine, initial and final as they are there, without their arcs.
         *
         * @throws IllegalStateException if the builder already has states
         */
        public Builder statesOf(Mfst machine) {
            if (states > 0) {
                throw new IllegalStateException("the builder must have no states yet; got: " + states);
            }
            states = machine.states();
            finals.or(machine.finals);
            initial = machine.initial;
            return this;
        }

        public Builder initial(int state) {
            initial = requireState(state);
            return this;
        }

        public Builder accept(int state) {
            finals.set(requireState(state));
            return this;
        }

        /** Adds an arc whose labels are numbers in this builder's alphabets. */
        public Builder arc(int from, int to, int[] in, int[] out, int[] mark) {
            source.add(requireState(from));
            target.add(requireState(to));
            addLabel(in, input);
            addLabel(out, output);
            addLabel(mark, marks);
            return this;
        }

        /** Adds an arc whose labels are symbols separated by white space; {@code ""} is the empty string. */
        public Builder arc(int from, int to, String in, String out, String mark) {
            return arc(from, to, Alphabet.split(in), Alphabet.split(out), Alphabet.split(mark));
        }

        /** Adds an arc whose labels are strings of symbols. */
        public Builder arc(int from, int to, List<String> in, List<String> out, List<String> mark) {
            return arc(from, to, input.addAll(in), output.addAll(out), marks.addAll(mark));
        }

        /** Adds an arc with the labels of an arc of a machine whose alphabets are numbered as here. */
        Builder arc(int from, int to, Mfst machine, int arc) {
            return arc(
                    from,
                    to,
                    machine.label(arc, Tape.INPUT),
                    machine.label(arc, Tape.OUTPUT),
                    machine.label(arc, Tape.MARKS));
        }

        /** Builds the machine. Complexity: linear in the number of states, arcs and symbols. */
        public Mfst build() {
            if (states == 0) {
                throw new EspalierException("a machine has at least one state; add one with state()");
            }
            return new Mfst(this);
        }

        private void addLabel(int[] string, Alphabet.Builder alphabet) {
            for (int symbol : string) {
                if (symbol < 0 || symbol >= alphabet.size()) {
                    throw new IllegalArgumentException(
                            "symbol must be in 0.." + (alphabet.size() - 1) + "; got: " + symbol);
                }
                labels.add(symbol);
            }
            labelStart.add(labels.size());
        }

        private int requireState(int state) {
            if (state < 0 || state >= states) {
                throw new IllegalArgumentException("state must be in 0.." + (states - 1) + "; got: " + state);
            }
            return state;
        }
    }
}
