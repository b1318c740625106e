package org.espalier.fst.base;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * Writes files completely or not at all. The content goes to a temporary file in the same folder, which is then
 * renamed. A reader sees the old file or the new one. A failure, or the end of the program in the middle, for example
 * by Ctrl-C, leaves the old file and removes the temporary one. The permissions of an existing file are kept. A file
 * that is not regular, such as a pipe or a device, is written to directly.
 *
 * <p>Every failure of the file system is an {@link org.espalier.fst.base.EspalierException} that names the file.
 */
public final class AtomicFiles {
    /** The temporary files that exist. Also the lock under which they are made, renamed and removed. */
    private static final Set<Path> TEMPORARY = new HashSet<>();

    /** Whether the process is ending and no file may be made or renamed any more. Guarded by {@link #TEMPORARY}. */
    private static boolean isAbandoned;

    static {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(AtomicFiles::discardAll));
        } catch (IllegalStateException e) {
            // the process is ending, and no file has been begun
        }
    }

    private AtomicFiles() {}

    /** The content of a file, which writes itself. */
    @FunctionalInterface
    public interface Content<T> {
        void writeTo(T out) throws IOException;
    }

    /** Fails if a file cannot be at a place, before work is done whose result it would hold. */
    public static void requirePlace(Path file) {
        if (Files.isDirectory(file)) {
            throw FileErrors.writing(file.toString(), new FileSystemException(file.toString()));
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw FileErrors.writing(file.toString(), new NoSuchFileException(file.toString()));
        }
    }

    /** Writes a file of bytes through a buffered stream, which the content need not close. */
    public static void write(Path file, Content<? super OutputStream> content) {
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                fill(Files.newOutputStream(file), content);
            } else {
                replace(file, content);
            }
        } catch (IOException e) {
            throw FileErrors.writing(file.toString(), e);
        }
    }

    /** Writes a file of text in UTF-8 through a buffered writer, which the content need not close. */
    public static void writeText(Path file, Content<? super Writer> content) {
        write(file, out -> {
            // An encoder, not a charset: it rejects text that UTF-8 cannot encode instead of writing a question mark.
            // Closing, unlike flushing, detects half a surrogate pair at the end.
            try (Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8.newEncoder()))) {
                content.writeTo(text);
            }
        });
    }

    public static void writeText(Path file, CharSequence text) {
        writeText(file, out -> out.append(text));
    }

    /**
     * Ends all writing, for a process that is ending: removes the temporary files. A thread that begins or completes a file from
     * now on waits for the end of the process.
     */
    public static void abandon() {
        synchronized (TEMPORARY) {
            isAbandoned = true;
            discardAll();
        }
    }

    private static void replace(Path file, Content<? super OutputStream> content) throws IOException {
        // A link stays a link: its target is replaced.
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Path temporary = target.resolveSibling(".espalier-" + UUID.randomUUID() + ".tmp");
        try {
            fill(create(temporary, target), content);
            synchronized (TEMPORARY) {
                waitIfAbandoned();
                Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            }
        } finally {
            synchronized (TEMPORARY) {
                discard(temporary);
                TEMPORARY.remove(temporary);
            }
        }
    }

    /** Creates and opens a temporary file with the permissions of the file that it will replace. */
    private static OutputStream create(Path temporary, Path target) throws IOException {
        synchronized (TEMPORARY) {
            waitIfAbandoned();
            TEMPORARY.add(temporary);
            Files.createFile(temporary);
            copyPermissions(target, temporary);
            return Files.newOutputStream(temporary);
        }
    }

    private static void waitIfAbandoned() throws IOException {
        try {
            while (isAbandoned) {
                TEMPORARY.wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the process is ending");
        }
    }

    private static void discardAll() {
        synchronized (TEMPORARY) {
            TEMPORARY.forEach(AtomicFiles::discard);
        }
    }

    private static void copyPermissions(Path from, Path to) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(from, PosixFileAttributeView.class);
        if (view != null && Files.exists(from)) {
            Files.setPosixFilePermissions(to, view.readAttributes().permissions());
        }
    }

    /** Removes the temporary file after a failure. Errors are ignored, because the failure itself is reported. */
    private static void discard(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // the temporary file stays; its name says what it is
        }
    }

    private static void fill(OutputStream file, Content<? super OutputStream> content) throws IOException {
        try (OutputStream out = new BufferedOutputStream(file)) {
            content.writeTo(out);
        }
    }
}
