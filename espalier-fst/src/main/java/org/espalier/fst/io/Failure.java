package org.espalier.fst.io;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.espalier.fst.EspalierException;

/** What the readers and writers here say when something outside the text is wrong, and how they quote what they found. */
final class Failure {
    private static final int QUOTED = 40;

    private Failure() {}

    static EspalierException reading(String source, IOException e) {
        return new EspalierException("cannot read " + source + ": " + reason(e, "no such file"), e);
    }

    static EspalierException writing(String destination, IOException e) {
        return new EspalierException(
                "cannot write " + destination + ": " + reason(e, "its folder does not exist; create it first"), e);
    }

    /** Quoted, on one line and not long, whatever it is. */
    static String quote(String found) {
        StringBuilder quoted = new StringBuilder("'");
        found.codePoints().limit(QUOTED).map(c -> isPrintable(c) ? c : '?').forEach(quoted::appendCodePoint);
        return quoted.append(found.codePointCount(0, found.length()) > QUOTED ? "…'" : "'")
                .toString();
    }

    private static String reason(IOException e, String missing) {
        if (e instanceof NoSuchFileException) {
            return missing;
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof CharacterCodingException) {
            return "the text holds what UTF-8 cannot";
        }
        String message = e instanceof FileSystemException files ? files.getReason() : e.getMessage();
        return message == null
                ? e.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
