package org.espalier.spark;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a corpus is written in. */
public enum CorpusFormat {
    /** Lines {@code x<TAB>y}, or inputs alone. */
    TSV("tsv|txt"),
    /** A JSON object a line. */
    JSONL("jsonl|ndjson|json"),
    /** Tables of Apache Parquet. */
    PARQUET("parquet");

    private static final String COMPRESSED = "(\\.(gz|bz2|zst|snappy))?";

    private final String endings;

    CorpusFormat(String endings) {
        this.endings = endings;
    }

    /** What the name of a file ends like, with or without the ending of a compressed one. */
    public static Optional<CorpusFormat> of(String file) {
        return Arrays.stream(values())
                .filter(format -> file.toLowerCase(Locale.ROOT).matches(".*\\.(" + format.endings + ")" + COMPRESSED))
                .findFirst();
    }
}
