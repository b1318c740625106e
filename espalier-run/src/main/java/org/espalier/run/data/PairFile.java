package org.espalier.run.data;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.SourceException;
import org.espalier.fst.language.DataSymbols;

/**
 * A file of pairs, one per line. Blank lines are skipped. A bad line is reported and skipped, so that one mistake in
 * a million lines does not stop the work; only a file whose first line is not text is refused.
 *
 * @param name the name of the file in messages
 * @param pairs the good lines, in order
 * @param badLines one message per bad line, in order
 * @param remarks the changes that reading made to the text
 */
public record PairFile(String name, List<Pair> pairs, List<SourceException> badLines, TextCleanup remarks) {
    public PairFile {
        pairs = List.copyOf(pairs);
        badLines = List.copyOf(badLines);
    }

    /** Creates a file from pairs that were read before. */
    public PairFile(String name, List<Pair> pairs) {
        this(name, pairs, List.of(), TextCleanup.NONE);
    }

    /** Reads a file, or standard input for {@code -}. */
    public static PairFile read(String file, Reading reading, InputStream standardInput) {
        boolean standard = file.equals("-");
        String name = standard ? "standard input" : file;
        try (LineReader lines =
                standard ? new LineReader(name, LineReader.utf8(standardInput)) : LineReader.open(Path.of(file))) {
            return read(name, lines, reading, Integer.MAX_VALUE);
        }
    }

    /** Reads lines of a file. */
    public static PairFile read(String name, LineReader lines, Reading reading) {
        return read(name, lines, reading, Integer.MAX_VALUE);
    }

    /** Reads a file up to this many good lines. */
    public static PairFile readFirst(int count, String file, Reading reading) {
        try (LineReader lines = LineReader.open(Path.of(file))) {
            return read(file, lines, reading, count);
        }
    }

    /** Creates a single pair without a file. */
    public static PairFile of(List<String> x, List<String> y) {
        return new PairFile("the pair", List.of(new Pair(x, y, 0)));
    }

    private static PairFile read(String name, LineReader lines, Reading reading, int maxPairs) {
        List<Pair> pairs = new ArrayList<>();
        List<SourceException> bad = new ArrayList<>();
        SymbolInterner symbols = new SymbolInterner();
        int normalized = 0;
        int blank = 0;
        boolean isXml = false;
        while (pairs.size() < maxPairs) {
            try {
                if (!lines.next()) {
                    break;
                }
                if (reading.format() == FileFormat.NEWS && lines.number() == blank + 1 && NewsXml.isXml(lines.text())) {
                    isXml = true;
                    break;
                }
                if (reading.format().isBlank(lines.text())) {
                    blank++;
                } else {
                    Optional<PairFields> fields = reading.fields(lines, true);
                    fields.ifPresent(found -> pairs.add(pair(lines, found, reading, symbols)));
                    normalized += fields.isPresent() && reading.changes(lines) ? 1 : 0;
                }
            } catch (SourceException e) {
                if (lines.number() == 1 && !lines.isText()) {
                    throw e;
                }
                bad.add(e);
            }
        }
        if (isXml) {
            return news(name, NewsXml.read(name, lines), reading, maxPairs);
        }
        return new PairFile(
                name, pairs, bad, new TextCleanup(normalized, reading.input().normalization(), blank));
    }

    private static Pair pair(LineReader lines, PairFields fields, Reading reading, SymbolInterner symbols) {
        return new Pair(
                reading.input(lines, fields, symbols),
                reading.output(lines, fields.outputs().get(0), symbols),
                fields.count().map(count -> weight(lines, count)).orElse(1.0),
                fields.units(),
                fields.id().map(LineReader.Field::text).orElse(""),
                lines.number());
    }

    private static PairFile news(String name, List<NewsXml.Entry> entries, Reading reading, int maxPairs) {
        List<Pair> pairs = new ArrayList<>();
        List<SourceException> bad = new ArrayList<>();
        for (NewsXml.Entry entry : entries) {
            List<String> source = reading.inputSymbols(entry.source());
            for (NewsXml.Target target : entry.targets()) {
                if (source.isEmpty() || target.text().isEmpty()) {
                    bad.add(new SourceException(
                            name,
                            target.line(),
                            0,
                            "found a name without text, expected one; add it, or remove the entry"));
                } else if (pairs.size() < maxPairs) {
                    pairs.add(new Pair(source, reading.outputSymbols(target.text()), 1, entry.id(), target.line()));
                }
            }
        }
        return new PairFile(name, pairs, bad, TextCleanup.NONE);
    }

    private static double weight(LineReader lines, LineReader.Field count) {
        if (FileFormat.isDecimal(count.text().strip())) {
            double weight = Double.parseDouble(count.text().strip());
            if (weight > 0 && Double.isFinite(weight)) {
                return weight;
            }
        }
        throw lines.error(
                count.offset(),
                "the count is " + EspalierException.quote(count.text())
                        + ", expected a number above 0; mend it, or read the column as - to ignore it");
    }

    /** Returns the text of a file with these pairs. */
    public static String text(List<Pair> pairs, Reading reading) {
        return pairs.stream()
                .map(pair -> reading.format().line(pair, reading) + "\n")
                .collect(Collectors.joining());
    }

    /**
     * Returns the pairs.
     *
     * @throws EspalierException if there are none
     */
    public List<Pair> required() {
        if (pairs.isEmpty()) {
            throw new EspalierException(name + " has no pairs; a pair is a line x<TAB>y");
        }
        return pairs;
    }

    /** Returns the place of a line, as messages name it. */
    public String place(int line) {
        return line > 0 ? name + ":" + line : name;
    }

    /** Reports the changes that reading made to the text, and the bad lines. */
    public void warn(Consumer<String> warnings) {
        remarks.warn(name, warnings);
        LineProblem.warn(name, badLines.stream().map(LineProblem::of).toList(), warnings);
    }

    /** Reports the number of bad lines, if there are any, for commands that continue with the good ones. */
    public void warnSkipped(Consumer<String> warnings) {
        if (!badLines.isEmpty()) {
            warnings.accept(LineProblem.skipped(name, badLines.size(), pairs.size()));
        }
    }

    /**
     * Refuses pairs with symbols that a machine does not know.
     *
     * @throws EspalierException if there is one; the message names the first such pair, and the nearest known symbol
     */
    public void requireKnown(Mfst machine) {
        for (Pair pair : pairs) {
            UnknownSymbols.problem(pair.x(), machine.input(), "reads")
                    .or(() -> UnknownSymbols.problem(pair.y(), machine.output(), "writes"))
                    .ifPresent(reason -> {
                        throw new EspalierException(place(pair.line()) + ": " + reason);
                    });
        }
    }

    /** Returns the distinct inputs, in order of first occurrence, each with all its outputs in the file. */
    public List<InputFile.Input> inputs() {
        Map<List<String>, InputFile.Input> inputs = new LinkedHashMap<>();
        for (Pair pair : pairs) {
            inputs.merge(
                    pair.x(),
                    new InputFile.Input(pair.x(), List.of(pair.y()), pair.id(), pair.line()),
                    (first, other) -> first.with(other.outputs()));
        }
        return List.copyOf(inputs.values());
    }

    /** Returns the weight of each distinct input: the sum of the weights of its pairs. */
    public Map<List<String>, Double> inputWeights() {
        return pairs.stream().collect(Collectors.groupingBy(Pair::x, Collectors.summingDouble(Pair::weight)));
    }

    /**
     * Returns the symbols of all pairs, in order of first occurrence.
     *
     * @param reading how the pairs were read, which says which symbols are tags
     */
    public DataSymbols symbols(Reading reading) {
        Set<String> input = new LinkedHashSet<>();
        Set<String> output = new LinkedHashSet<>();
        for (Pair pair : pairs) {
            input.addAll(pair.x());
            output.addAll(pair.y());
        }
        return new DataSymbols(
                List.copyOf(input),
                List.copyOf(output),
                input.stream().filter(reading::isTag).toList());
    }
}
