package org.espalier.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.espalier.fst.base.FileErrors;
import org.espalier.run.folder.TrainedRun;

/**
 * The files of a trained run, to be sent to executors.
 *
 * @param digest the SHA-256 of the names and contents
 * @param contents the content of each file by its path in the folder, with slashes
 */
public record RunSnapshot(String digest, TreeMap<String, byte[]> contents) implements Serializable {
    /** Reads the files that a run was opened from. */
    public static RunSnapshot of(TrainedRun run) {
        TreeMap<String, byte[]> contents = new TreeMap<>();
        MessageDigest digest = sha256();
        run.files().forEach((name, file) -> {
            byte[] bytes = read(file);
            contents.put(name, bytes);
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
        });
        return new RunSnapshot(HexFormat.of().formatHex(digest.digest()), contents);
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    /** Opens the run. The files pass through a temporary folder, which is deleted: the model is in memory. */
    public TrainedRun open() {
        try {
            Path folder = Files.createTempDirectory("espalier-run-");
            try {
                for (var entry : contents.entrySet()) {
                    Path file = folder.resolve(entry.getKey());
                    Files.createDirectories(file.resolveSibling("."));
                    Files.write(file, entry.getValue());
                }
                return TrainedRun.open(folder, warning -> {});
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw FileErrors.writing("a temporary folder for the run", e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }
}
