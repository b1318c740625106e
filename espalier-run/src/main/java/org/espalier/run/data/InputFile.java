package org.espalier.run.data;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.SourceException;

/**
 * A file of inputs, each optionally with outputs: lines {@code x} or {@code x<TAB>y1<TAB>y2…}, or those of a file of pairs. Blank
 * lines are skipped. A bad line is reported and skipped.
 *
 * @param name the name of the file in messages
 * @param inputs the good lines, in order
 * @param badLines one message per bad line, in order
 * @param remarks the changes that reading made to the text
 */
public record InputFile(String name, List<Input> inputs, List<SourceException> badLines, TextCleanup remarks) {
    /**
     * An input with its outputs.
     *
     * @param x the symbols of the input
     * @param outputs the symbols of each output, from the other columns
     * @param id its name in the file, or the empty string
     * @param line the line of the file, or 0
     */
    public record Input(List<String> x, List<List<String>> outputs, String id, int line) {
        /** Creates an input without a name. */
        public Input(List<String> x, List<List<String>> outputs, int line) {
            this(x, outputs, "", line);
        }

        /** Returns this input with more outputs. */
        Input with(List<List<String>> more) {
            List<List<String>> all = new ArrayList<>(outputs);
            all.addAll(more);
            return new Input(x, List.copyOf(all), id, line);
        }
    }

    public InputFile {
        inputs = List.copyOf(inputs);
        badLines = List.copyOf(badLines);
    }

    /** Reads a file, or standard input for {@code -}. */
    public static InputFile read(String file, Reading reading, InputStream standardInput) {
        boolean standard = file.equals("-");
        String name = standard ? "standard input" : file;
        try (LineReader lines =
                standard ? new LineReader(name, LineReader.utf8(standardInput)) : LineReader.open(Path.of(file))) {
            return read(name, lines, reading);
        }
    }

    /** Reads lines of a file. */
    public static InputFile read(String name, LineReader lines, Reading reading) {
        List<Input> inputs = new ArrayList<>();
        List<SourceException> bad = new ArrayList<>();
        SymbolInterner symbols = new SymbolInterner();
        int normalized = 0;
        int blank = 0;
        while (next(lines, bad)) {
            if (lines.text().isBlank()) {
                blank++;
            } else if (reading.format() == FileFormat.NEWS
                    && lines.number() == blank + 1
                    && NewsXml.isXml(lines.text())) {
                return news(name, NewsXml.read(name, lines), reading);
            } else {
                try {
                    Optional<PairFields> fields = reading.fields(lines, false);
                    fields.ifPresent(found -> inputs.add(input(lines, found, reading, symbols)));
                    normalized += fields.isPresent() && reading.changes(lines) ? 1 : 0;
                } catch (SourceException e) {
                    bad.add(e);
                }
            }
        }
        return new InputFile(
                name, inputs, bad, new TextCleanup(normalized, reading.input().normalization(), blank));
    }

    private static InputFile news(String name, List<NewsXml.Entry> entries, Reading reading) {
        List<Input> inputs = entries.stream()
                .map(entry -> new Input(
                        reading.inputSymbols(entry.source()),
                        entry.targets().stream()
                                .map(target -> reading.outputSymbols(target.text()))
                                .toList(),
                        entry.id(),
                        entry.line()))
                .toList();
        return new InputFile(name, inputs, List.of(), TextCleanup.NONE);
    }

    /** Creates a single input without a file. */
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

    private static Input input(LineReader lines, PairFields fields, Reading reading, SymbolInterner symbols) {
        return new Input(
                reading.input(lines, fields, symbols),
                fields.outputs().stream()
                        .map(output -> reading.output(lines, output, symbols))
                        .toList(),
                fields.id().map(LineReader.Field::text).orElse(""),
                lines.number());
    }

    /** Merges neighbouring lines with the same input into one input with all their outputs. */
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

    /** Returns the place of an input, as messages name it. */
    public String place(Input input) {
        return input.line > 0 ? name + ":" + input.line : name;
    }

    /**
     * Returns the inputs whose symbols are all known, or all inputs if unknown symbols are copied.
     *
     * @param warnings receives the problems of other lines, with the known symbol nearest to an unknown one
     * @throws EspalierException if there is no such input, or if the policy refuses an input with unknown symbols
     */
    public List<Input> known(Alphabet symbols, UnknownSymbolPolicy policy, Consumer<String> warnings) {
        remarks.warn(name, warnings);
        List<LineProblem> problems = new ArrayList<>();
        badLines.forEach(bad -> problems.add(LineProblem.of(bad)));
        List<Input> known = new ArrayList<>();
        for (Input input : inputs) {
            Optional<String> reason = UnknownSymbols.problem(input.x, symbols, "reads");
            if (reason.isPresent() && policy == UnknownSymbolPolicy.FAIL) {
                throw new EspalierException(place(input) + ": " + reason.get());
            }
            if (policy == UnknownSymbolPolicy.COPY || reason.isEmpty()) {
                known.add(input);
            }
            reason.map(why -> policy == UnknownSymbolPolicy.COPY ? why + "; it is copied" : why)
                    .ifPresent(why -> problems.add(new LineProblem(input.line, place(input), why)));
        }
        LineProblem.warn(name, problems, warnings);
        int lines = inputs.size() + badLines.size();
        if (known.isEmpty()) {
            throw new EspalierException(
                    lines == 0 ? name + " has no inputs; an input is a line" : LineProblem.noLine(name, lines));
        }
        if (known.size() < lines) {
            warnings.accept(LineProblem.skipped(name, lines - known.size(), known.size()));
        }
        return known;
    }

    /**
     * Refuses inputs and outputs with symbols that a machine does not know.
     *
     * @throws EspalierException if there is one; the message names the first such line, and the nearest known symbol
     */
    public void requireKnown(Mfst machine) {
        for (Input input : inputs) {
            UnknownSymbols.problem(input.x, machine.input(), "reads")
                    .or(() -> input.outputs.stream()
                            .flatMap(output -> UnknownSymbols.problem(output, machine.output(), "writes").stream())
                            .findFirst())
                    .ifPresent(reason -> {
                        throw new EspalierException(place(input) + ": " + reason);
                    });
        }
    }
}
