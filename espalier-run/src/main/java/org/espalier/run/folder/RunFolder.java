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
 * The folder of a run. It is a run from the moment it has {@value #CONFIG}, which is written last: whatever else is needed
 * to go on is there then.
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
    private static final String MEETING = ".espalier-workers";

    /** Whoever only {@linkplain #isBeingTrainedIn looks} has the lock for a moment; a training waits a second for it. */
    private static final int TRIALS = 50;

    private static final int MILLISECONDS_BETWEEN = 20;

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Path folder;
    private final boolean replaces;

    private RunFolder(Path folder, boolean replaces) {
        this.folder = folder;
        this.replaces = replaces;
    }

    /** Whether a folder is that of a run, and not one that merely has a configuration in it. */
    public static boolean isAt(Path folder) {
        return Files.exists(folder.resolve(CONFIG)) && Files.exists(folder.resolve(MACHINE));
    }

    /** The folder of a run that is there. */
    public static RunFolder open(Path folder) {
        RunFolder run = new RunFolder(folder, false);
        if (!run.exists()) {
            throw new EspalierException(folder + " is not the folder of a run: "
                    + (Files.exists(folder) ? "it has no " + CONFIG : "there is no such folder; check the path"));
        }
        return run;
    }

    /** A folder for a run that is to be: new, empty, or with no more in it than a run that was cut off as it began. */
    public static RunFolder fresh(Path folder) {
        return new RunFolder(folder, false).requireFree();
    }

    /** A folder for a run that is to be, with a run that may be there removed. */
    public static RunFolder overwriting(Path folder) {
        return new RunFolder(folder, true).requireFree();
    }

    /** Where a run keeps its machine. */
    public static Path machineFile(Path folder) {
        return folder.resolve(MACHINE);
    }

    /** Where a run keeps the pairs it is trained on, if they are in no other file. */
    public static Path pairsFile(Path folder) {
        return folder.resolve(PAIRS);
    }

    private boolean exists() {
        return Files.exists(folder.resolve(CONFIG));
    }

    private RunFolder requireFree() {
        if (!replaces && exists() && files().isRun()) {
            throw new EspalierException(folder
                    + " has a run already; go on with it by --resume, replace it by --overwrite, or name another "
                    + "folder with --set out=…");
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
        files().requireOnlyOurs(replaces);
    }

    private RunFiles files() {
        return new RunFiles(folder);
    }

    /**
     * Refuses to begin a run here with what lies here.
     *
     * @param inputs the files that the run is made from, each with what it is to the run
     */
    void requireElsewhere(Map<String, Path> inputs) {
        inputs.forEach(files()::requireElsewhere);
    }

    /**
     * Makes the folder a run's, with nothing done yet. Under the lock.
     *
     * @param pairs the lines of pairs that are in no other file
     * @throws EspalierException if another process has begun a run here since this folder was looked at
     */
    public void begin(RunConfig config, Mfst machine, Optional<String> pairs) {
        requireFree();
        // The mark comes before all else and stays throughout, so that what a start leaves is known to be ours.
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

    private static Map<String, Object> symbols(Mfst machine) {
        Map<String, Object> symbols = new LinkedHashMap<>();
        for (Tape tape : Tape.values()) {
            symbols.put(tape.word(), machine.alphabet(tape).symbols());
        }
        return symbols;
    }

    /** Writes the configuration, as resolved. */
    public void configure(RunConfig config) {
        AtomicFiles.writeText(folder.resolve(CONFIG), config.values().yaml());
    }

    public RunConfig config() {
        return RunConfig.of(RunConfig.read(folder.resolve(CONFIG)));
    }

    /**
     * The machine of the run, its symbols numbered as they were when the run began.
     *
     * @throws EspalierException if they are not: parameters are found by these numbers
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

    /** The checkpoints of a model of these settings and this machine; those of another are refused. */
    CheckpointStore store(RunConfig config, Mfst machine) {
        Map<String, String> model = new LinkedHashMap<>(config.modelSettings());
        model.put(MACHINE, fingerprint(machine));
        return new CheckpointStore(checkpoints(), model);
    }

    /** A checksum of all that a machine is, however its file is laid out. */
    private static String fingerprint(Mfst machine) {
        CRC32C checksum = new CRC32C();
        StringWriter text = new StringWriter();
        MachineText.write(machine, text);
        checksum.update(text.toString().getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(checksum.getValue());
    }

    public Path path() {
        return folder;
    }

    /** The files that the model saved after so many steps is opened from, by their paths below the folder. */
    public List<Path> modelFiles(long step) {
        List<Path> files = new ArrayList<>(List.of(Path.of(CONFIG), Path.of(MACHINE), Path.of(SYMBOLS)));
        new CheckpointStore(checkpoints()).files(step).forEach(file -> files.add(folder.relativize(file)));
        return List.copyOf(files);
    }

    public Path machineFile() {
        return folder.resolve(MACHINE);
    }

    public Path metricsFile() {
        return folder.resolve(METRICS);
    }

    public Path checkpoints() {
        return folder.resolve(CHECKPOINTS);
    }

    /** The file by which workers of a training find each other; there only while they do. */
    Path meeting() {
        return folder.resolve(MEETING);
    }

    /** The record of the steps, to go on after this one. */
    public MetricsFile metrics(long step) {
        return MetricsFile.after(folder.resolve(METRICS), step);
    }

    /** The same for TensorBoard. */
    public TensorBoardFile events(long step) {
        return TensorBoardFile.after(folder, step);
    }

    /** Adds a line that says what this run is made by and on, from this step on. */
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

    /** What keeps other processes from training in a folder, until it is closed. */
    public record Lock(FileChannel channel) implements AutoCloseable {
        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                throw FileErrors.writing("the lock of a run", e);
            }
        }
    }

    /**
     * Makes this process the only one that trains here until it ends or closes what it gets; makes the folder if need be.
     *
     * @throws EspalierException if another does
     */
    public Lock lock() {
        try {
            Files.createDirectories(folder);
            FileChannel channel =
                    FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            for (int trial = 0; trial < TRIALS; trial++) {
                try {
                    if (channel.tryLock() != null) {
                        return new Lock(channel);
                    }
                } catch (OverlappingFileLockException e) {
                    // held by this very process
                }
                Thread.sleep(MILLISECONDS_BETWEEN);
            }
            channel.close();
        } catch (IOException e) {
            throw FileErrors.writing(folder.resolve(LOCK).toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EspalierException("interrupted while waiting for the lock of " + folder, e);
        }
        throw new EspalierException(folder + " is being trained in by another process; wait for it, or stop it");
    }

    /** Whether a process trains here now. Only looks, and writes nothing. */
    public boolean isBeingTrainedIn() {
        Path lock = folder.resolve(LOCK);
        if (!Files.exists(lock)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.READ)) {
            return channel.tryLock(0, Long.MAX_VALUE, true) == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (IOException e) {
            throw FileErrors.reading(lock.toString(), e);
        }
    }
}
