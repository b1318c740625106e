package org.espalier.app.data;

import java.util.ArrayList;
import java.util.List;
import org.espalier.fst.Alphabet;
import org.espalier.fst.EspalierException;
import org.espalier.fst.io.Lines;

/** How the text of strings becomes symbols. */
public record Reading(Tokens tokens, Normalization normalization) {
    /** With the normalization that is usual. */
    public static Reading of(Tokens tokens) {
        return new Reading(tokens, Normalization.NFC);
    }

    public List<String> split(String text) {
        return tokens.split(normalization.of(text));
    }

    boolean changes(Lines lines) {
        return !normalization.of(lines.text()).equals(lines.text());
    }

    /** The strings of the fields of a line; where one is none, the error names its place. */
    List<List<String>> strings(Lines lines, List<Lines.Field> fields) {
        List<List<String>> strings = new ArrayList<>();
        for (Lines.Field field : fields) {
            List<String> symbols = split(field.text());
            try {
                symbols.forEach(Alphabet::requireSymbol);
            } catch (EspalierException e) {
                throw lines.error(field.offset(), String.valueOf(e.getMessage()));
            }
            strings.add(symbols);
        }
        return List.copyOf(strings);
    }

    /** What is said of a file of which lines were changed. */
    static String note(String file, int changed) {
        return file + ": " + changed + (changed == 1 ? " line was" : " lines were")
                + " brought into Unicode's composed form (NFC); normalize=none reads text as it stands";
    }
}
