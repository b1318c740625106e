package org.espalier.fst.base;

import java.io.Serial;

/** A mistake in a file that a person wrote, with the place where it was found. */
public final class SourceException extends EspalierException {
    @Serial
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;
    private final String place;
    private final String reason;

    /**
     * @param source the file's name as the user gave it
     * @param line counted from 1
     * @param column counted from 1 in code points, or 0 if the whole line is meant
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

    /** Returns where it was found: source, line and column. */
    public String place() {
        return place;
    }

    /** What is wrong there. */
    public String reason() {
        return reason;
    }
}
