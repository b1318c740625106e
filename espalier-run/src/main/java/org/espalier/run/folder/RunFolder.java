package org.espalier.run.folder;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;
import org.espalier.fst.Mfst;
import org.espalier.fst.Tape;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.fst.io.MachineText;
import org.espalier.model.checkpoint.CheckpointStore;
import org.espalier.run.settings.RunConfig;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder of a run. It holds a run from the moment it has {@value #CONFIG}: that file is written last, so everything else
 * that resuming needs is there by then.
 */
public final class RunFolder {
    static final String CONFIG = "config.yaml";
    static final String MACHINE = "machine.fst.txt";
    static final String PAIRS = "pairs.tsv";
    static final String SYMBOLS = "symbols.json";
    static final String CHECKPOINTS = "checkpoints";
    static final String METRICS = "metrics.jsonl";
    static final String PROVENANCE = "provenance.jsonl";
    static final String LOCK = "lock";
    /**
     * The folders that this process has locked, or whose lock it looks at. To close a channel of a lock file, even another one, frees the lock on many systems,
     * so a folder is looked up here before its file is opened.
     */
    private static final Set<Path> LOCKED_HERE = ConcurrentHashMap.newKeySet();

    private static final String RENDEZVOUS = ".espalier-workers";

    /** {@link #isBeingTrainedIn} holds the lock for a moment, so a training tries for a second to get it. */
    private static final int LOCK_ATTEMPTS = 50;

    private static final int MILLISECONDS_BETWEEN_ATTEMPTS = 20;

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Path folder;
    private final boolean overwrite;

    private RunFolder(Path folder, boolean overwrite) {
        this.folder = folder;
        this.overwrite = overwrite;
    }

    /** Returns whether a folder is that of a run, and not one that merely holds a configuration. */
    public static boolean isAt(Path folder) {
        return Files.exists(folder.resolve(CONFIG)) && Files.exists(folder.resolve(MACHINE));
    }

    /**
     * Opens the folder of an existing run.
     *
     * @throws EspalierException if there is no run
     */
    public static RunFolder open(Path folder) {
        RunFolder run = new RunFolder(folder, false);
        if (!isAt(folder)) {
            throw new EspalierException(folder + " is not the folder of a run: " + whatItIs(folder));
        }
        return run;
    }

    private static String whatItIs(Path folder) {
        if (EnsembleFolder.isAt(folder)) {
            return "it is that of an ensemble; name one of the runs in " + folder.resolve(EnsembleFolder.MEMBERS);
        }
        Path below = folder.resolve("run");
        if (isAt(below) || EnsembleFolder.isAt(below)) {
            return "its run is in " + below + "; name that folder";
        }
        if (!Files.exists(folder)) {
            return "there is no such folder; check the path";
        }
        return Files.isDirectory(folder)
                ? "it has no " + (Files.exists(folder.resolve(CONFIG)) ? MACHINE : CONFIG)
                : "it is a file; name the folder";
    }

    /** Returns whether a file exists and is one that a training or a calibration wrote for a run or an ensemble. */
    public static boolean isFileOf(Path folder, Path file) {
        try {
            Path root = folder.toRealPath();
            Path real = file.toRealPath();
            return real.startsWith(root) && RunFiles.isOfRun(root, root.relativize(real));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Names the folder of a new run. It may exist if it is empty, or holds only what an interrupted start leaves.
     *
     * @param overwrite whether the folder may also hold a run, which {@link #begin} then deletes
     * @throws EspalierException if the folder holds a run that may not be overwritten, or files that no training wrote
     */
    public static RunFolder forNewRun(Path folder, boolean overwrite) {
        return new RunFolder(folder, overwrite).requireFree();
    }

    /** Returns the file in which a run keeps its machine. */
    public static Path machineFile(Path folder) {
        return folder.resolve(MACHINE);
    }

    /** Returns the file in which a run keeps its training pairs, if they come from no file. */
    public static Path pairsFile(Path folder) {
        return folder.resolve(PAIRS);
    }

    private boolean exists() {
        return Files.exists(folder.resolve(CONFIG));
    }

    private RunFolder requireFree() {
        if (!overwrite && exists() && files().isRun()) {
            throw new EspalierException(folder + " has a run already; resume it, overwrite it, or name another folder")
                    .withSettings("resume", "overwrite", "out");
        }
        requireOnlyOurs();
        return this;
    }

    private void requireOnlyOurs() {
        FileErrors.inTheWay(folder).ifPresent(file -> {
            throw new EspalierException(
                    folder + " cannot be the folder of a run: " + file + " is a file; name a new folder");
        });
        if (!Files.exists(folder)) {
            return;
        }
        if (!Files.isDirectory(folder)) {
            throw new EspalierException(folder + " cannot be the folder of a run: it is a file; name a new folder");
        }
        files().requireOnlyOurs(overwrite);
    }

    private RunFiles files() {
        return new RunFiles(folder);
    }

    /**
     * Refuses input files of a run that lie in its folder.
     *
     * @param inputs the files that the run reads, by a description of each
     */
    public void requireElsewhere(Map<String, Path> inputs) {
        inputs.forEach(files()::requireElsewhere);
    }

    /**
     * Writes the files of a run without any step. The caller holds the {@linkplain #lock lock}.
     *
     * @param pairs the text of {@value #PAIRS}, if the run keeps its pairs
     * @throws EspalierException if another process has begun a run here since this object was made
     */
    public void begin(RunConfig config, Mfst machine, Optional<String> pairs) {
        requireFree();
        // The marker is written first and never removed, so that the files of an interrupted start are known to be
        // ours.
        files().mark(pairs.isPresent() || files().keepsPairs());
        files().clear();
        files().mark(pairs.isPresent());
        try {
            Files.createDirectories(checkpoints());
        } catch (IOException e) {
            throw FileErrors.writing(checkpoints().toString(), e);
        }
        MachineText.write(machine, machineFile(folder));
        pairs.ifPresent(lines -> AtomicFiles.writeText(pairsFile(folder), lines));
        AtomicFiles.writeText(folder.resolve(SYMBOLS), MAPPER.writeValueAsString(symbols(machine)) + "\n");
        configure(config);
    }

    /** Deletes the run and its folder. */
    void delete() {
        try (Lock lock = lock()) {
            files().clear();
        }
        files().delete();
    }

    private static Map<String, Object> symbols(Mfst machine) {
        Map<String, Object> symbols = new LinkedHashMap<>();
        for (Tape tape : Tape.values()) {
            symbols.put(tape.word(), machine.alphabet(tape).symbols());
        }
        return symbols;
    }

    /** Writes the configuration with the values of all settings. */
    public void configure(RunConfig config) {
        AtomicFiles.writeText(folder.resolve(CONFIG), config.values().yaml());
    }

    /** Reads the configuration of the run. */
    public RunConfig config() {
        return RunConfig.of(RunConfig.read(folder.resolve(CONFIG)));
    }

    /**
     * Reads the machine of the run.
     *
     * @throws EspalierException if its symbols are numbered in another way than when the run began: these numbers are the
     *     indices of parameters
     */
    public Mfst machine() {
        return machine(folder);
    }

    static Mfst machine(Path folder) {
        Mfst machine = MachineText.read(folder.resolve(MACHINE));
        Path file = folder.resolve(SYMBOLS);
        try {
            JsonNode kept = MAPPER.readTree(Files.readString(file));
            if (!kept.equals(MAPPER.valueToTree(symbols(machine)))) {
                throw new EspalierException(folder.resolve(MACHINE) + " and " + file
                        + " disagree: one of them was changed after the run began; put it back");
            }
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        } catch (JacksonException e) {
            throw new EspalierException(file + " is damaged: " + e.getOriginalMessage(), e);
        }
        return machine;
    }

    /** Returns the checkpoints of the run. The store refuses those of a model with other settings or another machine. */
    public CheckpointStore store(RunConfig config, Mfst machine) {
        Map<String, String> model = new LinkedHashMap<>(config.modelSettings());
        model.put(MACHINE, fingerprint(machine));
        return new CheckpointStore(checkpoints(), model);
    }

    /** Returns a checksum of a machine that does not depend on the layout of its file. */
    private static String fingerprint(Mfst machine) {
        StringWriter text = new StringWriter();
        MachineText.write(machine, text);
        return checksum(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return Long.toHexString(checksum.getValue());
    }

    /** Returns a name of a checkpoint that tells it from all others: its step, and a checksum of what it was saved with. */
    String checkpoint(long step) {
        Path manifest = new CheckpointStore(checkpoints()).files(step).get(1);
        try {
            // The manifest has a checksum of the parameters.
            return "step " + step + ", " + checksum(Files.readAllBytes(manifest));
        } catch (IOException e) {
            throw FileErrors.reading(manifest.toString(), e);
        }
    }

    /** Returns the path of this folder. */
    public Path path() {
        return folder;
    }

    /**
     * Returns the files that are needed to open a saved model, relative to this folder.
     *
     * @param step the step after which the model was saved
     */
    public List<Path> modelFiles(long step) {
        List<Path> files = new ArrayList<>(List.of(Path.of(CONFIG), Path.of(MACHINE), Path.of(SYMBOLS)));
        new CheckpointStore(checkpoints()).files(step).forEach(file -> files.add(folder.relativize(file)));
        return List.copyOf(files);
    }

    /** Returns the file of the machine. */
    public Path machineFile() {
        return folder.resolve(MACHINE);
    }

    /** Returns whether another run has the same machine over the same alphabets. */
    boolean hasMachineOf(RunFolder other) {
        try {
            return Files.mismatch(machineFile(), other.machineFile()) < 0
                    && Files.mismatch(folder.resolve(SYMBOLS), other.folder.resolve(SYMBOLS)) < 0;
        } catch (IOException e) {
            throw FileErrors.reading(other.folder.toString(), e);
        }
    }

    /** Returns the file of metrics. */
    public Path metricsFile() {
        return folder.resolve(METRICS);
    }

    /** Returns the folder of checkpoints. */
    public Path checkpoints() {
        return folder.resolve(CHECKPOINTS);
    }

    /** Returns the file by which worker processes find each other. It exists only while they connect. */
    public Path rendezvous() {
        return folder.resolve(RENDEZVOUS);
    }

    /** Opens the file of metrics for the steps after this one. */
    public MetricsFile metrics(long step) {
        return MetricsFile.after(folder.resolve(METRICS), step);
    }

    /** Creates a TensorBoard file for the steps after this one. */
    public TensorBoardFile events(long step) {
        return TensorBoardFile.after(folder, step);
    }

    /**
     * Adds a line about the program and the machine that train this run from now on.
     *
     * @param step the number of steps done before
     */
    public void recordProvenance(RunConfig config, int workers, long step) {
        try {
            Files.writeString(
                    folder.resolve(PROVENANCE),
                    MAPPER.writeValueAsString(Provenance.of(config.seed(), config.threads(), workers, step)) + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw FileErrors.writing(folder.resolve(PROVENANCE).toString(), e);
        }
    }

    /** Keeps other processes from training in a folder until it is closed. */
    public record Lock(FileChannel channel, Path folder) implements AutoCloseable {
        @Override
        public void close() {
            boolean isHeld = channel.isOpen();
            try {
                channel.close();
            } catch (IOException e) {
                throw FileErrors.writing("the lock of a run", e);
            } finally {
                if (isHeld) {
                    LOCKED_HERE.remove(folder);
                }
            }
        }
    }

    /**
     * Reserves the folder for a training by this process. Creates the folder if it does not exist.
     *
     * @throws EspalierException if another process trains here
     */
    public Lock lock() {
        return lock(folder);
    }

    /**
     * Reserves a folder for this process. Creates the folder if it does not exist.
     *
     * @throws EspalierException if another process trains here
     */
    public static Lock lock(Path folder) {
        try {
            Files.createDirectories(folder);
            Path real = folder.toRealPath();
            if (LOCKED_HERE.add(real)) {
                boolean isLocked = false;
                try {
                    FileChannel channel =
                            FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    isLocked = isLocked(channel, folder);
                    if (isLocked) {
                        return new Lock(channel, real);
                    }
                } finally {
                    if (!isLocked) {
                        LOCKED_HERE.remove(real);
                    }
                }
            }
        } catch (IOException e) {
            throw FileErrors.writing(folder.resolve(LOCK).toString(), e);
        }
        throw new EspalierException(folder + " is being trained in by another process; wait for it, or stop it");
    }

    /** Tries to lock a channel, and closes it if that fails. */
    private static boolean isLocked(FileChannel channel, Path folder) throws IOException {
        boolean isLocked = false;
        try {
            for (int attempt = 0; attempt < LOCK_ATTEMPTS && !isLocked; attempt++) {
                isLocked = tryLock(channel);
                if (!isLocked) {
                    Thread.sleep(MILLISECONDS_BETWEEN_ATTEMPTS);
                }
            }
            return isLocked;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EspalierException("interrupted while waiting for the lock of " + folder, e);
        } finally {
            if (!isLocked) {
                channel.close();
            }
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false; // this process reads the lock elsewhere
        }
    }

    /** Returns whether a process trains here now. Writes nothing. */
    public boolean isBeingTrainedIn() {
        Path lock = folder.resolve(LOCK);
        if (!Files.exists(lock)) {
            return false;
        }
        try {
            Path real = folder.toRealPath();
            if (!LOCKED_HERE.add(real)) {
                return true;
            }
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.READ)) {
                return channel.tryLock(0, Long.MAX_VALUE, true) == null;
            } finally {
                LOCKED_HERE.remove(real);
            }
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (IOException e) {
            throw FileErrors.reading(lock.toString(), e);
        }
    }
}
