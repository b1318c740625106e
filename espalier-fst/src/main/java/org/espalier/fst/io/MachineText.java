package org.espalier.fst.io;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import java.util.regex.Pattern;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.SourceException;

/**
 * Machines as tab-separated text ({@code .fst.txt}).
 *
 * <pre>
 * # source  target  input  output  marks
 * 0         1       a b    &lt;eps&gt;   &lt;delete&gt; a
 * 1
 * </pre>
 *
 * <p>A line of five fields, separated by tabs, is an arc; its labels are symbols separated by one space, or
 * {@code <eps>}. A line of one field is a final state. The first state named is initial. States are numbers or any
 * other names: if the names are just 0 … n-1, they are the numbers of the states; if not, states are numbered in the
 * order in which they appear. Lines that begin with {@code #} are comments, except four that say what arcs cannot:
 *
 * <ul>
 *   <li>{@code #input a b c}, {@code #output …} and {@code #marks …} add symbols to an alphabet;
 *   <li>{@code #states 0 1 2} names states.
 * </ul>
 *
 * <p>The writer uses those four only where reading would otherwise not give back the very same machine: symbols or
 * states that nothing uses, symbols not numbered in the order of their use, an initial state where nothing begins.
 */
public final class MachineText {
    private static final List<String> FIELDS = List.of("source", "target", "input", "output", "marks");
    private static final Pattern NEGATIVE = Pattern.compile("-\\d+");

    private MachineText() {}

    /**
     * Reads a machine from a text. The reader stays open.
     *
     * @param source the name of the text in errors
     * @throws SourceException if the text is not a machine
     */
    public static Mfst read(String source, Reader in) {
        return new Parser(new LineReader(source, in)).machine();
    }

    public static Mfst read(Path file) {
        try (LineReader lines = LineReader.open(file)) {
            return new Parser(lines).machine();
        }
    }

    public static void write(Mfst machine, Appendable out) {
        try {
            new Printer(machine, out).print();
        } catch (IOException e) {
            throw FileErrors.writing("the machine", e);
        }
    }

    /** Writes a machine to a file, {@linkplain AtomicFiles completely or not at all}. */
    public static void write(Mfst machine, Path file) {
        AtomicFiles.writeText(file, out -> new Printer(machine, out).print());
    }

    /**
     * Collects states and arcs. States are numbered as they appear, or by their names if these are the numbers 0 … n-1.
     */
    private static final class Parser {
        private final LineReader lines;
        private final Mfst.Builder machine = Mfst.builder();
        private final Map<String, Integer> states = new HashMap<>();

        Parser(LineReader lines) {
            this.lines = lines;
        }

        Mfst machine() {
            while (lines.next()) {
                String text = lines.text();
                if (text.startsWith("#")) {
                    comment(text);
                } else if (!text.isBlank()) {
                    arcOrFinal();
                }
            }
            if (states.isEmpty()) {
                throw lines.error("found no state, expected at least one; a final state is a line with its name");
            }
            return renumbered(machine.build());
        }

        private void comment(String text) {
            int space = text.indexOf(' ');
            switch (space < 0 ? text : text.substring(0, space)) {
                case "#states" -> names(text, space, this::state);
                case "#input" -> names(text, space, (symbol, at) -> symbol(symbol, at, machine.input()));
                case "#output" -> names(text, space, (symbol, at) -> symbol(symbol, at, machine.output()));
                case "#marks" -> names(text, space, (symbol, at) -> symbol(symbol, at, machine.marks()));
                default -> {}
            }
        }

        private static void names(String text, int space, ObjIntConsumer<String> each) {
            if (space >= 0) {
                split(text, space + 1, text.length(), each);
            }
        }

        private void arcOrFinal() {
            List<LineReader.Field> fields = lines.fields('\t', FIELDS.size() + 1);
            if (fields.size() == 1) {
                machine.accept(state(fields.get(0)));
            } else if (fields.size() == FIELDS.size()) {
                int from = state(fields.get(0));
                int to = state(fields.get(1));
                int[] in = label(fields.get(2), Tape.INPUT);
                int[] out = label(fields.get(3), Tape.OUTPUT);
                machine.arc(from, to, in, out, label(fields.get(4), Tape.MARKS));
            } else {
                throw wrongCount(fields);
            }
        }

        private SourceException wrongCount(List<LineReader.Field> fields) {
            int count = fields.size();
            String expected = ", expected 5 (" + String.join(", ", FIELDS) + ") or 1 (a final state); ";
            if (count > FIELDS.size()) {
                return lines.error(
                        fields.get(FIELDS.size()).offset(),
                        "found more than 5 fields" + expected
                                + "separate the symbols of a label by a space, not a tab");
            }
            return lines.error(
                    lines.text().length(),
                    "found " + count + " fields" + expected + String.join(", ", FIELDS.subList(count, FIELDS.size()))
                            + " missing: write <eps>");
        }

        private int state(LineReader.Field field) {
            return state(field.text(), field.offset());
        }

        private int state(String name, int offset) {
            Integer known = states.get(name);
            if (known != null) {
                return known;
            }
            requireName(name, offset);
            int state = machine.state();
            states.put(name, state);
            return state;
        }

        private void requireName(String name, int offset) {
            int space = name.indexOf(' ');
            if (name.isEmpty()) {
                throw lines.error(offset, "found an empty field, expected a state; fields are separated by one tab");
            } else if (space >= 0) {
                throw noState(name, offset + space, "separate the fields by tabs, not spaces");
            } else if (name.startsWith("#")) {
                throw noState(name, offset, "a name cannot begin with #, which begins a comment");
            } else if (NEGATIVE.matcher(name).matches()) {
                throw noState(name, offset, "states are numbered from 0");
            } else if (name.codePoints().anyMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c))) {
                throw noState(name, offset, "names have no white space and no control characters");
            }
        }

        private SourceException noState(String name, int offset, String hint) {
            return lines.error(offset, "found " + EspalierException.quote(name) + ", expected a state; " + hint);
        }

        private int[] label(LineReader.Field field, Tape tape) {
            if (field.text().isEmpty()) {
                throw lines.error(
                        field.offset(), "found an empty field, expected " + tape.word() + "; write <eps> for none");
            }
            IntArrayList label = new IntArrayList();
            if (!field.text().equals(Alphabet.EPSILON)) {
                Alphabet.Builder alphabet = alphabet(tape);
                int end = field.offset() + field.text().length();
                split(lines.text(), field.offset(), end, (symbol, at) -> label.add(symbol(symbol, at, alphabet)));
            }
            return label.toIntArray();
        }

        private int symbol(String symbol, int offset, Alphabet.Builder alphabet) {
            if (symbol.isEmpty()) {
                throw lines.error(
                        offset, "found an extra space, expected a symbol; separate symbols by just one space");
            }
            try {
                return alphabet.add(symbol);
            } catch (EspalierException e) {
                throw lines.error(
                        offset,
                        "found " + EspalierException.quote(symbol) + ", expected a symbol; "
                                + (symbol.equals(Alphabet.EPSILON)
                                        ? "<eps> stands alone"
                                        : "symbols have no white space and no control characters"));
            }
        }

        private Alphabet.Builder alphabet(Tape tape) {
            return switch (tape) {
                case INPUT -> machine.input();
                case OUTPUT -> machine.output();
                case MARKS -> machine.marks();
            };
        }

        /** Passes the parts of {@code text[start … end-1]} between single spaces to a consumer without storing them. */
        private static void split(String text, int start, int end, ObjIntConsumer<String> each) {
            for (int stop; start <= end; start = stop + 1) {
                int space = text.indexOf(' ', start);
                stop = space < 0 || space > end ? end : space;
                each.accept(text.substring(start, stop), start);
            }
        }

        private Mfst renumbered(Mfst draft) {
            int[] number = new int[draft.states()];
            boolean moved = false;
            for (var state : states.entrySet()) {
                int own = ownNumber(state.getKey());
                if (own < 0) {
                    return draft;
                }
                number[state.getValue()] = own;
                moved |= own != state.getValue();
            }
            return moved ? renumbered(draft, number) : draft;
        }

        private static Mfst renumbered(Mfst draft, int[] number) {
            Mfst.Builder copy = Mfst.builder(draft.input(), draft.output(), draft.marks());
            for (int q = 0; q < draft.states(); q++) {
                copy.state();
            }
            copy.initial(number[draft.initial()]);
            for (int q = 0; q < draft.states(); q++) {
                if (draft.isFinal(q)) {
                    copy.accept(number[q]);
                }
                for (int a = draft.firstArc(q); a < draft.endArc(q); a++) {
                    copy.arc(
                            number[q],
                            number[draft.target(a)],
                            draft.label(a, Tape.INPUT),
                            draft.label(a, Tape.OUTPUT),
                            draft.label(a, Tape.MARKS));
                }
            }
            return copy.build();
        }

        /** Returns the state number that a name is in plain decimal form, or -1. */
        private int ownNumber(String name) {
            if (name.length() > 9 || !name.chars().allMatch(c -> c >= '0' && c <= '9')) {
                return -1;
            }
            int number = Integer.parseInt(name);
            return number < states.size() && name.equals(Integer.toString(number)) ? number : -1;
        }
    }

    private static final class Printer {
        private final Mfst machine;
        private final Appendable out;
        /** The initial state first, because the first state named is initial, then the others. */
        private final int[] order;

        Printer(Mfst machine, Appendable out) {
            this.machine = machine;
            this.out = out;
            order = new int[machine.states()];
            for (int q = 0; q < order.length; q++) {
                order[q] = q == 0 ? machine.initial() : q <= machine.initial() ? q - 1 : q;
            }
        }

        void print() throws IOException {
            for (Tape tape : Tape.values()) {
                if (!inOrderOfUse(tape)) {
                    line("#" + tape.word() + " "
                            + String.join(" ", machine.alphabet(tape).symbols()));
                }
            }
            printSilentStates();
            for (int q : order) {
                for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
                    line(q + "\t" + machine.target(a) + "\t" + label(a, Tape.INPUT) + "\t" + label(a, Tape.OUTPUT)
                            + "\t" + label(a, Tape.MARKS));
                }
                if (machine.isFinal(q)) {
                    line(Integer.toString(q));
                }
            }
        }

        private boolean inOrderOfUse(Tape tape) {
            int used = 0;
            for (int q : order) {
                for (int a = machine.firstArc(q); a < machine.endArc(q); a++) {
                    for (int k = 0; k < machine.length(a, tape); k++) {
                        int symbol = machine.symbol(a, tape, k);
                        if (symbol > used) {
                            return false;
                        }
                        used = Math.max(used, symbol + 1);
                    }
                }
            }
            return used == machine.alphabet(tape).size();
        }

        private void printSilentStates() throws IOException {
            BitSet silent = new BitSet();
            for (int q = 0; q < machine.states(); q++) {
                silent.set(q, !machine.isFinal(q) && machine.firstArc(q) == machine.endArc(q));
            }
            boolean initialIsSilent = silent.get(machine.initial());
            for (int a = 0; a < machine.arcs(); a++) {
                silent.clear(machine.target(a));
            }
            if (initialIsSilent || !silent.isEmpty()) {
                silent.clear(machine.initial());
                StringBuilder names = new StringBuilder("#states ").append(machine.initial());
                silent.stream().forEach(q -> names.append(' ').append(q));
                line(names);
            }
        }

        private String label(int arc, Tape tape) {
            return machine.alphabet(tape).format(machine.label(arc, tape));
        }

        private void line(CharSequence text) throws IOException {
            out.append(text).append('\n');
        }
    }
}
