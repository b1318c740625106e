package org.espalier.run.data;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.LineReader.Field;
import org.espalier.fst.base.SourceException;
import org.espalier.run.data.Columns.Role;

/** The notation of a line of a file of pairs. */
public enum FileFormat {
    /** Columns separated by tabs. */
    TSV {
        @Override
        Optional<PairFields> fields(LineReader line, Reading reading, boolean needsOutput) {
            return Optional.of(tabs(line, reading.columns(), needsOutput));
        }
    },
    /** A word, a tab, and phones separated by spaces, as WikiPron and the shared tasks on pronunciation have them. */
    WIKIPRON {
        @Override
        Optional<PairFields> fields(LineReader line, Reading reading, boolean needsOutput) {
            PairFields found = tabs(line, reading.columns(), needsOutput);
            if (needsOutput) {
                requireWord(line, found.x());
                requirePhones(line, found.x(), found.outputs().get(0));
            }
            return Optional.of(found);
        }
    },
    /**
     * The CMU Pronouncing Dictionary: a word, spaces, and phones separated by spaces. Variants of a word have a number in
     * parentheses, and lines that start with {@code ;;;} are comments, as is the rest of a line after a space and {@code #}.
     */
    CMUDICT {
        @Override
        Optional<PairFields> fields(LineReader line, Reading reading, boolean needsOutput) {
            if (line.text().startsWith(";;;") || line.text().startsWith("##")) {
                return Optional.empty();
            }
            List<Field> words = line.words(Integer.MAX_VALUE);
            int comment = indexOf(words, word -> word.startsWith("#"), 1);
            Field word = words.get(0);
            Matcher variant = VARIANT.matcher(word.text());
            Field x = new Field(variant.replaceFirst(""), word.offset());
            return Optional.of(lexical(line, x, words, 1, comment, needsOutput));
        }

        @Override
        String line(Pair pair, Reading reading) {
            return reading.inputText(pair.x()) + "  " + reading.outputText(pair.y());
        }
    },
    /**
     * A dictionary of the Montreal Forced Aligner: a word, up to four probabilities, and phones, separated by tabs or spaces. The
     * first probability is that of the pronunciation, and weighs the pair; the others are about silence.
     */
    MFA {
        @Override
        Optional<PairFields> fields(LineReader line, Reading reading, boolean needsOutput) {
            List<Field> words = line.words(Integer.MAX_VALUE);
            int columns = requireProbabilities(line);
            int numbers = indexOf(words, word -> !isDecimal(word), 1);
            int phones = columns > 2 ? columns - 1 : numbers < words.size() ? Math.min(numbers, 5) : numbers;
            PairFields found = lexical(line, words.get(0), words, phones, words.size(), needsOutput);
            return Optional.of(
                    phones == 1
                            ? found
                            : new PairFields(
                                    found.x(),
                                    found.outputs(),
                                    Optional.empty(),
                                    Optional.of(words.get(1)),
                                    Optional.empty()));
        }

        @Override
        String line(Pair pair, Reading reading) {
            return reading.inputText(pair.x()) + "\t" + number(pair.weight()) + "\t" + reading.outputText(pair.y());
        }
    },
    /** The aligned corpus of Phonetisaurus: units {@code a|b}c|d}, separated by spaces; a bar joins symbols, {@code _} is nothing. */
    PHONETISAURUS {
        @Override
        Optional<PairFields> fields(LineReader line, Reading reading, boolean needsOutput) {
            List<String> x = new ArrayList<>();
            List<String> y = new ArrayList<>();
            List<Pair.Unit> units = new ArrayList<>();
            for (Field unit : line.words(Integer.MAX_VALUE)) {
                int brace = unit.text().indexOf('}');
                if (brace < 1 || brace == unit.text().length() - 1) {
                    throw line.error(
                            unit.offset(),
                            "found " + EspalierException.quote(unit.text())
                                    + ", expected a part of x, } and a part of y; write _ for nothing, or name another"
                                    + " format");
                }
                List<String> read = parts(unit.text().substring(0, brace), "|");
                List<String> written = parts(unit.text().substring(brace + 1), "|");
                x.addAll(read);
                y.addAll(written);
                units.add(reading.unit(read, written));
            }
            return Optional.of(PairFields.of(new Field(reading.inputText(x), 0), new Field(reading.outputText(y), 0))
                    .with(units));
        }

        @Override
        String line(Pair pair, Reading reading) {
            return pieces(pair).stream()
                    .map(piece -> joined("|", piece.x()) + "}" + joined("|", piece.y()))
                    .collect(Collectors.joining(" "));
        }
    },
    /**
     * The aligned corpus of m2m-aligner: the parts of x, a tab, and the parts of y. A bar ends each part, a colon joins symbols
     * within one, and {@code _} is nothing.
     */
    M2M {
        @Override
        Optional<PairFields> fields(LineReader line, Reading reading, boolean needsOutput) {
            List<Field> sides = line.fields('\t', 3);
            if (sides.size() != 2) {
                throw line.error("found " + described(sides.size())
                        + ", expected the parts of x, a tab and the parts of y; name another format");
            }
            for (Field side : sides) {
                if (side.text().indexOf('|') < 0) {
                    throw line.error(
                            side.offset(),
                            "found " + EspalierException.quote(side.text())
                                    + ", expected parts that end with a bar; mend the line, or name another format");
                }
            }
            List<List<String>> read = chunks(sides.get(0).text());
            List<List<String>> written = chunks(sides.get(1).text());
            if (read.size() != written.size()) {
                throw line.error("found " + read.size() + " parts of x and " + written.size()
                        + " of y, expected as many; a bar ends each part, and _ is an empty one");
            }
            List<String> x = read.stream().flatMap(List::stream).toList();
            List<String> y = written.stream().flatMap(List::stream).toList();
            return Optional.of(PairFields.of(
                            new Field(reading.inputText(x), 0),
                            new Field(reading.outputText(y), sides.get(1).offset()))
                    .with(IntStream.range(0, read.size())
                            .mapToObj(k -> reading.unit(read.get(k), written.get(k)))
                            .toList()));
        }

        @Override
        String line(Pair pair, Reading reading) {
            return pieces(pair).stream()
                            .map(piece -> joined(":", piece.x()) + "|")
                            .collect(Collectors.joining())
                    + "\t"
                    + pieces(pair).stream()
                            .map(piece -> joined(":", piece.y()) + "|")
                            .collect(Collectors.joining());
        }
    },
    /** Inflection as in UniMorph and the shared tasks: lemma, form and tags, in the order that the columns say. */
    UNIMORPH {
        @Override
        Optional<PairFields> fields(LineReader line, Reading reading, boolean needsOutput) {
            PairFields found = tabs(line, reading.columns(), needsOutput);
            if (needsOutput) {
                requireWord(line, found.x());
                requireForm(line, found.outputs().get(0));
            }
            return Optional.of(found);
        }
    },
    /** Names and their transliterations in the XML of the NEWS shared tasks. Files that are not XML are read as TSV. */
    NEWS {
        @Override
        Optional<PairFields> fields(LineReader line, Reading reading, boolean needsOutput) {
            return TSV.fields(line, reading, needsOutput);
        }
    };

    private static final String MEND = "mend the line";
    private static final Pattern VARIANT = Pattern.compile("\\(\\d+\\)$");

    /** What a column of tags holds where there are none. */
    static final String NO_TAGS = "_";

    private static final Pattern DECIMAL = Pattern.compile("\\d+(\\.\\d*)?|\\.\\d+");

    /** Returns its name on the command line and in configurations. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what the columns of files of this format usually hold. */
    Columns usualColumns() {
        return this == UNIMORPH ? new Columns(List.of(Role.X, Role.Y, Role.TAGS)) : Columns.DEFAULT;
    }

    /** Returns the usual unit of the symbols of outputs; that of inputs is the character. */
    TokenUnit usualOutputs() {
        return this == UNIMORPH || this == NEWS ? TokenUnit.CHARS : TokenUnit.WORDS;
    }

    /** Returns whether lines are columns separated by tabs. */
    private boolean hasColumns() {
        return this == TSV || this == WIKIPRON || this == UNIMORPH || this == NEWS;
    }

    /** Returns whether lines say how their pair is aligned. */
    public boolean isAligned() {
        return this == PHONETISAURUS || this == M2M;
    }

    /** Returns whether a line has nothing to read. In columns, even empty strings are strings. */
    boolean isBlank(String line) {
        return line.isBlank() && !(hasColumns() && line.indexOf('\t') >= 0);
    }

    /**
     * Returns the parts of the current line, which is not blank; nothing for a comment.
     *
     * @param needsOutput whether the line must have an output
     */
    abstract Optional<PairFields> fields(LineReader line, Reading reading, boolean needsOutput);

    /** Returns the parts of a pair that its units align; the whole pair if it has none. */
    private static List<Pair> pieces(Pair pair) {
        if (pair.units().isEmpty()) {
            return List.of(pair);
        }
        List<Pair> pieces = new ArrayList<>();
        int i = 0;
        int j = 0;
        for (Pair.Unit unit : pair.units()) {
            pieces.add(new Pair(
                    pair.x().subList(i, i + unit.read()), pair.y().subList(j, j + unit.written()), pair.line()));
            i += unit.read();
            j += unit.written();
        }
        return pieces;
    }

    /** Returns a line of which {@link #fields} makes the same pair. */
    String line(Pair pair, Reading reading) {
        return reading.columns().roles().stream()
                .map(role -> switch (role) {
                    case X -> reading.inputText(reading.letters(pair.x()));
                    case Y -> reading.outputText(pair.y());
                    case TAGS -> reading.tags(pair.x()).isEmpty() ? NO_TAGS : reading.tags(pair.x());
                    case COUNT -> number(pair.weight());
                    case ID -> pair.id();
                    case IGNORED -> "";
                })
                .collect(Collectors.joining("\t"));
    }

    private static String number(double weight) {
        return new BigDecimal(String.valueOf(weight)).stripTrailingZeros().toPlainString();
    }

    private static String joined(String separator, List<String> symbols) {
        return symbols.isEmpty() ? "_" : String.join(separator, symbols);
    }

    private static PairFields tabs(LineReader line, Columns columns, boolean needsOutput) {
        List<Field> fields = line.fields('\t', Integer.MAX_VALUE);
        if (fields.size() == columns.roles().size()) {
            return byRole(fields, columns.roles());
        }
        if (!needsOutput) {
            if (fields.size() == columns.ofInput().size()) {
                return byRole(fields, columns.ofInput());
            }
            if (columns.roles().get(0) == Role.X && !columns.has(Role.TAGS)) {
                // The first column is the input, and the others hold its outputs.
                return new PairFields(
                        fields.get(0),
                        fields.subList(1, fields.size()),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
            }
        }
        if (!needsOutput && fields.size() == 1 && columns.has(Role.TAGS) && Reading.beginsWithTag(line.text())) {
            return byRole(fields, List.of(Role.X));
        }
        throw line.error("found " + described(fields.size()) + ", expected "
                + columns.roles().size() + " (" + columns + ")"
                + (needsOutput ? "" : " or " + columns.ofInput().size() + " (" + words(columns.ofInput()) + ")")
                + ", separated by tabs; " + (fields.size() == 1 ? remedy(line.text()) : MEND)
                + ", or say what the columns hold");
    }

    private static String remedy(String line) {
        if (line.indexOf(',') > 0) {
            return "write tabs in place of commas";
        }
        return line.indexOf(';') > 0 ? "write tabs in place of semicolons" : MEND;
    }

    private static String words(List<Role> roles) {
        return roles.stream().map(Role::word).collect(Collectors.joining(" "));
    }

    private static String described(int columns) {
        return columns == 1 ? "one column" : columns + " columns";
    }

    private static PairFields byRole(List<Field> fields, List<Role> roles) {
        Map<Role, Field> found = new EnumMap<>(Role.class);
        for (int k = 0; k < roles.size(); k++) {
            found.put(roles.get(k), fields.get(k));
        }
        return new PairFields(
                Objects.requireNonNull(found.get(Role.X)),
                Optional.ofNullable(found.get(Role.Y)).stream().toList(),
                Optional.ofNullable(found.get(Role.TAGS)),
                Optional.ofNullable(found.get(Role.COUNT)),
                Optional.ofNullable(found.get(Role.ID)));
    }

    /** Returns a word and the phones after it, from one index to another. */
    private static PairFields lexical(
            LineReader line, Field word, List<Field> words, int from, int to, boolean needsOutput) {
        if (from >= to) {
            if (!needsOutput) {
                return new PairFields(word, List.of(), Optional.empty(), Optional.empty(), Optional.empty());
            }
            throw unpronounced(line, word);
        }
        String phones = String.join(
                " ", words.subList(from, to).stream().map(Field::text).toList());
        return PairFields.of(word, new Field(phones, words.get(from).offset()));
    }

    private static SourceException unpronounced(LineReader line, Field word) {
        return line.error(
                word.offset(),
                "found a word without a pronunciation, expected phones after it; add them, or remove the line");
    }

    private static void requirePhones(LineReader line, Field word, Field phones) {
        if (phones.text().isBlank()) {
            throw unpronounced(line, word);
        }
    }

    private static void requireWord(LineReader line, Field word) {
        if (word.text().isBlank()) {
            throw line.error(word.offset(), "found no word, expected one; add it, or remove the line");
        }
    }

    private static void requireForm(LineReader line, Field form) {
        if (form.text().isBlank()) {
            throw line.error(form.offset(), "found no inflected form, expected one; add it, or remove the line");
        }
    }

    /** Refuses columns between the word and its phones that are not probabilities, and returns the number of columns. */
    private static int requireProbabilities(LineReader line) {
        List<Field> fields = line.fields('\t', Integer.MAX_VALUE);
        for (int k = 1; k < fields.size() - 1; k++) {
            if (!isDecimal(fields.get(k).text().strip())) {
                throw line.error(
                        fields.get(k).offset(),
                        "the probability is "
                                + EspalierException.quote(fields.get(k).text())
                                + ", expected a number; mend it, or name another format");
            }
        }
        return fields.size();
    }

    static boolean isDecimal(String text) {
        return DECIMAL.matcher(text).matches();
    }

    private static int indexOf(List<Field> words, Predicate<String> wanted, int from) {
        for (int k = from; k < words.size(); k++) {
            if (wanted.test(words.get(k).text())) {
                return k;
            }
        }
        return words.size();
    }

    /** Returns the symbols of each part of a side of m2m-aligner. */
    private static List<List<String>> chunks(String side) {
        return Arrays.stream(side.split("\\|", -1))
                .filter(part -> !part.isEmpty())
                .map(part -> parts(part, ":"))
                .toList();
    }

    /** Returns the parts of a text, without the empty ones and those that stand for nothing. */
    private static List<String> parts(String text, String separator) {
        return Arrays.stream(text.split(Pattern.quote(separator), -1))
                .filter(part -> !part.isEmpty() && !part.equals("_"))
                .toList();
    }
}
