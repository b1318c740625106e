package org.espalier.spark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a corpus is written in. */
public enum InputFormat {
    /** Lines {@code x<TAB>y}, or inputs alone. */
    TSV(List.of(".tsv", ".txt")),
    /** A JSON object a line. */
    JSONL(List.of(".jsonl", ".ndjson", ".json")),
    /** Tables of Apache Parquet. */
    PARQUET(List.of(".parquet"));

    private static final List<String> COMPRESSED = List.of(".gz", ".bz2", ".zst", ".snappy");

    private final List<String> endings;

    InputFormat(List<String> endings) {
        this.endings = endings;
    }

    /** What the name of a file ends like, with or without the ending of a compressed one. */
    static Optional<InputFormat> of(String file) {
        String name = file.toLowerCase(Locale.ROOT);
        String plain = COMPRESSED.stream()
                .filter(name::endsWith)
                .findFirst()
                .map(ending -> name.substring(0, name.length() - ending.length()))
                .orElse(name);
        return Arrays.stream(values())
                .filter(format -> format.endings.stream().anyMatch(plain::endsWith))
                .findFirst();
    }
}
