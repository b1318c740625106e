package org.espalier.dist;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * Writes a folder as an archive. Order, times, owners and permissions of the entries do not depend on the machine, so two
 * builds give the same bytes.
 */
final class ReleaseArchive {
    private static final int PROGRAM = 0755;
    private static final int FILE = 0644;

    private ReleaseArchive() {}

    /** Writes NAME.zip and NAME.tar.gz, and the SHA-256 of both. The entries begin with the folder's name. */
    static void write(Path folder, Path out, String name, Instant time) throws IOException {
        Path zip = out.resolve(name + ".zip");
        try (ZipArchiveOutputStream archive = new ZipArchiveOutputStream(zip)) {
            archive.setLevel(Deflater.BEST_COMPRESSION);
            fill(archive, folder, (file, path) -> {
                ZipArchiveEntry entry = new ZipArchiveEntry(path);
                entry.setTimeLocal(LocalDateTime.ofInstant(time, ZoneOffset.UTC)); // setTime takes the local zone
                entry.setUnixMode(mode(path));
                return entry;
            });
        }
        Path tar = out.resolve(name + ".tar.gz");
        GzipParameters parameters = new GzipParameters();
        parameters.setCompressionLevel(Deflater.BEST_COMPRESSION);
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(tar));
                TarArchiveOutputStream archive =
                        new TarArchiveOutputStream(new GzipCompressorOutputStream(file, parameters), "UTF-8")) {
            archive.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            fill(archive, folder, (source, path) -> {
                TarArchiveEntry entry = new TarArchiveEntry(path);
                entry.setSize(Files.size(source));
                entry.setModTime(time.toEpochMilli());
                entry.setMode(mode(path));
                entry.setIds(0, 0);
                entry.setNames("root", "root");
                return entry;
            });
        }
        for (Path archive : List.of(zip, tar)) {
            // The format of sha256sum, which its option -c reads.
            Files.writeString(
                    archive.resolveSibling(archive.getFileName() + ".sha256"),
                    sha256(archive) + "  " + archive.getFileName() + "\n");
        }
    }

    /** Makes the entry of a file. */
    @FunctionalInterface
    private interface EntryMaker<E> {
        E make(Path file, String path) throws IOException;
    }

    private static <E extends ArchiveEntry> void fill(
            ArchiveOutputStream<E> archive, Path folder, EntryMaker<E> entries) throws IOException {
        for (Path file : files(folder)) {
            String path = folder.getFileName() + "/"
                    + folder.relativize(file).toString().replace('\\', '/');
            archive.putArchiveEntry(entries.make(file, path));
            Files.copy(file, archive);
            archive.closeArchiveEntry();
        }
        archive.finish();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile)
                    .sorted((a, b) -> folder.relativize(a)
                            .toString()
                            .replace('\\', '/')
                            .compareTo(folder.relativize(b).toString().replace('\\', '/')))
                    .toList();
        }
    }

    private static int mode(String path) {
        return path.endsWith("/bin/espalier") ? PROGRAM : FILE;
    }

    static String sha256(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (var in = Files.newInputStream(file)) {
                byte[] buffer = new byte[1 << 16];
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    digest.update(buffer, 0, n);
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
