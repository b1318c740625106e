package org.espalier.run.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.SourceException;
import org.espalier.run.data.Columns.Role;

/**
 * What a file of pairs seems to be, judged by its first lines.
 *
 * @param reading how to read it
 * @param description what it is taken for, in words
 * @param units the unit of the symbols of each column, if lines have columns
 */
public record ReadingGuess(Reading reading, String description, List<TokenUnit> units) {
    private static final int LINES = 2000;

    /** The share of lines that must look alike. */
    private static final double MOST = 0.9;

    private static final Pattern ALIGNED_UNITS = Pattern.compile("(\\S+}\\S+)(\\s+\\S+}\\S+)*\\s*");
    private static final Pattern M2M_SIDES = Pattern.compile("[^\\t]*\\|\\t[^\\t]*\\|");
    private static final Pattern TAGS =
            Pattern.compile("[\\p{Lu}\\d][\\p{Alnum}.,+/(){}'-]*(;[\\p{Alnum}.,+/(){}'-]+)+");
    private static final Pattern CMU_VARIANT = Pattern.compile("\\S+\\(\\d+\\)\\s+\\S.*");
    private static final Pattern WORD_AND_PHONES = Pattern.compile("\\S+( +\\S+)+");
    private static final Pattern LATIN = Pattern.compile("[\\p{IsLatin}' .-]+");

    /** Looks at the first lines of a file. */
    public static ReadingGuess of(LineReader lines, Normalization normalization, CaseFolding folding) {
        List<String> texts = new ArrayList<>();
        boolean hasComments = false;
        while (texts.size() < LINES) {
            try {
                if (!lines.next()) {
                    break;
                }
            } catch (SourceException e) {
                if (lines.number() == 1 && !lines.isText()) {
                    throw e;
                }
                continue; // reported when the file is read, as are lines with a carriage return inside
            }
            String text = lines.text();
            if (text.startsWith(";;;")) {
                hasComments = true;
            } else if (!text.isBlank() && text.indexOf('\r') < 0) {
                texts.add(text);
            }
        }
        return new Sight(texts, hasComments, normalization, folding).guess();
    }

    /**
     * Returns how to read the file if its format or columns are given. What is not given is as guessed, or as usual for the format
     * if it is another one.
     */
    public Reading with(Optional<FileFormat> format, Optional<Columns> columns) {
        FileFormat chosen = format.orElse(columns.isPresent() ? FileFormat.TSV : reading.format());
        if (chosen == reading.format() && columns.isEmpty()) {
            return reading;
        }
        boolean isOfStrings = chosen == FileFormat.TSV || (chosen == FileFormat.WIKIPRON && columns.isPresent());
        Columns held = columns.orElse(isOfStrings ? reading.columns() : chosen.usualColumns());
        return new Reading(
                chosen,
                held,
                new Tokenizer(
                        isOfStrings ? unit(held, Role.X, reading.input().tokens()) : TokenUnit.CHARS,
                        reading.input().normalization(),
                        reading.input().folding()),
                new Tokenizer(
                        isOfStrings ? unit(held, Role.Y, reading.output().tokens()) : chosen.usualOutputs(),
                        reading.output().normalization(),
                        reading.output().folding()));
    }

    private TokenUnit unit(Columns columns, Role role, TokenUnit otherwise) {
        return columns.roles().size() == units.size()
                ? units.get(columns.roles().indexOf(role))
                : otherwise;
    }

    /** The lines that a guess is made from. */
    private record Sight(List<String> lines, boolean hasComments, Normalization normalization, CaseFolding folding) {
        ReadingGuess guess() {
            if (!lines.isEmpty() && NewsXml.isXml(lines.get(0))) {
                return guess(
                        reading(FileFormat.NEWS, Columns.DEFAULT, TokenUnit.CHARS, TokenUnit.CHARS),
                        "names and transliterations in the XML of the NEWS shared tasks");
            }
            if (most(ALIGNED_UNITS.asMatchPredicate())) {
                return guess(
                        reading(FileFormat.PHONETISAURUS, Columns.DEFAULT, TokenUnit.CHARS, TokenUnit.WORDS),
                        "an aligned corpus of Phonetisaurus");
            }
            if (most(M2M_SIDES.asMatchPredicate())) {
                return guess(
                        reading(FileFormat.M2M, Columns.DEFAULT, TokenUnit.CHARS, TokenUnit.WORDS),
                        "an aligned corpus of m2m-aligner");
            }
            long withTabs =
                    lines.stream().filter(text -> text.indexOf('\t') >= 0).count();
            return !lines.isEmpty() && withTabs * 2 >= lines.size() ? tabs() : spaces();
        }

        private Reading reading(FileFormat format, Columns columns, TokenUnit input, TokenUnit output) {
            return new Reading(
                    format,
                    columns,
                    new Tokenizer(input, normalization, folding),
                    new Tokenizer(output, normalization, folding));
        }

        private boolean most(Predicate<String> isLike) {
            return most(lines, isLike);
        }

        private static boolean most(List<String> texts, Predicate<String> isLike) {
            return !texts.isEmpty() && texts.stream().filter(isLike).count() >= MOST * texts.size();
        }

        /** Returns what a file without tabs is: a dictionary, or nothing that is known. */
        private ReadingGuess spaces() {
            if (most(text -> isDecimal(text.strip().split("\\s+", 3), 1))) {
                return dictionary(FileFormat.MFA, "a dictionary of the Montreal Forced Aligner with probabilities");
            }
            boolean isDictionary = hasComments
                    || lines.stream().anyMatch(CMU_VARIANT.asMatchPredicate())
                    || most(WORD_AND_PHONES.asMatchPredicate());
            return isDictionary
                    ? dictionary(
                            FileFormat.CMUDICT, "a pronouncing dictionary like CMUdict: a word, spaces, and its phones")
                    : guess(
                            reading(FileFormat.TSV, Columns.DEFAULT, TokenUnit.WORDS, TokenUnit.WORDS),
                            "a list of lines x<TAB>y");
        }

        private ReadingGuess dictionary(FileFormat format, String description) {
            return guess(reading(format, Columns.DEFAULT, TokenUnit.CHARS, TokenUnit.WORDS), description);
        }

        private static boolean isDecimal(String[] words, int index) {
            return index < words.length && FileFormat.isDecimal(words[index]);
        }

        private static ReadingGuess guess(Reading reading, String description) {
            return new ReadingGuess(reading, description, List.of());
        }

        private ReadingGuess tabs() {
            int columns = commonest(lines.stream()
                    .map(text -> text.split("\t", -1).length)
                    .filter(count -> count > 1)
                    .toList());
            List<List<String>> cells = new ArrayList<>();
            for (int c = 0; c < columns; c++) {
                int column = c;
                cells.add(lines.stream()
                        .map(text -> text.split("\t", -1))
                        .filter(fields -> fields.length == columns)
                        .map(fields -> fields[column])
                        .toList());
            }
            ReadingGuess found = byColumns(columns, cells);
            return new ReadingGuess(
                    found.reading,
                    found.description,
                    cells.stream().map(Sight::unit).toList());
        }

        private ReadingGuess byColumns(int columns, List<List<String>> cells) {
            if (columns >= 3 && cells.subList(1, columns - 1).stream().allMatch(Sight::areNumbers)) {
                return dictionary(FileFormat.MFA, "a dictionary of the Montreal Forced Aligner with probabilities");
            }
            if (columns == 3) {
                List<Integer> tags = IntStream.of(1, 2)
                        .filter(column -> areTags(cells.get(column)))
                        .boxed()
                        .toList();
                if (!tags.isEmpty()) {
                    ReadingGuess first = inflection(tags.get(0));
                    return tags.size() == 1
                            ? first
                            : guess(first.reading, first.description + ", though its last column looks like tags, too");
                }
                if (areNumbers(cells.get(2))) {
                    return counted(cells);
                }
            }
            return columns == 2 ? pairs(cells) : unknown(columns, cells);
        }

        private static int commonest(List<Integer> numbers) {
            return numbers.stream()
                    .distinct()
                    .max((a, b) -> Long.compare(
                            numbers.stream().filter(a::equals).count(),
                            numbers.stream().filter(b::equals).count()))
                    .orElse(0);
        }

        private static boolean areNumbers(List<String> column) {
            return most(column, cell -> FileFormat.isDecimal(cell.strip()));
        }

        private static boolean areTags(List<String> column) {
            return column.stream()
                            .filter(cell -> TAGS.matcher(cell.strip()).matches())
                            .count()
                    >= column.size() / 2.0;
        }

        /**
         * Returns the unit of a column: words if most cells have spaces, or those that have none are single characters, otherwise
         * characters.
         */
        private static TokenUnit unit(List<String> column) {
            List<String> unspaced = column.stream()
                    .map(String::strip)
                    .filter(cell -> cell.indexOf(' ') < 0)
                    .toList();
            boolean areSingle = unspaced.stream().allMatch(cell -> cell.codePointCount(0, cell.length()) <= 1);
            return areSingle || unspaced.size() * 2 <= column.size() ? TokenUnit.WORDS : TokenUnit.CHARS;
        }

        private ReadingGuess inflection(int tags) {
            Columns columns =
                    new Columns(tags == 1 ? List.of(Role.X, Role.TAGS, Role.Y) : List.of(Role.X, Role.Y, Role.TAGS));
            return guess(
                    reading(FileFormat.UNIMORPH, columns, TokenUnit.CHARS, TokenUnit.CHARS),
                    "a table of inflected forms: lemma, "
                            + (tags == 1
                                    ? "tags and form, as SIGMORPHON 2023 has it"
                                    : "form and tags, as UniMorph has it"));
        }

        private ReadingGuess counted(List<List<String>> cells) {
            boolean isLexicon = most(cells.get(1), LATIN.asMatchPredicate())
                    && !most(cells.get(0), text -> text.codePoints().allMatch(c -> c < 0x250));
            Columns columns =
                    new Columns(isLexicon ? List.of(Role.Y, Role.X, Role.COUNT) : List.of(Role.X, Role.Y, Role.COUNT));
            int x = isLexicon ? 1 : 0;
            return guess(
                    reading(FileFormat.TSV, columns, unit(cells.get(x)), unit(cells.get(1 - x))),
                    isLexicon
                            ? "a lexicon of romanized words like Dakshina's: word, romanization (the input) and count"
                            : "input, output and count");
        }

        private ReadingGuess pairs(List<List<String>> cells) {
            TokenUnit input = unit(cells.get(0));
            TokenUnit output = unit(cells.get(1));
            boolean isLexicon = input.equals(TokenUnit.CHARS) && output.equals(TokenUnit.WORDS);
            return guess(
                    reading(isLexicon ? FileFormat.WIKIPRON : FileFormat.TSV, Columns.DEFAULT, input, output),
                    isLexicon
                            ? "words and their phones, as WikiPron has them"
                            : input.equals(output) ? "pairs of strings" : "pairs of spaced and unspaced strings");
        }

        private ReadingGuess unknown(int columns, List<List<String>> cells) {
            List<Role> roles = new ArrayList<>(List.of(Role.X, Role.Y));
            while (roles.size() < columns) {
                roles.add(Role.IGNORED);
            }
            return guess(
                    reading(FileFormat.TSV, new Columns(roles), unit(cells.get(0)), unit(cells.get(1))),
                    String.format(Locale.ROOT, "%d columns, of which the first two are input and output", columns));
        }
    }
}
