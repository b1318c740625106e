package org.espalier.run.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;

/** How the text of strings becomes symbols. */
public record Tokenizer(TokenUnit tokens, Normalization normalization) {
    /** With the normalization that is usual. */
    public static Tokenizer of(TokenUnit tokens) {
        return new Tokenizer(tokens, Normalization.NFC);
    }

    public List<String> split(String text) {
        return tokens.split(normalization.of(text));
    }

    /**
     * The same, of symbols that a machine can have.
     *
     * @throws EspalierException if one is none
     */
    public List<String> symbols(String text) {
        List<String> symbols = split(text);
        symbols.forEach(Alphabet::requireSymbol);
        return symbols;
    }

    boolean changes(LineReader lines) {
        return !normalization.of(lines.text()).equals(lines.text());
    }

    /** The strings of the fields of a line; where one is none, the error names its place. */
    List<List<String>> strings(LineReader lines, List<LineReader.Field> fields, SymbolInterner shared) {
        List<List<String>> strings = new ArrayList<>();
        for (LineReader.Field field : fields) {
            requireText(lines, field);
            try {
                strings.add(shared.of(split(field.text())));
            } catch (EspalierException e) {
                throw lines.error(field.offset(), String.valueOf(e.getMessage()));
            }
        }
        return List.copyOf(strings);
    }

    /** Refuses what no text has in it, such as the NUL bytes of a file that is something else. */
    private static void requireText(LineReader lines, LineReader.Field field) {
        for (int i = 0; i < field.text().length(); i++) {
            char c = field.text().charAt(i);
            if (Character.isISOControl(c) && !Character.isWhitespace(c)) {
                throw lines.error(
                        field.offset() + i,
                        String.format(
                                Locale.ROOT, "found the control character U+%04X, expected text; remove it", (int) c));
            }
        }
    }
}
