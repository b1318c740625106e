package org.espalier.spark;

/** The text form of answers. */
public enum AnswerFormat {
    /** One JSON object per row. */
    JSON,
    /** Tab-separated lines, as the plain commands print them. */
    COLUMNS
}
