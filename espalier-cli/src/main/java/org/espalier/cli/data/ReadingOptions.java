package org.espalier.cli.data;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.LiveInput;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.base.LineReader;
import org.espalier.run.data.CaseFolding;
import org.espalier.run.data.Columns;
import org.espalier.run.data.FileFormat;
import org.espalier.run.data.Normalization;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;
import org.espalier.run.data.ReadingGuess;
import org.espalier.run.data.TokenUnit;
import org.espalier.run.data.Tokenizer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how files of pairs are read. What they do not say is guessed from the file. */
public final class ReadingOptions {
    private static final String AUTO = "auto";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "Notation of files of pairs: auto, tsv, wikipron, cmudict, mfa, phonetisaurus, m2m, unimorph or news. "
                            + "Default: auto, by the first lines.")
    private String format = AUTO;

    @Option(
            names = "--columns",
            paramLabel = "NAMES",
            description =
                    "Contents of the columns, separated by tabs in the file: x, y, tags, count, id, or - to ignore one; "
                            + "for example \"y x count\". Default: by the first lines.")
    private @Nullable String columns;

    @Option(names = "--chars", description = "Use characters as symbols; short for --tokens chars.")
    private boolean chars;

    @Option(
            names = "--tokens",
            paramLabel = "UNIT",
            description =
                    "Unit of symbols: words (separated by spaces), chars, graphemes, or sep: and a separator. Default: by the "
                            + "first lines of a file, otherwise words.")
    private @Nullable String tokens;

    @Option(names = "--input-tokens", paramLabel = "UNIT", description = "Unit of the symbols of inputs.")
    private @Nullable String inputTokens;

    @Option(names = "--output-tokens", paramLabel = "UNIT", description = "Unit of the symbols of outputs.")
    private @Nullable String outputTokens;

    @Option(
            names = "--normalize",
            paramLabel = "FORM",
            description =
                    "Unicode normalization of the text read: nfc (composed form), nfd (decomposed), nfkc (composed, without "
                            + "typographic differences) or none. Default: nfc.")
    private @Nullable Normalization normalization;

    @Option(
            names = "--fold",
            paramLabel = "FOLDING",
            description = "Whether capital letters are read as small ones: none or case. Default: none.")
    private CaseFolding folding = CaseFolding.NONE;

    /**
     * Refuses options, where something else says how files are read.
     *
     * @param reason what says it
     */
    public void requireNone(String reason) {
        boolean areGiven = !format.equals(AUTO) || chars || folding != CaseFolding.NONE;
        if (areGiven
                || Stream.of(columns, tokens, inputTokens, outputTokens, normalization)
                        .anyMatch(Objects::nonNull)) {
            throw new UsageException(
                    reason + "; leave out --format, --columns, --chars, --tokens, --normalize, --fold and the like");
        }
    }

    /** A file of pairs, or standard input, which may be read several times. */
    public final class Source {
        private final String file;
        private final byte[] standardInput;
        private final Reading guessed;

        private Source(String file, Console console) {
            this.file = file;
            this.standardInput = isStandardInput() ? standardInput() : new byte[0];
            try (LineReader lines = isStandardInput()
                    ? new LineReader(LiveInput.NAME, LineReader.utf8(input()))
                    : LineReader.open(Path.of(file))) {
                this.guessed = guessed(
                        ReadingGuess.of(lines, normalization(), folding),
                        isStandardInput() ? LiveInput.NAME : file,
                        console);
            }
        }

        private boolean isStandardInput() {
            return file.equals("-");
        }

        private InputStream input() {
            return new ByteArrayInputStream(standardInput);
        }

        /** Returns how it is read. */
        public Reading reading() {
            return guessed;
        }

        /** Reads it in some way. */
        public PairFile read(Reading reading) {
            return PairFile.read(file, reading, input());
        }
    }

    /** Looks at a file of pairs, or at standard input for {@code -}, and says what it is taken for. */
    public Source source(String file, Console console) {
        return new Source(file, console);
    }

    private static byte[] standardInput() {
        try {
            return System.in.readAllBytes();
        } catch (IOException e) {
            throw FileErrors.reading(LiveInput.NAME, e);
        }
    }

    private Reading guessed(ReadingGuess guess, String file, Console console) {
        Reading likely = guess.with(format(), columns());
        Optional<TokenUnit> input = unit("--input-tokens", inputTokens);
        Optional<TokenUnit> output = unit("--output-tokens", outputTokens);
        Reading reading = new Reading(
                likely.format(),
                likely.columns(),
                tokenizer(input.orElse(likely.input().tokens())),
                tokenizer(output.orElse(likely.output().tokens())));
        boolean isLayoutGiven = format().isPresent() || columns().isPresent();
        boolean areSymbolsGiven = input.isPresent() && output.isPresent();
        if (!areSymbolsGiven || !(isLayoutGiven || reading.isPlain())) {
            console.info(file
                    + (isLayoutGiven ? " is read as asked for" : " is taken for " + guess.description())
                    + "; inputs: " + reading.input().tokens().description()
                    + ", outputs: " + reading.output().tokens().description()
                    + "; to read it otherwise, see --format, --columns and --tokens");
        }
        return reading;
    }

    /** Returns how strings are read that come from no file. */
    public Reading ofStrings() {
        return new Reading(
                FileFormat.TSV,
                columns().orElse(Columns.DEFAULT),
                tokenizer(unit("--input-tokens", inputTokens).orElse(TokenUnit.WORDS)),
                tokenizer(unit("--output-tokens", outputTokens).orElse(TokenUnit.WORDS)));
    }

    /** Returns the normalization that is asked for. */
    public Optional<Normalization> givenNormalization() {
        return Optional.ofNullable(normalization);
    }

    private Normalization normalization() {
        return givenNormalization().orElse(Normalization.NFC);
    }

    private Tokenizer tokenizer(TokenUnit unit) {
        return new Tokenizer(unit, normalization(), folding);
    }

    private Optional<FileFormat> format() {
        if (format.equals(AUTO)) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(FileFormat.values())
                .filter(each -> each.word().equals(format))
                .findFirst()
                .orElseThrow(() -> new UsageException("--format " + EspalierException.quote(format)
                        + " is not known; give auto, "
                        + Arrays.stream(FileFormat.values())
                                .map(FileFormat::word)
                                .collect(Collectors.joining(", ")))));
    }

    private Optional<Columns> columns() {
        return Optional.ofNullable(columns)
                .map(text -> Columns.of(text)
                        .orElseThrow(() -> new UsageException("--columns " + EspalierException.quote(text)
                                + " does not name columns; expected " + Columns.EXPECTED)));
    }

    private Optional<TokenUnit> unit(String option, @Nullable String ofTape) {
        if (chars && tokens != null) {
            throw new UsageException("--chars is short for --tokens chars; give one of them");
        }
        if (ofTape == null) {
            return chars
                    ? Optional.of(TokenUnit.CHARS)
                    : Optional.ofNullable(tokens).map(text -> parsed("--tokens", text));
        }
        return Optional.of(parsed(option, ofTape));
    }

    private static TokenUnit parsed(String option, String text) {
        return TokenUnit.of(text)
                .orElseThrow(() -> new UsageException(
                        option + " " + EspalierException.quote(text) + " is not a unit; give " + TokenUnit.NAMES));
    }
}
