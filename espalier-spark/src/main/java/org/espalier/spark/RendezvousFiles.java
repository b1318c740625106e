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
 * Two files in the folder of a run by which the driver and the workers of a job communicate. Their names contain the id of the
 * job, so that files of an earlier job, or a folder of the same name on another disk, are not mistaken for them.
 *
 * @param run the absolute path of the folder
 * @param job the id of the job
 */
public record RendezvousFiles(String run, String job) implements Serializable {
    private static final String STORE = ".espalier-workers-";
    private static final String ALIVE = ".espalier-driver-";

    /** Names the files of a new job in a folder. */
    public static RendezvousFiles in(RunFolder folder) {
        return new RendezvousFiles(
                folder.path().toAbsolutePath().normalize().toString(),
                UUID.randomUUID().toString());
    }

    /** Returns the folder of the run. */
    public Path folder() {
        return Path.of(run);
    }

    /** Returns the file by which workers find each other. */
    public Path store() {
        return folder().resolve(STORE + job);
    }

    /** Returns the file that exists while workers are to continue. */
    private Path alive() {
        return folder().resolve(ALIVE + job);
    }

    /**
     * Creates the files. The driver calls this before it starts workers. Deletes the files of an earlier job whose driver was
     * killed, by which the workers of that job stop.
     */
    public void open() {
        try (Stream<Path> files = Files.list(folder())) {
            for (Path file : files.toList()) {
                String name = String.valueOf(file.getFileName());
                if (name.startsWith(ALIVE) || name.startsWith(STORE)) {
                    Files.delete(file);
                }
            }
            Files.createFile(alive());
        } catch (IOException e) {
            throw FileErrors.writing(alive().toString(), e);
        }
    }

    /** Returns whether workers are to stop after the current step. Workers call this. */
    public boolean isStopping() {
        return !Files.exists(alive());
    }

    /**
     * Checks that this machine sees the folder of the driver. Workers call this.
     *
     * @throws EspalierException if the files of the driver are not visible
     */
    public void requireVisible() {
        if (isStopping()) {
            throw new EspalierException("it does not see the folder " + run + " that the driver writes to; put the run"
                    + " and its pairs on a file system that all machines share under the same path, with --out");
        }
    }

    /** Asks the workers to stop. The driver calls this. */
    public void stop() {
        delete(alive());
    }

    /** Deletes the files. The driver calls this after all workers have ended. */
    public void close() {
        delete(alive());
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
