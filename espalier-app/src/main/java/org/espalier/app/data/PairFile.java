package org.espalier.app.data;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.espalier.fst.Alphabet;
import org.espalier.fst.EspalierException;
import org.espalier.fst.io.Lines;
import org.espalier.fst.io.SourceException;
import org.espalier.fst.language.DataSymbols;

/**
 * A file of pairs: {@code x<TAB>y} a line, blank lines left out. A bad line is reported and passed over, so that one
 * slip in a million lines does not stop the work; only a file whose first line is no text at all is refused.
 *
 * @param name what errors call the file
 * @param pairs the good lines, in order
 * @param badLines one message for each bad line, in order
 */
public record PairFile(String name, List<Pair> pairs, List<SourceException> badLines) {
    public PairFile {
        pairs = List.copyOf(pairs);
        badLines = List.copyOf(badLines);
    }

    /** Reads a file, or standard input for {@code -}. */
    public static PairFile read(String file, Tokens tokens, InputStream standardInput) {
        boolean standard = file.equals("-");
        String name = standard ? "standard input" : file;
        try (Lines lines = standard ? new Lines(name, Lines.utf8(standardInput)) : Lines.open(Path.of(file))) {
            List<Pair> pairs = new ArrayList<>();
            List<SourceException> bad = new ArrayList<>();
            read(lines, tokens, pairs::add, bad::add);
            return new PairFile(name, pairs, bad);
        }
    }

    /** One pair that stands in no file. */
    public static PairFile of(List<String> x, List<String> y) {
        return new PairFile("the pair", List.of(new Pair(x, y, 0)), List.of());
    }

    private static void read(Lines lines, Tokens tokens, Consumer<Pair> pairs, Consumer<SourceException> badLines) {
        while (true) {
            try {
                if (!lines.next()) {
                    return;
                }
                if (!lines.text().isBlank() || lines.text().indexOf('\t') >= 0) {
                    pairs.accept(pair(lines, tokens));
                }
            } catch (SourceException bad) {
                if (lines.number() == 1 && !lines.isText()) {
                    throw bad;
                }
                badLines.accept(bad);
            }
        }
    }

    private static Pair pair(Lines lines, Tokens tokens) {
        List<Lines.Field> fields = lines.fields('\t', 3);
        return switch (fields.size()) {
            case 1 -> throw lines.error("found one column, expected x<TAB>y; separate input and output by a tab");
            case 2 ->
                new Pair(symbols(lines, fields.get(0), tokens), symbols(lines, fields.get(1), tokens), lines.number());
            default ->
                throw lines.error(
                        "found more than two columns, expected x<TAB>y; keep two, for example with cut -f1,2");
        };
    }

    static List<String> symbols(Lines lines, Lines.Field field, Tokens tokens) {
        List<String> symbols = tokens.split(field.text());
        try {
            symbols.forEach(Alphabet::requireSymbol);
        } catch (EspalierException e) {
            throw lines.error(field.offset(), String.valueOf(e.getMessage()));
        }
        return symbols;
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
