package org.espalier.fst.base;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a text line by line and creates errors that name a place in it. A line ends with LF or CRLF. A byte order mark
 * is skipped. Memory is bounded by the longest line allowed, for any text.
 */
public final class LineReader implements Closeable {
    /**
     * The largest length of a line. It is far above that of any line of a machine; a file without line ends is refused
     * before it fills the memory.
     */
    private static final int MAX_LENGTH = 1 << 24;

    /**
     * The replacement of an invalid byte: one half of a surrogate pair. Decoding UTF-8 never yields it, so the place of
     * the invalid byte is known when its line is read.
     */
    private static final String BAD_BYTE = "\uD800";

    /**
     * A part of a line.
     *
     * @param text the text
     * @param offset the index in the line where it begins
     */
    public record Field(String text, int offset) {}

    private final String source;
    private final Reader in;
    private final char[] buffer = new char[1 << 13];
    private int at;
    private int end;
    private int number;
    private boolean isTooLong;
    private String text = "";

    public LineReader(String source, Reader in) {
        this(source, in, 0);
    }

    /**
     * Creates a reader of the later lines of a text.
     *
     * @param before the number of lines before the first that is read
     */
    public LineReader(String source, Reader in, int before) {
        this.source = source;
        this.in = in;
        this.number = before;
    }

    public static LineReader open(Path file) {
        // Systems differ in when they refuse to read a folder, and in the error they report.
        if (Files.isDirectory(file)) {
            throw new EspalierException("cannot read " + file + ": it is a folder; name a file");
        }
        try {
            return new LineReader(file.toString(), utf8(Files.newInputStream(file)));
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
    }

    /** Returns a reader of UTF-8 that allows {@link #next} to find invalid bytes. */
    public static Reader utf8(InputStream in) {
        return new InputStreamReader(
                in,
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE)
                        .replaceWith(BAD_BYTE));
    }

    /**
     * Reads the next line, if there is one.
     *
     * @throws SourceException if the line is not UTF-8 or too long; the following lines can still be read
     */
    public boolean next() {
        try {
            return readLine();
        } catch (IOException e) {
            throw FileErrors.reading(source, e);
        }
    }

    /** Returns the number of the line, counted from 1. */
    public int number() {
        return number;
    }

    /** Returns the current line without its end. */
    public String text() {
        return text;
    }

    /** Returns whether the current line is valid: UTF-8, and not too long. */
    public boolean isText() {
        return !isTooLong && badByte() < 0;
    }

    /** Returns the parts between single separators, including empty parts. Only the first {@code max} are returned. */
    public List<Field> fields(char separator, int max) {
        List<Field> fields = new ArrayList<>();
        for (int start = 0, stop; start <= text.length() && fields.size() < max; start = stop + 1) {
            int found = text.indexOf(separator, start);
            stop = found < 0 ? text.length() : found;
            fields.add(new Field(text.substring(start, stop), start));
        }
        return fields;
    }

    /** Returns the parts between spaces and tabs. Only the first {@code max} are returned. */
    public List<Field> words(int max) {
        List<Field> words = new ArrayList<>();
        for (int start = 0, stop; start < text.length() && words.size() < max; start = stop + 1) {
            stop = start;
            while (stop < text.length() && text.charAt(stop) != ' ' && text.charAt(stop) != '\t') {
                stop++;
            }
            if (stop > start) {
                words.add(new Field(text.substring(start, stop), start));
            }
        }
        return words;
    }

    /** Returns an error at a place in this line. */
    public SourceException error(int offset, String message) {
        return new SourceException(source, number, text.codePointCount(0, offset) + 1, message);
    }

    /** Returns an error about the whole line or the whole text. */
    public SourceException error(String message) {
        return new SourceException(source, Math.max(number, 1), 0, message);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw FileErrors.reading(source, e);
        }
    }

    private boolean readLine() throws IOException {
        if (isTooLong) {
            skipRest();
        }
        if (at == end && !fill()) {
            return false;
        }
        number++;
        StringBuilder line = new StringBuilder();
        do {
            int stop = at;
            while (stop < end && buffer[stop] != '\n') {
                stop++;
            }
            line.append(buffer, at, stop - at);
            at = stop;
            if (line.length() > MAX_LENGTH) {
                isTooLong = true;
                text = "";
                throw error("found more than " + MAX_LENGTH + " characters, expected the end of the line; "
                        + "this is not a text of the kind expected");
            }
        } while (at == end && fill());
        if (at < end) {
            at++;
        }
        text = trimmed(line);
        requireUnicode();
        return true;
    }

    /**
     * Skips the rest of a line that was read in part. This is deferred until the next line is needed, because the text
     * may have no other line end.
     */
    private void skipRest() throws IOException {
        isTooLong = false;
        do {
            while (at < end) {
                if (buffer[at++] == '\n') {
                    return;
                }
            }
        } while (fill());
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(buffer));
        return end > 0;
    }

    private String trimmed(StringBuilder line) {
        int start = number == 1 && !line.isEmpty() && line.charAt(0) == '\uFEFF' ? 1 : 0;
        int stop = line.length() > start && line.charAt(line.length() - 1) == '\r' ? line.length() - 1 : line.length();
        return line.substring(start, stop);
    }

    private void requireUnicode() {
        int bad = badByte();
        if (bad >= 0) {
            throw error(bad, "found a byte that is not UTF-8, expected text; save the file as UTF-8");
        }
    }

    private int badByte() {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }
}
