package org.espalier.app.cli;

/** How {@code align} prints. */
enum AlignmentFormat {
    TABLE,
    JSONL,
    M2M,
    PHONETISAURUS
}
