package org.espalier.run.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.run.settings.RunConfig;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells the files that a training wrote in a folder from those of others, and deletes only the former.
 *
 * <p>A name alone proves nothing: a person may have a {@code pairs.tsv} and a {@code config.yaml} too. A folder is a run's if
 * {@value #MARKER}, which a training writes before all else, says so. Runs made before there was this file are known by
 * their machine and {@code symbols.json}, which agree.
 */
record RunFiles(Path folder) {
    static final String MARKER = "run.json";

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final String PROGRAM = "program";
    private static final String PAIRS_KEPT = "pairsKept";
    private static final String ESPALIER = "espalier";

    private static final String HIDDEN = ".espalier-";
    private static final Pattern TEMPORARY = Pattern.compile("\\.espalier-[0-9a-f-]{36}\\.tmp");
    private static final Pattern EVENTS = Pattern.compile("events\\.out\\.tfevents\\.\\d+\\.\\d+\\.espalier");

    /** What is written before the configuration is: a start that was cut off leaves no more. */
    private static final Set<String> OF_START = Set.of(MARKER, RunFolder.MACHINE, RunFolder.SYMBOLS, RunFolder.PAIRS);

    /** Marks the folder as a run's, and says whether {@code pairs.tsv} is the run's own. */
    void mark(boolean pairsKept) {
        AtomicFiles.writeText(
                folder.resolve(MARKER),
                MAPPER.writeValueAsString(
                                MAPPER.createObjectNode().put(PROGRAM, ESPALIER).put(PAIRS_KEPT, pairsKept))
                        + "\n");
    }

    /** Whether a training made this folder a run's. */
    boolean isRun() {
        return marker().isPresent() || symbolsAgree();
    }

    /** Whether {@code pairs.tsv}, if it is there, was written by a training. */
    boolean keepsPairs() {
        return marker().map(marker -> marker.path(PAIRS_KEPT).asBoolean(false)).orElseGet(this::configNamesPairs);
    }

    private Optional<JsonNode> marker() {
        try {
            return Optional.of(MAPPER.readTree(Files.readString(folder.resolve(MARKER))))
                    .filter(marker -> marker.path(PROGRAM).asString("").equals(ESPALIER));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    private boolean symbolsAgree() {
        if (!Files.exists(folder.resolve(RunFolder.SYMBOLS)) || !Files.exists(folder.resolve(RunFolder.MACHINE))) {
            return false;
        }
        try {
            RunFolder.machine(folder);
            return true;
        } catch (EspalierException e) {
            return false;
        }
    }

    private boolean configNamesPairs() {
        try {
            Path train = Path.of(RunConfig.of(RunConfig.read(folder.resolve(RunFolder.CONFIG)))
                    .data()
                    .train());
            return symbolsAgree() && Files.isSameFile(train, folder.resolve(RunFolder.PAIRS));
        } catch (EspalierException | IOException e) {
            return false;
        }
    }

    /**
     * Refuses a folder that holds anything but what a training has written.
     *
     * @param replaces whether a whole run may be there, or only what a start that was cut off leaves
     */
    void requireOnlyOurs(boolean replaces) {
        List<Path> entries = entries(folder);
        for (Path entry : entries) {
            String name = String.valueOf(entry.getFileName());
            if (!isOfRun(entry, name)) {
                throw taken(name, "which is none of a run's files");
            }
        }
        boolean isRun = isRun();
        for (Path entry : entries) {
            String name = String.valueOf(entry.getFileName());
            boolean isWritten = name.equals(RunFolder.PAIRS) ? keepsPairs() : isRun;
            if (!isWritten && !isOfAnyStart(entry, name)) {
                throw taken(name, "which no training has written");
            }
            if (name.equals(RunFolder.CHECKPOINTS)) {
                requireOnlyCheckpoints(entry);
            }
            if (!replaces && !OF_START.contains(name) && !isOfAnyStart(entry, name)) {
                throw new EspalierException(folder + " holds " + EspalierException.quote(name)
                        + " of a run whose " + RunFolder.CONFIG + " is missing; put that back, replace the run by "
                        + "--overwrite, or name another folder with --set out=…");
            }
        }
    }

    private static boolean isOfRun(Path entry, String name) {
        return name.equals(RunFolder.CHECKPOINTS)
                ? Files.isDirectory(entry)
                : Files.isRegularFile(entry)
                        && (List.of(
                                                RunFolder.CONFIG,
                                                RunFolder.MACHINE,
                                                RunFolder.PAIRS,
                                                RunFolder.SYMBOLS,
                                                RunFolder.METRICS,
                                                RunFolder.PROVENANCE,
                                                RunFolder.LOCK,
                                                MARKER)
                                        .contains(name)
                                || EVENTS.matcher(name).matches()
                                || name.startsWith(HIDDEN));
    }

    /** What a start leaves that was cut off before it could mark the folder. */
    private static boolean isOfAnyStart(Path entry, String name) {
        return name.equals(RunFolder.LOCK)
                || TEMPORARY.matcher(name).matches()
                || (name.equals(RunFolder.CHECKPOINTS) && entries(entry).isEmpty());
    }

    private void requireOnlyCheckpoints(Path checkpoints) {
        for (Path file : entries(checkpoints)) {
            if (!CheckpointStore.isStoreFile(file)) {
                throw taken(RunFolder.CHECKPOINTS + "/" + file.getFileName(), "which is none of a run's files");
            }
        }
    }

    private EspalierException taken(String name, String why) {
        return new EspalierException(folder + " cannot be the folder of a run: it holds "
                + EspalierException.quote(name) + ", " + why + "; name a new folder");
    }

    /**
     * Deletes the files of a run, the one that makes it one first. Leaves the lock, the mark, and whatever came since the folder
     * was looked at.
     */
    void clear() {
        boolean keepsPairs = keepsPairs();
        try {
            Files.deleteIfExists(folder.resolve(RunFolder.CONFIG));
            for (Path entry : entries(folder)) {
                String name = String.valueOf(entry.getFileName());
                if (name.equals(RunFolder.CHECKPOINTS)) {
                    clearCheckpoints(entry);
                } else if (isOfRun(entry, name)
                        && !name.equals(RunFolder.LOCK)
                        && !name.equals(MARKER)
                        && (keepsPairs || !name.equals(RunFolder.PAIRS))) {
                    Files.delete(entry);
                }
            }
        } catch (IOException e) {
            throw FileErrors.writing(folder.toString(), e);
        }
    }

    /** Deletes checkpoints. If others' folder is linked to, only the link is deleted. */
    private static void clearCheckpoints(Path checkpoints) throws IOException {
        if (Files.isDirectory(checkpoints, LinkOption.NOFOLLOW_LINKS)) {
            for (Path file : entries(checkpoints)) {
                if (CheckpointStore.isStoreFile(file)) {
                    Files.delete(file);
                }
            }
        } else {
            Files.delete(checkpoints);
        }
    }

    /**
     * Refuses a run in a folder that holds what it is made from.
     *
     * @param what what the file is to the run
     */
    void requireElsewhere(String what, Path file) {
        if (isInside(file)) {
            throw new EspalierException(file + ", " + what + ", is in the folder of the run, " + folder
                    + ", whose files would be replaced; move it elsewhere, or name another folder with --set out=…");
        }
    }

    /** Whether a file, or what it links to, is in this folder or is this folder. */
    private boolean isInside(Path file) {
        try {
            Path real = folder.toRealPath();
            Path parent = file.toAbsolutePath().getParent();
            return file.toRealPath().startsWith(real)
                    || (parent != null && parent.toRealPath().startsWith(real));
        } catch (IOException e) {
            return false; // one of them does not exist
        }
    }

    private static List<Path> entries(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw FileErrors.reading(folder.toString(), e);
        }
    }
}
