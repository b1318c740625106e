package org.espalier.app.data;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.espalier.fst.io.Lines;
import org.espalier.fst.io.SourceException;
import org.espalier.fst.language.DataSymbols;

/**
 * A file of pairs: {@code x<TAB>y} a line, blank lines left out. A bad line is reported and passed over, so that one
 * slip in a million lines does not stop the work.
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
        while (lines.next()) {
            if (lines.text().isBlank() && lines.text().indexOf('\t') < 0) {
                continue;
            }
            List<Lines.Field> fields = lines.fields('\t', 3);
            if (fields.size() == 2) {
                pairs.accept(new Pair(
                        tokens.split(fields.get(0).text()),
                        tokens.split(fields.get(1).text()),
                        lines.number()));
            } else {
                badLines.accept(
                        lines.error(
                                fields.size() == 1
                                        ? "found one column, expected x<TAB>y; separate input and output by a tab"
                                        : "found more than two columns, expected x<TAB>y; keep two, for example with cut -f1,2"));
            }
        }
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
