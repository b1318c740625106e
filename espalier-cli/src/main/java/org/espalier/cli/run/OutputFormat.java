package org.espalier.cli.run;

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
    JSONL
}
