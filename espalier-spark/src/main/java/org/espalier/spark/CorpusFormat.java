package org.espalier.spark;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The file format of a corpus. */
public enum CorpusFormat {
    /** Lines of pairs, in the notation of the run's own files, or of inputs alone. */
    TSV("tsv|txt"),
    /** One JSON object per line. */
    JSONL("jsonl|ndjson|json"),
    /** Apache Parquet tables. */
    PARQUET("parquet");

    private static final String COMPRESSED = "(\\.(gz|bz2|zst|snappy))?";

    private final String endings;

    CorpusFormat(String endings) {
        this.endings = endings;
    }

    /** Returns the format that the ending of a file name shows; an ending for compression is ignored. */
    public static Optional<CorpusFormat> of(String file) {
        return Arrays.stream(values())
                .filter(format -> file.toLowerCase(Locale.ROOT).matches(".*\\.(" + format.endings + ")" + COMPRESSED))
                .findFirst();
    }
}
