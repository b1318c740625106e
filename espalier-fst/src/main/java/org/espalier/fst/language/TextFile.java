package org.espalier.fst.language;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.espalier.fst.base.LimitException;
import org.espalier.fst.base.LineReader;
import org.espalier.fst.base.SourceException;

/** A UTF-8 text file in memory. */
record TextFile(String name, String text) {
    /**
     * The largest size, more than any program, table or list of symbols needs. It keeps a wrong file from filling the
     * memory.
     */
    static final int MAX_BYTES = 64 << 20;

    /** Reads and closes a stream. */
    static TextFile read(String name, InputStream stream) throws IOException {
        byte[] bytes;
        try (stream) {
            bytes = stream.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw new LimitException(name + ": the file is larger than the limit of " + (MAX_BYTES >> 20)
                    + " MiB for a program or table; is it the right file?");
        }
        return new TextFile(name, decode(name, bytes));
    }

    private static String decode(String name, byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
        } catch (CharacterCodingException e) {
            int line = 1;
            for (int k = 0; k < buffer.position(); k++) {
                line += bytes[k] == '\n' ? 1 : 0;
            }
            throw new SourceException(
                    name,
                    line,
                    0,
                    String.format(
                            "the byte 0x%02X is not UTF-8; save the file as UTF-8",
                            bytes[Math.min(buffer.position(), bytes.length - 1)]));
        }
    }

    /** Returns a reader of its lines. */
    LineReader lines() {
        return new LineReader(name, new StringReader(text));
    }
}
