package org.espalier.fst.io;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.SourceException;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes OpenFst's text format, as {@code fstprint} and {@code fstcompile} do, and its symbol tables as text.
 *
 * <p>A line is an arc, {@code source target input output [weight]}, or in an {@linkplain Form#ACCEPTOR acceptor}
 * {@code source target label [weight]}, or a final state, {@code state [weight]}. The first state named is the start.
 * Labels are symbols of the given tables, or numbers without them. Like {@code fstcompile}, the reader numbers states
 * in the order in which they appear.
 */
public final class OpenFstText {
    /**
     * The number of labels of an arc. It cannot be recognized from the lines, as a fourth column may be a label or a
     * weight.
     */
    public enum Form {
        TRANSDUCER("4 or 5 (source target input output [weight])", "if this is an acceptor, read it as one"),
        ACCEPTOR("3 or 4 (source target label [weight])", "if this is a transducer, read it as one");

        private final String arc;
        private final String hint;

        Form(String arc, String hint) {
            this.arc = arc;
            this.hint = hint;
        }

        private int labels() {
            return this == TRANSDUCER ? 2 : 1;
        }
    }

    private static final Pattern WEIGHT = Pattern.compile("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?|\\+?Infinity");

    private OpenFstText() {}

    /**
     * Reads a transducer from a text. The reader stays open.
     *
     * @param source the name of the text in errors
     * @param input the table of input labels, which the result keeps, or null if they are numbers
     * @param output the table of output labels, or null if they are numbers; an acceptor's labels are looked up in
     *     {@code input}
     * @throws SourceException if the text is not a transducer
     */
    public static VectorFst read(
            String source, Reader in, Form form, @Nullable SymbolTable input, @Nullable SymbolTable output) {
        return new Parser(new LineReader(source, in), form, input, output).fst();
    }

    public static VectorFst read(Path file, Form form, @Nullable SymbolTable input, @Nullable SymbolTable output) {
        try (LineReader lines = LineReader.open(file)) {
            return new Parser(lines, form, input, output).fst();
        }
    }

    /** Writes a transducer, with labels as symbols if it has tables, else as numbers. */
    public static void write(VectorFst fst, Form form, Appendable out) {
        try {
            new Printer(fst, form, out).print();
        } catch (IOException e) {
            throw FileErrors.writing("the transducer", e);
        }
    }

    /** Writes a transducer to a file, {@linkplain AtomicFiles completely or not at all}. */
    public static void write(VectorFst fst, Form form, Path file) {
        AtomicFiles.writeText(file, out -> new Printer(fst, form, out).print());
    }

    /** Reads a symbol table: lines of a symbol and its key. The reader stays open. */
    public static SymbolTable readSymbols(String source, Reader in) {
        return symbols(source, new LineReader(source, in));
    }

    public static SymbolTable readSymbols(Path file) {
        try (LineReader lines = LineReader.open(file)) {
            return symbols(file.toString(), lines);
        }
    }

    public static void writeSymbols(SymbolTable table, Appendable out) {
        try {
            print(table, out);
        } catch (IOException e) {
            throw FileErrors.writing("the symbol table", e);
        }
    }

    /** Writes a symbol table to a file, {@linkplain AtomicFiles completely or not at all}. */
    public static void writeSymbols(SymbolTable table, Path file) {
        AtomicFiles.writeText(file, out -> print(table, out));
    }

    private static SymbolTable symbols(String name, LineReader lines) {
        SymbolTable.Builder table = SymbolTable.builder(name);
        while (lines.next()) {
            List<LineReader.Field> words = lines.words(3);
            if (words.isEmpty()) {
                continue;
            }
            if (words.size() != 2) {
                throw lines.error("found " + (words.size() < 2 ? "1 column" : "more than 2 columns")
                        + ", expected a symbol and its key");
            }
            long key = number(lines, words.get(1), "a key", Long.MAX_VALUE, "");
            try {
                table.add(words.get(0).text(), key);
            } catch (EspalierException e) {
                throw lines.error(String.valueOf(e.getMessage()));
            }
        }
        return table.build();
    }

    private static void print(SymbolTable table, Appendable out) throws IOException {
        for (var symbol : table.symbols().entrySet()) {
            out.append(word(symbol.getValue()))
                    .append('\t')
                    .append(symbol.getKey().toString())
                    .append('\n');
        }
    }

    private static String word(String symbol) {
        if (symbol.codePoints().anyMatch(c -> c == ' ' || Character.isISOControl(c))) {
            throw new EspalierException("the symbol " + EspalierException.quote(symbol)
                    + " holds white space, which OpenFst's text cannot; rename it, or write binary");
        }
        return symbol;
    }

    private static long number(
            LineReader lines, LineReader.Field field, String what, long max, String hint, String... settings) {
        try {
            long number = Long.parseLong(field.text());
            if (number >= 0 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, with its place.
        }
        throw lines.error(
                        field.offset(),
                        "found " + EspalierException.quote(field.text()) + ", expected " + what + " from 0 to " + max
                                + hint)
                .withSettings(settings);
    }

    private static final class Parser {
        private final LineReader lines;
        private final Form form;
        private final @Nullable SymbolTable input;
        private final @Nullable SymbolTable output;
        private final VectorFst.Builder fst = VectorFst.builder();
        private final Int2IntOpenHashMap states = new Int2IntOpenHashMap();

        Parser(LineReader lines, Form form, @Nullable SymbolTable input, @Nullable SymbolTable output) {
            this.lines = lines;
            this.form = form;
            this.input = input;
            this.output = output;
        }

        VectorFst fst() {
            while (lines.next()) {
                List<LineReader.Field> words = lines.words(6);
                if (!words.isEmpty()) {
                    line(words);
                }
            }
            return fst.symbols(input, form == Form.ACCEPTOR ? input : output).build();
        }

        private void line(List<LineReader.Field> words) {
            int weightAt = words.size() <= 2 ? 1 : 2 + form.labels();
            if (words.size() != weightAt && words.size() != weightAt + 1) {
                throw lines.error("found " + (words.size() > 5 ? "more than 5" : words.size()) + " columns, expected "
                        + form.arc + " or 1 or 2 (state [weight]); " + form.hint);
            }
            int from = state(words.get(0));
            float weight = words.size() > weightAt ? weight(words.get(weightAt)) : VectorFst.ONE;
            if (weightAt == 1) {
                fst.finalWeight(from, weight);
                return;
            }
            int to = state(words.get(1));
            int read = label(words.get(2), input);
            fst.arc(from, to, read, form == Form.ACCEPTOR ? read : label(words.get(3), output), weight);
        }

        private int state(LineReader.Field field) {
            int name = (int) number(lines, field, "a state", Integer.MAX_VALUE, "");
            if (states.containsKey(name)) {
                return states.get(name);
            }
            int state = fst.state();
            states.put(name, state);
            if (state == 0) {
                fst.start(state);
            }
            return state;
        }

        private int label(LineReader.Field field, @Nullable SymbolTable table) {
            if (table == null) {
                return (int) number(
                        lines,
                        field,
                        "a label",
                        Integer.MAX_VALUE,
                        "; symbols need the table that numbers them",
                        "isymbols",
                        "osymbols");
            }
            long key = table.key(field.text());
            if (key < 0 || key > Integer.MAX_VALUE) {
                throw lines.error(
                        field.offset(),
                        "found " + EspalierException.quote(field.text()) + ", expected a symbol of the table "
                                + EspalierException.quote(table.name()) + " with a key up to " + Integer.MAX_VALUE);
            }
            return (int) key;
        }

        private float weight(LineReader.Field field) {
            boolean isNumber = WEIGHT.matcher(field.text()).matches();
            float weight = isNumber ? Float.parseFloat(field.text()) : Float.NaN;
            if (!VectorFst.isWeight(weight)) {
                throw lines.error(
                        field.offset(),
                        "found " + EspalierException.quote(field.text()) + ", expected a weight: a number or Infinity");
            }
            return weight;
        }
    }

    private record Printer(VectorFst fst, Form form, Appendable out) {
        void print() throws IOException {
            if (form == Form.ACCEPTOR && !fst.isAcceptor()) {
                throw new EspalierException(
                        "a transducer with two labels on an arc cannot be written as an acceptor; write a transducer");
            }
            if (fst.start() != VectorFst.NO_STATE) {
                state(fst.start());
            }
            for (int s = 0; s < fst.states(); s++) {
                if (s != fst.start()) {
                    state(s);
                }
            }
        }

        /** Writes a state; one that has no arcs and is not final, as a line with an infinite weight. */
        private void state(int s) throws IOException {
            for (int a = fst.firstArc(s); a < fst.endArc(s); a++) {
                String arc = s + "\t" + fst.target(a) + "\t" + label(fst.inputLabel(a), fst.inputSymbols());
                String written = form == Form.ACCEPTOR ? "" : "\t" + label(fst.outputLabel(a), fst.outputSymbols());
                line(arc + written, fst.weight(a));
            }
            if (fst.isFinal(s) || fst.firstArc(s) == fst.endArc(s)) {
                line(Integer.toString(s), fst.finalWeight(s));
            }
        }

        private static String label(int label, Optional<SymbolTable> table) {
            return table.isPresent() ? word(table.get().require(label)) : Integer.toString(label);
        }

        private void line(String text, float weight) throws IOException {
            out.append(text);
            if (weight != VectorFst.ONE) {
                String number = Float.toString(weight);
                out.append('\t').append(number.endsWith(".0") ? number.substring(0, number.length() - 2) : number);
            }
            out.append('\n');
        }
    }
}
