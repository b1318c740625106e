package org.espalier.run.data;

import java.io.InputStream;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.NearestWord;
import org.espalier.fst.base.SourceException;

/**
 * A file of inputs, each perhaps with outputs to choose from: {@code x} or {@code x<TAB>y1<TAB>y2…} a line, blank lines left
 * out. A bad line is reported and passed over.
 *
 * @param name what errors call the file
 * @param inputs the good lines, in order
 * @param badLines one message for each bad line, in order
 * @param remarks what was done to its text
 */
public record InputFile(String name, List<Input> inputs, List<SourceException> badLines, TextCleanup remarks) {
    private static final Pattern DIACRITICS = Pattern.compile("\\p{M}+");

    /**
     * An input.
     *
     * @param outputs the other columns
     * @param line the line of the file it came from, or 0
     */
    public record Input(List<String> x, List<List<String>> outputs, int line) {
        Input with(List<List<String>> more) {
            List<List<String>> all = new ArrayList<>(outputs);
            all.addAll(more);
            return new Input(x, List.copyOf(all), line);
        }
    }

    public InputFile {
        inputs = List.copyOf(inputs);
        badLines = List.copyOf(badLines);
    }

    /** Reads a file, or standard input for {@code -}. */
    public static InputFile read(String file, Tokenizer reading, InputStream standardInput) {
        boolean standard = file.equals("-");
        String name = standard ? "standard input" : file;
        try (LineReader lines =
                standard ? new LineReader(name, LineReader.utf8(standardInput)) : LineReader.open(Path.of(file))) {
            return read(name, lines, reading);
        }
    }

    /** Reads lines of a file. */
    public static InputFile read(String name, LineReader lines, Tokenizer reading) {
        List<Input> inputs = new ArrayList<>();
        List<SourceException> bad = new ArrayList<>();
        SymbolInterner symbols = new SymbolInterner();
        int normalized = 0;
        int blank = 0;
        while (next(lines, bad)) {
            if (lines.text().isBlank()) {
                blank++;
            } else {
                try {
                    inputs.add(input(lines, reading, symbols));
                } catch (SourceException e) {
                    bad.add(e);
                }
                normalized += reading.changes(lines) ? 1 : 0;
            }
        }
        return new InputFile(name, inputs, bad, new TextCleanup(normalized, blank));
    }

    /** One input that stands in no file. */
    public static InputFile of(List<String> x) {
        return new InputFile("the input", List.of(new Input(x, List.of(), 0)), List.of(), TextCleanup.NONE);
    }

    private static boolean next(LineReader lines, List<SourceException> bad) {
        while (true) {
            try {
                return lines.next();
            } catch (SourceException e) {
                if (lines.number() == 1 && !lines.isText()) {
                    throw e;
                }
                bad.add(e);
            }
        }
    }

    private static Input input(LineReader lines, Tokenizer reading, SymbolInterner symbols) {
        List<List<String>> columns = reading.strings(lines, lines.fields('\t', Integer.MAX_VALUE), symbols);
        return new Input(columns.get(0), columns.subList(1, columns.size()), lines.number());
    }

    /** With the outputs of neighbouring lines of the same input together, as if they stood in one. */
    public InputFile grouped() {
        List<Input> groups = new ArrayList<>();
        for (Input input : inputs) {
            int last = groups.size() - 1;
            if (last >= 0 && groups.get(last).x.equals(input.x)) {
                groups.set(last, groups.get(last).with(input.outputs));
            } else {
                groups.add(input);
            }
        }
        return new InputFile(name, groups, badLines, remarks);
    }

    /** The place of an input, as errors name it. */
    public String place(Input input) {
        return input.line > 0 ? name + ":" + input.line : name;
    }

    /**
     * The inputs of known symbols, or all if others are copied.
     *
     * @param warnings told of the other lines, and of the known symbol nearest to an unknown one
     * @throws EspalierException if there is no such input, or one of unknown symbols must not be
     */
    public List<Input> known(Alphabet symbols, UnknownSymbolPolicy rule, Consumer<String> warnings) {
        remarks.tell(name, warnings);
        List<LineProblem> problems = new ArrayList<>();
        badLines.forEach(bad -> problems.add(LineProblem.of(bad)));
        List<Input> known = new ArrayList<>();
        for (Input input : inputs) {
            Optional<String> reason = unknown(input.x, symbols, "reads");
            if (reason.isPresent() && rule == UnknownSymbolPolicy.FAIL) {
                throw new EspalierException(place(input) + ": " + reason.get());
            }
            if (rule == UnknownSymbolPolicy.COPY || reason.isEmpty()) {
                known.add(input);
            }
            reason.map(why -> rule == UnknownSymbolPolicy.COPY ? why + "; it is copied" : why)
                    .ifPresent(why -> problems.add(new LineProblem(input.line, place(input), why)));
        }
        LineProblem.tell(name, problems, warnings);
        int lines = inputs.size() + badLines.size();
        if (known.isEmpty()) {
            throw new EspalierException(
                    lines == 0 ? name + " has no inputs; an input is a line" : LineProblem.noLine(name, lines));
        }
        if (known.size() < lines) {
            warnings.accept(LineProblem.leftOut(name, lines - known.size(), known.size()));
        }
        return known;
    }

    /**
     * Refuses inputs and outputs of symbols that a machine does not know.
     *
     * @throws EspalierException that names the first line with one, and the known symbol nearest to it
     */
    public void requireKnown(Mfst machine) {
        for (Input input : inputs) {
            unknown(input.x, machine.input(), "reads")
                    .or(() -> input.outputs.stream()
                            .flatMap(output -> unknown(output, machine.output(), "writes").stream())
                            .findFirst())
                    .ifPresent(reason -> {
                        throw new EspalierException(place(input) + ": " + reason);
                    });
        }
    }

    /**
     * What is wrong with a string that has a symbol the machine does not know, if it has one.
     *
     * @param verb what the machine does with these symbols: reads, or writes
     */
    public static Optional<String> unknown(List<String> string, Alphabet symbols, String verb) {
        return string.stream()
                .filter(symbol -> !symbols.contains(symbol))
                .findFirst()
                .map(symbol -> "the machine " + verb + " no " + EspalierException.quote(symbol)
                        + nearest(List.of(symbol), symbols).orElse(""));
    }

    /** What is said of the symbol nearest to the first of these that has one. */
    static Optional<String> nearest(List<String> unknown, Alphabet symbols) {
        return unknown.stream()
                .flatMap(symbol -> nearest(symbol, symbols).stream())
                .findFirst()
                .map(near -> "; the nearest symbol is " + EspalierException.quote(near));
    }

    /** The nearest symbol by spelling, or one that differs only in its diacritics. */
    private static Optional<String> nearest(String symbol, Alphabet symbols) {
        String plain = plain(symbol);
        return NearestWord.to(symbol, symbols.symbols().stream())
                .or(() -> symbols.symbols().stream()
                        .filter(each -> plain(each).equalsIgnoreCase(plain))
                        .findFirst());
    }

    private static String plain(String symbol) {
        return DIACRITICS
                .matcher(Normalizer.normalize(symbol, Normalizer.Form.NFD))
                .replaceAll("");
    }
}
