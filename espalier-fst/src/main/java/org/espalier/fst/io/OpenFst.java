package org.espalier.fst.io;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Lattice;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.base.EspalierException;

/** Converts machines to OpenFst's transducers, which have two tapes and one symbol per arc, and back. */
public final class OpenFst {
    private static final int[] NOTHING = {};

    private OpenFst() {}

    /**
     * Returns the transducer between two of a machine's tapes; the same tape twice gives an acceptor. States keep their
     * numbers. An arc with longer labels becomes a chain through new states, with the k-th symbols of both labels on
     * one arc. Label 0 is ε; the others are the numbers of the alphabets plus 1, as in the attached tables.
     *
     * <p>Complexity: linear in the size of the machine.
     */
    public static VectorFst toOpenFst(Mfst machine, Tape input, Tape output) {
        VectorFst.Builder fst = VectorFst.builder();
        for (int q = 0; q < machine.states(); q++) {
            fst.state();
            if (machine.isFinal(q)) {
                fst.accept(q);
            }
        }
        fst.start(machine.initial());
        for (int a = 0; a < machine.arcs(); a++) {
            int last = Math.max(1, Math.max(machine.length(a, input), machine.length(a, output))) - 1;
            int from = machine.source(a);
            for (int k = 0; k <= last; k++) {
                int to = k == last ? machine.target(a) : fst.state();
                fst.arc(from, to, label(machine, a, input, k), label(machine, a, output, k), VectorFst.ONE);
                from = to;
            }
        }
        SymbolTable inputSymbols = symbols(machine, input);
        return fst.symbols(inputSymbols, input == output ? inputSymbols : symbols(machine, output))
                .build();
    }

    /**
     * Returns a lattice as an acceptor over its machine's marks, each labelled by its number plus 1.
     *
     * <p>Complexity: linear in the size of the lattice.
     */
    public static VectorFst toOpenFst(Lattice lattice) {
        VectorFst.Builder fst = VectorFst.builder();
        for (int s = 0; s < lattice.states(); s++) {
            fst.state();
            if (lattice.isFinal(s)) {
                fst.accept(s);
            }
            for (int a = lattice.firstArc(s); a < lattice.endArc(s); a++) {
                int label = lattice.mark(a) + 1;
                fst.arc(s, lattice.target(a), label, label, VectorFst.ONE);
            }
        }
        if (!lattice.isEmpty()) {
            fst.start(0);
        }
        SymbolTable marks = symbols(lattice.machine(), Tape.MARKS);
        return fst.symbols(marks, marks).build();
    }

    /**
     * Returns an acceptor of weighted strings: the tree of their prefixes, whose states carry the weights as final weights.
     * Labels are the numbers of the alphabet plus 1; symbols that it does not have follow, in the order of their first
     * use.
     *
     * <p>Complexity: linear in the total length of the strings.
     *
     * @param weights the strings with their weights in the tropical semiring
     */
    public static VectorFst acceptor(Map<List<String>, Float> weights, Alphabet alphabet) {
        Alphabet.Builder symbols = alphabet.toBuilder();
        VectorFst.Builder fst = VectorFst.builder();
        fst.start(fst.state());
        Map<Long, Integer> children = new HashMap<>();
        weights.forEach((string, weight) -> {
            int state = 0;
            for (String symbol : string) {
                int from = state;
                int label = symbols.add(symbol) + 1;
                state = children.computeIfAbsent((long) from << Integer.SIZE | label, absent -> {
                    int to = fst.state();
                    fst.arc(from, to, label, label, VectorFst.ONE);
                    return to;
                });
            }
            fst.finalWeight(state, weight);
        });
        SymbolTable table = SymbolTable.of(Tape.OUTPUT.word(), symbols.build());
        return fst.symbols(table, table).build();
    }

    /**
     * Returns the machine with a transducer's arcs. States keep their numbers, and alphabets hold all symbols of the
     * tables in the order of their keys; without a table a label is its own decimal number. Arcs of weight
     * {@link VectorFst#ZERO} lie on no path and are skipped. All other weights are dropped;
     * {@link VectorFst#hasWeights} reports whether there are any. A transducer without start state gives a machine
     * without paths.
     *
     * <p>Complexity: linear in the size of the transducer.
     *
     * @throws EspalierException if a label has no symbol, if a symbol is not allowed here, if two pairs would get the
     *     same mark, or if marks are to be read from a transducer that is no acceptor
     */
    public static Mfst toMfst(VectorFst fst, MarkNaming naming) {
        if (naming == MarkNaming.INPUT && !fst.isAcceptor()) {
            throw new EspalierException(
                    "the marks of a machine are read from an acceptor, but this transducer has arcs "
                            + "with two labels; keep one side with fstproject");
        }
        Mfst.Builder machine = Mfst.builder();
        for (int s = 0; s < fst.states(); s++) {
            machine.state();
        }
        machine.initial(fst.start() == VectorFst.NO_STATE ? machine.state() : fst.start());
        Labels in = new Labels(fst.inputSymbols(), naming == MarkNaming.INPUT ? machine.marks() : machine.input());
        Labels out = new Labels(fst.outputSymbols(), machine.output());
        PairMarks pairs = new PairMarks(in, out, machine.marks());
        in.addTable();
        if (naming != MarkNaming.INPUT) {
            out.addTable();
        }
        for (int s = 0; s < fst.states(); s++) {
            if (fst.isFinal(s)) {
                machine.accept(s);
            }
            for (int a = fst.firstArc(s); a < fst.endArc(s); a++) {
                if (fst.weight(a) != VectorFst.ZERO) {
                    int read = fst.inputLabel(a);
                    int written = fst.outputLabel(a);
                    switch (naming) {
                        case NONE -> machine.arc(s, fst.target(a), in.string(read), out.string(written), NOTHING);
                        case PAIRS ->
                            machine.arc(
                                    s, fst.target(a), in.string(read), out.string(written), pairs.mark(read, written));
                        case INPUT -> machine.arc(s, fst.target(a), NOTHING, NOTHING, in.string(read));
                    }
                }
            }
        }
        return machine.build();
    }

    private static int label(Mfst machine, int arc, Tape tape, int k) {
        return k < machine.length(arc, tape) ? machine.symbol(arc, tape, k) + 1 : 0;
    }

    private static SymbolTable symbols(Mfst machine, Tape tape) {
        return SymbolTable.of(tape.word(), machine.alphabet(tape));
    }

    /** Labels as strings over an alphabet, which grows as needed. */
    private record Labels(Optional<SymbolTable> table, Alphabet.Builder alphabet) {
        void addTable() {
            table.ifPresent(t -> t.symbols().tailMap(1L).values().forEach(alphabet::add));
        }

        int[] string(int label) {
            return label == 0 ? NOTHING : new int[] {alphabet.add(symbol(label))};
        }

        String symbol(int label) {
            return table.isPresent() ? table.get().require(label) : Integer.toString(label);
        }
    }

    /**
     * The marks of {@link MarkNaming#PAIRS}: one mark for each pair of labels.
     *
     * @param labels the pair of labels that each name stands for
     */
    private record PairMarks(Labels in, Labels out, Alphabet.Builder marks, Map<String, Long> labels) {
        PairMarks(Labels in, Labels out, Alphabet.Builder marks) {
            this(in, out, marks, new HashMap<>());
        }

        int[] mark(int read, int written) {
            if (read == 0 && written == 0) {
                return NOTHING;
            }
            String mark = part(in, read) + ":" + part(out, written);
            long pair = (long) read << Integer.SIZE | written;
            Long other = labels.putIfAbsent(mark, pair);
            if (other != null && other != pair) {
                throw new EspalierException("the labels " + (other >> Integer.SIZE) + ":" + other.intValue() + " and "
                        + read + ":" + written + " would both be the mark " + EspalierException.quote(mark)
                        + "; rename the symbols that hold ':' or '_', or read the transducer without marks");
            }
            return new int[] {marks.add(mark)};
        }

        private static String part(Labels labels, int label) {
            return label == 0 ? "_" : labels.symbol(label);
        }
    }
}
