package org.espalier.cli.run;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.espalier.run.result.Json;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The output formats of {@code transduce} and {@code rerank}. */
enum OutputFormat {
    /** For people: the outputs of an input below it, with their probabilities. */
    TABLE,
    /** x, y, probability, log p and its standard error. */
    TSV,
    /** x and y, as a lexicon has them. */
    LEXICON,
    /** The columns that the files of the run have, with the output in its place. */
    SIGMORPHON,
    /** One JSON object per input. */
    JSONL;

    /** Parses a format in any case; the error for an unknown format lists all. */
    static final class Parser implements ITypeConverter<OutputFormat> {
        @Override
        public OutputFormat convert(String text) {
            return Arrays.stream(values())
                    .filter(format -> format.name().equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + text + "' is no format; use one of "
                            + Arrays.stream(values()).map(Json::word).collect(Collectors.joining(", "))));
        }
    }
}
