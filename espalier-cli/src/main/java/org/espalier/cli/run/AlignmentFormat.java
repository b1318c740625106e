package org.espalier.cli.run;

/** The output formats of {@code align}. */
enum AlignmentFormat {
    TABLE,
    JSONL,
    M2M,
    PHONETISAURUS
}
