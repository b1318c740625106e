package org.espalier.run.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;

/**
 * Splits text into symbols.
 *
 * @param tokens the unit of symbols
 * @param normalization the normalization that is applied before
 */
public record Tokenizer(TokenUnit tokens, Normalization normalization) {
    /** Returns a tokenizer with the default normalization, NFC. */
    public static Tokenizer of(TokenUnit tokens) {
        return new Tokenizer(tokens, Normalization.NFC);
    }

    /** Normalizes text and splits it into symbols. */
    public List<String> split(String text) {
        return tokens.split(normalization.of(text));
    }

    /**
     * Normalizes text and splits it into symbols that are valid in a machine.
     *
     * @throws EspalierException if a symbol is not valid
     */
    public List<String> symbols(String text) {
        List<String> symbols = split(text);
        symbols.forEach(Alphabet::requireSymbol);
        return symbols;
    }

    /** Returns whether normalization changes the current line. */
    boolean changes(LineReader lines) {
        return !normalization.of(lines.text()).equals(lines.text());
    }

    /** Splits each field of a line into symbols. An error names the place of the bad field. */
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

    /** Refuses control characters, such as the NUL bytes of a binary file. */
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
