package org.espalier.spark;

/** How answers are written. */
public enum AnswerFormat {
    /** One JSON object for each row. */
    JSON,
    /** Lines of columns, separated by tabs, as the plain commands print them. */
    COLUMNS
}
