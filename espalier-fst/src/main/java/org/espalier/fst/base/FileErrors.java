package org.espalier.fst.base;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;

/** Messages for failures of the file system. */
public final class FileErrors {
    private FileErrors() {}

    public static EspalierException reading(String source, IOException e) {
        return new EspalierException("cannot read " + source + ": " + reason(e, "no such file; check the path"), e);
    }

    public static WriteException writing(String destination, IOException e) {
        if (isFolder(destination)) {
            return new WriteException("cannot write " + destination + ": it is a folder; name a file", e);
        }
        String reason = Optional.of(e)
                .filter(FileSystemException.class::isInstance)
                .map(failed -> ((FileSystemException) failed).getFile())
                .flatMap(file -> inTheWay(Path.of(file)))
                .map(file -> file + " is a file, not a folder; name another place")
                .orElseGet(() -> reason(e, missing(e)));
        return new WriteException("cannot write " + destination + ": " + reason, e);
    }

    private static boolean isFolder(String destination) {
        try {
            return Files.isDirectory(Path.of(destination));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Returns the file that exists where a path needs a folder, if there is one. */
    public static Optional<Path> inTheWay(Path place) {
        Path above = place.getParent();
        while (above != null && !Files.exists(above)) {
            above = above.getParent();
        }
        return Optional.ofNullable(above).filter(path -> !Files.isDirectory(path));
    }

    /**
     * Returns the message for a missing file or folder. Some folders, such as those of a system's processes, exist but
     * accept no files.
     */
    private static String missing(IOException e) {
        Path folder = e instanceof NoSuchFileException missing && missing.getFile() != null
                ? Path.of(missing.getFile()).toAbsolutePath().getParent()
                : null;
        return folder != null && Files.isDirectory(folder)
                ? "the folder " + folder + " takes no new files; name another place"
                : "its folder does not exist; create it first";
    }

    private static String reason(IOException e, String missing) {
        if (e instanceof NoSuchFileException) {
            return missing;
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NotDirectoryException) {
            return "what should be a folder is a file";
        }
        if (e instanceof CharacterCodingException) {
            return "the text holds what UTF-8 cannot";
        }
        String message = e instanceof FileSystemException files ? files.getReason() : e.getMessage();
        return message == null
                ? e.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }
}
