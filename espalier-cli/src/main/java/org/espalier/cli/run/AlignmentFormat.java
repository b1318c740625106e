package org.espalier.cli.run;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.espalier.run.result.Json;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The output formats of {@code align}. */
enum AlignmentFormat {
    TABLE,
    JSONL,
    M2M,
    PHONETISAURUS;

    /** Parses a format in any case; the error for an unknown format lists all. */
    static final class Parser implements ITypeConverter<AlignmentFormat> {
        @Override
        public AlignmentFormat convert(String text) {
            return Arrays.stream(values())
                    .filter(format -> format.name().equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + text + "' is no format; use one of "
                            + Arrays.stream(values()).map(Json::word).collect(Collectors.joining(", "))));
        }
    }
}
