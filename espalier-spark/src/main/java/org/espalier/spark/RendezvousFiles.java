package org.espalier.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.run.folder.RunFolder;

/**
 * Two files in the folder of a run by which a driver and its workers know of each other. Their names are those of one job,
 * so that nobody takes for them what another has left, or a folder of the same name on another disk for this one.
 *
 * @param run the folder, from the root of the file system
 */
public record RendezvousFiles(String run, String job) implements Serializable {
    private static final String STORE = ".espalier-workers-";
    private static final String SIGN = ".espalier-driver-";

    public static RendezvousFiles in(RunFolder folder) {
        return new RendezvousFiles(
                folder.path().toAbsolutePath().normalize().toString(),
                UUID.randomUUID().toString());
    }

    public Path folder() {
        return Path.of(run);
    }

    /** The file by which workers find each other. */
    public Path store() {
        return folder().resolve(STORE + job);
    }

    /** A file that is there as long as workers are to go on. */
    private Path sign() {
        return folder().resolve(SIGN + job);
    }

    /** For the driver, before anyone comes. What another, that was killed, has left is gone then, and its workers will stop. */
    public void open() {
        try (Stream<Path> files = Files.list(folder())) {
            for (Path file : files.toList()) {
                String name = String.valueOf(file.getFileName());
                if (name.startsWith(SIGN) || name.startsWith(STORE)) {
                    Files.delete(file);
                }
            }
            Files.createFile(sign());
        } catch (IOException e) {
            throw FileErrors.writing(sign().toString(), e);
        }
    }

    /** For workers: whether they are to end after the step they are in. */
    public boolean isStopping() {
        return !Files.exists(sign());
    }

    /**
     * For workers.
     *
     * @throws EspalierException if the driver has not opened this place, as they see it
     */
    public void requireSeen() {
        if (isStopping()) {
            throw new EspalierException("it does not see the folder " + run + " that the driver has written to; put"
                    + " the run, and its pairs, on a file system that all machines share under one name, with --out");
        }
    }

    /** For the driver: workers are to end. */
    public void stop() {
        delete(sign());
    }

    /** For the driver, when all have left. */
    public void close() {
        delete(sign());
        delete(store());
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw FileErrors.writing(file.toString(), e);
        }
    }
}
