package org.espalier.run.data;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.SourceException;
import org.espalier.fst.language.DataSymbols;

/**
 * A file of pairs: {@code x<TAB>y} a line, blank lines left out. A bad line is reported and passed over, so that one
 * slip in a million lines does not stop the work; only a file whose first line is no text at all is refused.
 *
 * @param name what errors call the file
 * @param pairs the good lines, in order
 * @param badLines one message for each bad line, in order
 * @param remarks what was done to its text
 */
public record PairFile(String name, List<Pair> pairs, List<SourceException> badLines, TextCleanup remarks) {
    public PairFile {
        pairs = List.copyOf(pairs);
        badLines = List.copyOf(badLines);
    }

    /** Pairs that were read before. */
    public PairFile(String name, List<Pair> pairs) {
        this(name, pairs, List.of(), TextCleanup.NONE);
    }

    /** Reads a file, or standard input for {@code -}. */
    public static PairFile read(String file, Tokenizer reading, InputStream standardInput) {
        boolean standard = file.equals("-");
        String name = standard ? "standard input" : file;
        try (LineReader lines =
                standard ? new LineReader(name, LineReader.utf8(standardInput)) : LineReader.open(Path.of(file))) {
            return read(name, lines, reading, Integer.MAX_VALUE);
        }
    }

    /** Reads lines of a file. */
    public static PairFile read(String name, LineReader lines, Tokenizer reading) {
        return read(name, lines, reading, Integer.MAX_VALUE);
    }

    /** Reads a file up to so many good lines. */
    public static PairFile readFirst(int count, String file, Tokenizer reading) {
        try (LineReader lines = LineReader.open(Path.of(file))) {
            return read(file, lines, reading, count);
        }
    }

    /** One pair that stands in no file. */
    public static PairFile of(List<String> x, List<String> y) {
        return new PairFile("the pair", List.of(new Pair(x, y, 0)));
    }

    private static PairFile read(String name, LineReader lines, Tokenizer reading, int most) {
        List<Pair> pairs = new ArrayList<>();
        List<SourceException> bad = new ArrayList<>();
        SymbolInterner symbols = new SymbolInterner();
        int normalized = 0;
        int blank = 0;
        while (pairs.size() < most) {
            try {
                if (!lines.next()) {
                    break;
                }
                if (lines.text().isBlank() && lines.text().indexOf('\t') < 0) {
                    blank++;
                } else {
                    pairs.add(pair(lines, reading, symbols));
                    normalized += reading.changes(lines) ? 1 : 0;
                }
            } catch (SourceException e) {
                if (lines.number() == 1 && !lines.isText()) {
                    throw e;
                }
                bad.add(e);
            }
        }
        return new PairFile(name, pairs, bad, new TextCleanup(normalized, blank));
    }

    private static Pair pair(LineReader lines, Tokenizer reading, SymbolInterner symbols) {
        List<LineReader.Field> fields = lines.fields('\t', 3);
        return switch (fields.size()) {
            case 1 -> throw lines.error("found one column, expected x<TAB>y; separate input and output by a tab");
            case 2 -> {
                List<List<String>> strings = reading.strings(lines, fields, symbols);
                yield new Pair(strings.get(0), strings.get(1), lines.number());
            }
            default ->
                throw lines.error(
                        "found more than two columns, expected x<TAB>y; keep two, for example with cut -f1,2");
        };
    }

    /** The lines of a file of these pairs. */
    public static String text(List<Pair> pairs, TokenUnit tokens) {
        return pairs.stream()
                .map(pair -> tokens.join(pair.x()) + "\t" + tokens.join(pair.y()) + "\n")
                .collect(Collectors.joining());
    }

    /** A line of the file, as errors name it. */
    public String place(int line) {
        return line > 0 ? name + ":" + line : name;
    }

    /** Says what was done to the text of the file, and which of its lines are bad. */
    public void tell(Consumer<String> warnings) {
        remarks.tell(name, warnings);
        LineProblem.tell(name, badLines.stream().map(LineProblem::of).toList(), warnings);
    }

    /** Says how many bad lines are left out, if any are: for commands that go on with the good ones. */
    public void tellLeftOut(Consumer<String> warnings) {
        if (!badLines.isEmpty()) {
            warnings.accept(LineProblem.leftOut(name, badLines.size(), pairs.size()));
        }
    }

    /**
     * Refuses pairs of symbols that a machine does not know.
     *
     * @throws EspalierException that names the first such pair, and the known symbol nearest to the unknown one
     */
    public void requireKnown(Mfst machine) {
        for (Pair pair : pairs) {
            InputFile.unknown(pair.x(), machine.input(), "reads")
                    .or(() -> InputFile.unknown(pair.y(), machine.output(), "writes"))
                    .ifPresent(reason -> {
                        throw new EspalierException(place(pair.line()) + ": " + reason);
                    });
        }
    }

    /** The inputs, each once, where it comes first, with all outputs that lines of the file have for it. */
    public List<InputFile.Input> inputs() {
        Map<List<String>, InputFile.Input> inputs = new LinkedHashMap<>();
        for (Pair pair : pairs) {
            inputs.merge(
                    pair.x(),
                    new InputFile.Input(pair.x(), List.of(pair.y()), pair.line()),
                    (first, other) -> first.with(other.outputs()));
        }
        return List.copyOf(inputs.values());
    }

    /** The symbols of all pairs, in the order in which they come. */
    public DataSymbols symbols() {
        Set<String> input = new LinkedHashSet<>();
        Set<String> output = new LinkedHashSet<>();
        for (Pair pair : pairs) {
            input.addAll(pair.x());
            output.addAll(pair.y());
        }
        return new DataSymbols(List.copyOf(input), List.copyOf(output));
    }
}
