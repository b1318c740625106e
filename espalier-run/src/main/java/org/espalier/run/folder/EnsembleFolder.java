package org.espalier.run.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.run.settings.RunConfig;

/**
 * The folder of an ensemble: it holds a folder {@value #MEMBERS}, and in it one run per seed, named after the seed. If the
 * members were begun together, {@value EnsembleRecord#FILE} says which they are, so that they can be resumed together.
 */
public final class EnsembleFolder {
    static final String MEMBERS = "members";

    private final Path folder;
    private final List<Long> seeds;
    private final boolean overwrite;

    private EnsembleFolder(Path folder, List<Long> seeds, boolean overwrite) {
        this.folder = folder;
        this.seeds = List.copyOf(seeds);
        this.overwrite = overwrite;
    }

    /** Returns whether a folder is that of an ensemble. */
    public static boolean isAt(Path folder) {
        return Files.isDirectory(folder.resolve(MEMBERS)) && !RunFolder.isAt(folder);
    }

    /** Returns the folder of the member with a seed. */
    public static Path member(Path folder, long seed) {
        return folder.resolve(MEMBERS).resolve(Long.toString(seed));
    }

    /**
     * Returns the folders of the members, by increasing seeds: those that {@value EnsembleRecord#FILE} names, or without it all
     * that are there. They may be missing, or hold runs that are damaged or not trained yet.
     */
    public static List<Path> members(Path folder) {
        return EnsembleRecord.read(folder)
                .map(record -> record.seeds().stream().map(seed -> member(folder, seed)))
                .orElseGet(() -> entries(folder.resolve(MEMBERS)).stream().filter(Files::isDirectory))
                .sorted(Comparator.comparingInt((Path path) -> path.toString().length())
                        .thenComparing(Path::toString))
                .toList();
    }

    /**
     * Opens the folder of an ensemble that is to be resumed.
     *
     * @throws EspalierException if there is none, or not all its members have been begun
     */
    public static EnsembleFolder open(Path folder) {
        EnsembleRecord found = EnsembleRecord.read(folder)
                .orElseThrow(() -> new EspalierException(folder + " has no " + EnsembleRecord.FILE
                        + ", so it is not known which members belong to it; resume each run in "
                        + folder.resolve(MEMBERS)));
        for (long seed : found.seeds()) {
            if (!RunFolder.isAt(member(folder, seed))) {
                throw new EspalierException(member(folder, seed) + " is not the folder of a run, though " + folder
                                + " is an ensemble with this member; put the run back, or begin the ensemble again and"
                                + " overwrite it")
                        .withSettings("overwrite");
            }
        }
        return new EnsembleFolder(folder, found.seeds(), false);
    }

    /**
     * Names the folder of a new ensemble. It may exist if it is empty.
     *
     * @param overwrite whether the folder may also hold an ensemble, which {@link #begin} then replaces
     * @throws EspalierException if seeds are missing or equal, or the folder holds something else
     */
    public static EnsembleFolder forNewEnsemble(Path folder, List<Long> seeds, boolean overwrite) {
        if (seeds.isEmpty()) {
            throw new EspalierException("an ensemble needs at least one seed; give one for each member");
        }
        seeds.stream()
                .filter(seed -> seeds.indexOf(seed) != seeds.lastIndexOf(seed))
                .findFirst()
                .ifPresent(seed -> {
                    throw new EspalierException(
                            "the seed " + seed + " is given twice; the members of an ensemble need different seeds");
                });
        EnsembleFolder ensemble = new EnsembleFolder(folder, seeds, overwrite);
        ensemble.requireFree();
        return ensemble;
    }

    /** Returns the path of this folder. */
    public Path path() {
        return folder;
    }

    /** Returns the seeds of the members, in the order given. */
    public List<Long> seeds() {
        return seeds;
    }

    /** Returns the folder of the run with a seed. */
    public Path member(long seed) {
        return member(folder, seed);
    }

    private void requireFree() {
        FileErrors.inTheWay(folder).ifPresent(file -> {
            throw taken(file + " is a file");
        });
        if (!Files.exists(folder)) {
            return;
        }
        if (!Files.isDirectory(folder)) {
            throw taken("it is a file");
        }
        if (RunFolder.isAt(folder)) {
            throw new EspalierException(folder + " has a run already, not an ensemble; name another folder")
                    .withSettings("out");
        }
        boolean isOurs = EnsembleRecord.read(folder).isPresent();
        for (Path entry : entries(folder)) {
            if (!isOfEnsemble(entry, isOurs)) {
                throw taken("it holds " + EspalierException.quote(String.valueOf(entry.getFileName()))
                        + ", which no training of an ensemble wrote");
            }
        }
        if (isOurs && !overwrite) {
            throw new EspalierException(
                            folder + " has an ensemble already; resume it, overwrite it, or name another folder")
                    .withSettings("resume", "overwrite", "out");
        }
        present().forEach(member -> RunFolder.forNewRun(member, true));
    }

    private static boolean isOfEnsemble(Path entry, boolean isOurs) {
        String name = String.valueOf(entry.getFileName());
        return name.equals(RunFolder.LOCK)
                || RunFiles.isTemporary(name)
                || (isOurs
                        && (name.equals(EnsembleRecord.FILE)
                                || (name.equals(Calibration.FILE) && Calibration.isAt(entry))
                                || (name.equals(MEMBERS) && Files.isDirectory(entry))));
    }

    private EspalierException taken(String why) {
        return new EspalierException(folder + " cannot be the folder of an ensemble: " + why + "; name a new folder");
    }

    /** Returns what is in the folder of members, if there is one. */
    private List<Path> present() {
        return Files.isDirectory(folder.resolve(MEMBERS)) ? entries(folder.resolve(MEMBERS)) : List.of();
    }

    /**
     * Refuses input files of the ensemble that lie in its folder.
     *
     * @param inputs the files that the members read, by a description of each
     */
    public void requireElsewhere(Map<String, Path> inputs) {
        inputs.forEach(new RunFiles(folder)::requireElsewhere);
    }

    /**
     * Writes the files of all members without any step, and deletes the members of an ensemble that is overwritten. The caller
     * holds the {@linkplain #lock lock}.
     *
     * @param members the configuration of each member
     * @param pairs the text of the file of training pairs, if each member keeps them
     * @param threads the number of members that are trained at the same time
     * @throws EspalierException if another process has begun an ensemble here since this object was made, or trains a member
     */
    public void begin(List<RunConfig> members, Mfst machine, Optional<String> pairs, int threads) {
        requireFree();
        // The record is written first, so that the members of an interrupted start are known to be ours.
        new EnsembleRecord(seeds, threads, Map.of()).write(folder);
        deleteCalibration();
        present().stream()
                .filter(member -> seeds.stream().map(this::member).noneMatch(member::equals))
                .forEach(member -> RunFolder.forNewRun(member, true).delete());
        for (RunConfig config : members) {
            RunFolder run = RunFolder.forNewRun(config.out(), true);
            try (RunFolder.Lock lock = run.lock()) {
                run.begin(config, machine, pairs);
            }
        }
    }

    private void deleteCalibration() {
        try {
            Files.deleteIfExists(folder.resolve(Calibration.FILE));
        } catch (IOException e) {
            throw FileErrors.writing(folder.resolve(Calibration.FILE).toString(), e);
        }
    }

    /** Returns the number of members that are trained at the same time, as when the ensemble was begun. */
    public int threads() {
        return record().threads();
    }

    /** Returns whether the training of a member has reached its end, and its checkpoint is still there. */
    public boolean isTrained(long seed) {
        return Optional.ofNullable(record().trained().get(seed))
                .filter(step -> RunFolder.open(member(seed)).modelFiles(step).stream()
                        .allMatch(file -> Files.exists(member(seed).resolve(file))))
                .isPresent();
    }

    /** Records that the training of a member has reached its end. Any thread may call this. */
    public synchronized void recordTrained(long seed, long step) {
        record().withTrained(seed, step).write(folder);
    }

    private EnsembleRecord record() {
        return EnsembleRecord.read(folder)
                .orElseThrow(() -> new EspalierException(
                        folder.resolve(EnsembleRecord.FILE) + " was removed or damaged; put it back"));
    }

    /**
     * Reserves the folder for a training by this process. Creates the folder if it does not exist.
     *
     * @throws EspalierException if another process trains here
     */
    public RunFolder.Lock lock() {
        return RunFolder.lock(folder);
    }

    private static List<Path> entries(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (IOException e) {
            throw FileErrors.reading(folder.toString(), e);
        }
    }
}
