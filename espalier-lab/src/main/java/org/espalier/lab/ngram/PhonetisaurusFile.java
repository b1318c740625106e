package org.espalier.lab.ngram;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.SourceException;
import org.espalier.run.alignment.AlignmentNotation;

/**
 * Reads alignments as {@code align --format phonetisaurus} writes them: one per line, with units separated by spaces. A unit is a
 * part of x, a closing brace and a part of y. A bar joins symbols; an underscore is the empty string.
 */
public final class PhonetisaurusFile {
    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9A-Fa-f]{4})");
    private static final Pattern BAR = Pattern.compile("\\|");

    private PhonetisaurusFile() {}

    /**
     * Reads all lines that are not blank.
     *
     * @throws SourceException if a word of a line is not a unit
     */
    public static List<List<JointUnit>> read(Path file) {
        List<List<JointUnit>> alignments = new ArrayList<>();
        try (LineReader lines = LineReader.open(file)) {
            while (lines.next()) {
                if (!lines.text().isBlank()) {
                    alignments.add(lines.words(Integer.MAX_VALUE).stream()
                            .map(word -> unit(lines, word))
                            .toList());
                }
            }
        }
        return alignments;
    }

    /**
     * Returns a part of x or of y as a unit is written.
     *
     * @throws EspalierException if a symbol is {@code <eps>}, which Phonetisaurus and OpenFst read as nothing
     */
    static String text(List<String> part) {
        if (part.contains(Alphabet.EPSILON)) {
            throw new EspalierException("found the symbol " + EspalierException.quote(Alphabet.EPSILON)
                    + ", which stands for the empty string in the files of Phonetisaurus; rename it in the data");
        }
        return AlignmentNotation.PHONETISAURUS.part(part);
    }

    private static JointUnit unit(LineReader lines, LineReader.Field word) {
        String text = word.text();
        int brace = text.indexOf('}');
        if (brace < 1 || brace != text.lastIndexOf('}') || brace == text.length() - 1) {
            throw lines.error(
                    word.offset(),
                    "expected a part of x, } and a part of y; write _ for nothing, and a brace itself as \\u007D");
        }
        return new JointUnit(part(text.substring(0, brace)), part(text.substring(brace + 1)));
    }

    private static List<String> part(String text) {
        return text.equals("_")
                ? List.of()
                : Arrays.stream(BAR.split(text))
                        .map(symbol -> ESCAPE.matcher(symbol)
                                .replaceAll(escape -> Matcher.quoteReplacement(
                                        Character.toString(Integer.parseInt(escape.group(1), 16)))))
                        .toList();
    }
}
