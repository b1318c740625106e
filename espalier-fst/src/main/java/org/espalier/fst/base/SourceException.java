package org.espalier.fst.base;

import java.io.Serial;

/** Signals a mistake in a file that a person wrote, with its place. */
public final class SourceException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;
    private final String place;
    private final String reason;

    /**
     * Creates an exception about a place in a file.
     *
     * @param source the file's name as the user gave it
     * @param line the line, counted from 1
     * @param column the column in code points, counted from 1, or 0 for the whole line
     * @param message the mistake
     */
    public SourceException(String source, int line, int column, String message) {
        this(line, column, source + ":" + line + (column > 0 ? ":" + column : ""), message);
    }

    private SourceException(int line, int column, String place, String reason) {
        super(place + ": " + reason);
        this.line = line;
        this.column = column;
        this.place = place;
        this.reason = reason;
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }

    /** Returns the place: source, line and column. */
    public String place() {
        return place;
    }

    /** Returns the message without the place. */
    public String reason() {
        return reason;
    }
}
