package org.espalier.run.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;

/**
 * How the lines of a file become pairs.
 *
 * @param format the notation of a line
 * @param columns what its columns hold
 * @param input how inputs are split into symbols
 * @param output how outputs are split into symbols
 */
public record Reading(FileFormat format, Columns columns, Tokenizer input, Tokenizer output) {
    /** A tag as a symbol. No letter is written like this, so tags and letters cannot be confused. */
    private static final Pattern TAG = Pattern.compile("<([^<>\\s]+)>");

    private static final String TAG_SEPARATOR = ";";

    /** Returns the reading of lines {@code x<TAB>y} whose inputs and outputs are split alike. */
    public static Reading of(Tokenizer both) {
        return new Reading(FileFormat.TSV, Columns.DEFAULT, both, both);
    }

    /** Returns the reading of lines {@code x<TAB>y} whose inputs and outputs are split alike, with the default normalization. */
    public static Reading of(TokenUnit both) {
        return of(Tokenizer.of(both));
    }

    /** Returns the same reading with another normalization. */
    public Reading with(Normalization normalization) {
        return new Reading(format, columns, input.with(normalization), output.with(normalization));
    }

    /** Returns whether lines are {@code x<TAB>y}. */
    public boolean isPlain() {
        return columns.equals(Columns.DEFAULT) && (format == FileFormat.TSV || format == FileFormat.WIKIPRON);
    }

    /** Returns whether inputs begin with tags. */
    public boolean hasTags() {
        return columns.has(Columns.Role.TAGS);
    }

    /** Returns whether a symbol of an input is a tag. The symbol of a space, which looks like one, is a letter. */
    public boolean isTag(String symbol) {
        return hasTags() && TAG.matcher(symbol).matches() && !symbol.equals(TokenUnit.SPACE);
    }

    /** Returns whether a text begins with a tag. */
    static boolean beginsWithTag(String text) {
        return TAG.matcher(text).lookingAt();
    }

    /** Splits the text of an input into symbols. Where inputs have tags, each is written {@code <tag>}, before the rest. */
    public List<String> inputSymbols(String text) {
        if (!hasTags()) {
            return input.symbols(text);
        }
        List<String> symbols = new ArrayList<>();
        Matcher tag = TAG.matcher(text);
        int at = 0;
        while (tag.find(at) && text.substring(at, tag.start()).isBlank()) {
            symbols.add(tag.group());
            at = tag.end();
        }
        symbols.addAll(input.symbols(text.substring(at).stripLeading()));
        symbols.forEach(Alphabet::requireSymbol);
        return List.copyOf(symbols);
    }

    /** Splits the text of an output into symbols. */
    public List<String> outputSymbols(String text) {
        return output.symbols(text);
    }

    /** Returns the text of an input, of which {@link #inputSymbols} makes the same symbols. */
    public String inputText(List<String> symbols) {
        return input.join(symbols);
    }

    /** Returns the numbers of symbols of a unit of an alignment, given its parts as a file has them. */
    Pair.Unit unit(List<String> read, List<String> written) {
        return new Pair.Unit(
                input.split(inputText(read)).size(),
                output.split(outputText(written)).size());
    }

    /** Returns the text of an output. */
    public String outputText(List<String> symbols) {
        return output.join(symbols);
    }

    /** Returns the symbols of an input that are not tags. */
    public List<String> letters(List<String> symbols) {
        return hasTags() ? symbols.stream().filter(symbol -> !isTag(symbol)).toList() : symbols;
    }

    /** Returns the tags of an input as a column holds them. */
    public String tags(List<String> symbols) {
        return String.join(
                TAG_SEPARATOR,
                symbols.stream()
                        .filter(this::isTag)
                        .map(symbol -> symbol.substring(1, symbol.length() - 1))
                        .toList());
    }

    /** Returns a line of a file that is read like this, with the columns of a pair that are known. */
    public String line(List<String> x, List<String> y, String id) {
        return format.line(new Pair(x, y, 1, id, 0), this);
    }

    /**
     * Returns the parts of the current line; nothing for a comment.
     *
     * @param needsOutput whether the line must have an output
     */
    Optional<PairFields> fields(LineReader lines, boolean needsOutput) {
        requireWholeLine(lines);
        return format.fields(lines, this, needsOutput);
    }

    /** Refuses a line with a carriage return: it is several lines of a file whose lines end in different ways. */
    static void requireWholeLine(LineReader lines) {
        int end = lines.text().indexOf('\r');
        if (end >= 0) {
            throw lines.error(
                    end, "found a carriage return inside the line; end all lines of the file alike, with LF or CRLF");
        }
    }

    /** Returns whether normalization changes a line. */
    boolean changes(LineReader lines) {
        String text = lines.text();
        return !input.normalization().of(text).equals(text);
    }

    /** Returns the symbols of an input in a line. */
    List<String> input(LineReader lines, PairFields fields, SymbolInterner shared) {
        List<String> symbols = new ArrayList<>();
        for (LineReader.Field tags : fields.tags().stream().toList()) {
            if (tags.text().isBlank()) {
                throw lines.error(
                        tags.offset(),
                        "found an empty column of tags, expected tags separated by ';'; write _ for no tags, or name"
                                + " other columns");
            }
            if (!tags.text().strip().equals(FileFormat.NO_TAGS)) {
                for (String tag : tags.text().strip().split(TAG_SEPARATOR, -1)) {
                    symbols.addAll(shared.of(List.of(tag(lines, tags, tag.strip()))));
                }
            }
        }
        symbols.addAll(
                hasTags() && fields.tags().isEmpty()
                        ? shared.of(inputSymbols(fields.x().text()))
                        : symbols(lines, fields.x(), input, shared));
        return List.copyOf(symbols);
    }

    private static String tag(LineReader lines, LineReader.Field field, String tag) {
        String symbol = "<" + tag + ">";
        if (!TAG.matcher(symbol).matches() || symbol.equals(Alphabet.EPSILON)) {
            throw lines.error(
                    field.offset(),
                    "the tag " + EspalierException.quote(tag)
                            + " cannot be a symbol; separate tags by ';', and write them without spaces, '<' and '>'");
        }
        return symbol;
    }

    /** Returns the symbols of an output in a line. */
    List<String> output(LineReader lines, LineReader.Field field, SymbolInterner shared) {
        return symbols(lines, field, output, shared);
    }

    private static List<String> symbols(
            LineReader lines, LineReader.Field field, Tokenizer tokenizer, SymbolInterner shared) {
        requireText(lines, field);
        try {
            return shared.of(tokenizer.split(field.text()));
        } catch (EspalierException e) {
            throw lines.error(field.offset(), String.valueOf(e.getMessage()));
        }
    }

    /** Refuses control characters, such as the NUL bytes of a binary file. */
    static void requireText(LineReader lines, LineReader.Field field) {
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
