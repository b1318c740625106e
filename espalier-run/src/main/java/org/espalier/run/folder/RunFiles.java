package org.espalier.run.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
 * Distinguishes the files that a training wrote in a folder from those of the user, and deletes only the former.
 *
 * <p>A name alone proves nothing: a user may have a {@code pairs.tsv} and a {@code config.yaml} too. A folder belongs to a run
 * if it has a {@value #MARKER} of ours, which a training writes before all other files. Older runs have no such file; they are
 * recognized by a machine and a {@code symbols.json} that agree.
 */
record RunFiles(Path folder) {
    static final String MARKER = "run.json";

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final String PROGRAM = "program";
    private static final String PAIRS_KEPT = "pairsKept";
    static final String ESPALIER = "espalier";

    /** What marks a JSON file as one of ours. */
    static final Map<String, Object> OURS = Map.of(PROGRAM, ESPALIER);

    private static final String HIDDEN = ".espalier-";
    private static final Pattern TEMPORARY = Pattern.compile("\\.espalier-[0-9a-f-]{36}\\.tmp");
    private static final Pattern EVENTS = Pattern.compile("events\\.out\\.tfevents\\.\\d+\\.\\d+\\.espalier");

    /** The files that are written before the configuration: an interrupted start leaves no others. */
    private static final Set<String> OF_START = Set.of(MARKER, RunFolder.MACHINE, RunFolder.SYMBOLS, RunFolder.PAIRS);

    /**
     * Writes the marker.
     *
     * @param pairsKept whether {@code pairs.tsv} is written by the run
     */
    void mark(boolean pairsKept) {
        AtomicFiles.writeText(
                folder.resolve(MARKER),
                MAPPER.writeValueAsString(
                                MAPPER.createObjectNode().put(PROGRAM, ESPALIER).put(PAIRS_KEPT, pairsKept))
                        + "\n");
    }

    /** Returns whether a training wrote the files of this folder. */
    boolean isRun() {
        return marker().isPresent() || symbolsAgree();
    }

    /** Returns whether {@code pairs.tsv}, if it exists, was written by a training. */
    boolean keepsPairs() {
        return marker().map(marker -> marker.path(PAIRS_KEPT).asBoolean(false)).orElseGet(this::configNamesPairs);
    }

    private Optional<JsonNode> marker() {
        try {
            return Optional.of(MAPPER.readTree(Files.readString(folder.resolve(MARKER))))
                    .filter(RunFiles::isOurs);
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    static boolean isOurs(JsonNode content) {
        return content.path(PROGRAM).asString("").equals(ESPALIER);
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
     * Refuses a folder with files that no training wrote.
     *
     * @param overwrite whether the folder may hold a complete run, or only what an interrupted start leaves
     */
    void requireOnlyOurs(boolean overwrite) {
        List<Path> entries = entries(folder);
        for (Path entry : entries) {
            String name = String.valueOf(entry.getFileName());
            if (!isOfRun(entry, name)) {
                throw taken(name, "which is not a file of a run");
            }
        }
        boolean isRun = isRun();
        for (Path entry : entries) {
            String name = String.valueOf(entry.getFileName());
            boolean isWritten = name.equals(RunFolder.PAIRS) ? keepsPairs() : isRun;
            if (!isWritten && !isOfAnyStart(entry, name)) {
                throw taken(name, "which no training wrote");
            }
            if (name.equals(RunFolder.CHECKPOINTS)) {
                requireOnlyCheckpoints(entry);
            }
            if (!overwrite && !OF_START.contains(name) && !isOfAnyStart(entry, name)) {
                throw new EspalierException(folder + " holds " + EspalierException.quote(name)
                                + " of a run whose " + RunFolder.CONFIG
                                + " is missing; put that back, overwrite the run, or name another folder")
                        .withSettings("overwrite", "out");
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
                                || (name.equals(Calibration.FILE) && Calibration.isAt(entry))
                                || name.startsWith(HIDDEN));
    }

    /** Returns whether a file, by its path in the folder of a run or of an ensemble, belongs to it. */
    static boolean isOfRun(Path folder, Path inside) {
        String first = inside.getName(0).toString();
        if (inside.getNameCount() > 1) {
            return first.equals(RunFolder.CHECKPOINTS) || first.equals(EnsembleFolder.MEMBERS);
        }
        return first.equals(EnsembleRecord.FILE) || isOfRun(folder.resolve(inside), first);
    }

    /** Returns whether a name is that of a file that is being written. */
    static boolean isTemporary(String name) {
        return TEMPORARY.matcher(name).matches();
    }

    /** Returns whether a file may come from a start that was interrupted before it wrote the marker. */
    private static boolean isOfAnyStart(Path entry, String name) {
        return name.equals(RunFolder.LOCK)
                || isTemporary(name)
                || (name.equals(RunFolder.CHECKPOINTS) && entries(entry).isEmpty());
    }

    private void requireOnlyCheckpoints(Path checkpoints) {
        for (Path file : entries(checkpoints)) {
            if (!CheckpointStore.isStoreFile(file)) {
                throw taken(RunFolder.CHECKPOINTS + "/" + file.getFileName(), "which is not a file of a run");
            }
        }
    }

    private EspalierException taken(String name, String why) {
        return new EspalierException(folder + " cannot be the folder of a run: it holds "
                + EspalierException.quote(name) + ", " + why + "; name a new folder");
    }

    /** Deletes the files of a run, the configuration first. Keeps the lock, the marker and files of the user. */
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

    /** Deletes what {@link #clear} keeps of a run, and then the folder. */
    void delete() {
        try {
            for (String name : List.of(RunFolder.CHECKPOINTS, MARKER, RunFolder.LOCK)) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw FileErrors.writing(folder.toString(), e);
        }
    }

    /** Deletes checkpoints. If the folder is a symbolic link, deletes only the link. */
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
     * Refuses an input file of a run that lies in this folder.
     *
     * @param role a description of the file for messages
     */
    void requireElsewhere(String role, Path file) {
        if (isInside(file)) {
            throw new EspalierException(file + ", " + role + ", is in the folder of the run, " + folder
                            + ", whose files would be replaced; move it elsewhere, or name another folder")
                    .withSettings("out");
        }
    }

    /** Returns whether a file, or the target of a link, is this folder or lies in it. */
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
