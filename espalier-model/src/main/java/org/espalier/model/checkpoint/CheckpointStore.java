package org.espalier.model.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;

/**
 * A folder of checkpoints, to which one process at a time writes, and which is intact whenever that process is killed.
 *
 * <p>A checkpoint is {@code step-N.safetensors} and {@code step-N.json}, each written to a temporary name, flushed and
 * renamed. The JSON file is written last and has the checksum of the other: a checkpoint exists once it has a JSON file. The
 * store keeps the last two checkpoints and the best.
 */
public final class CheckpointStore {
    private static final Pattern FILE = Pattern.compile("step-(0|[1-9]\\d{0,17})\\.(safetensors|json)(\\.tmp)?");
    private static final int LAST = 2;

    /** The beginning of the names of model settings in the state of a checkpoint. */
    private static final String MODEL = "model.";

    private final Path directory;
    private final Map<String, String> model;

    /** Creates a store for checkpoints of any model. The folder need not exist; saving creates it. */
    public CheckpointStore(Path directory) {
        this(directory, Map.of());
    }

    /**
     * Creates a store for the checkpoints of one model. Checkpoints record the model's settings, and those of another model
     * are refused.
     *
     * @param model the settings on which the meaning of the parameters depends, by name
     */
    public CheckpointStore(Path directory, Map<String, String> model) {
        this.directory = directory;
        this.model = new TreeMap<>(model);
    }

    /** Returns whether a file has the name of a store's file. */
    public static boolean isStoreFile(Path file) {
        return FILE.matcher(String.valueOf(file.getFileName())).matches() && Files.isRegularFile(file);
    }

    /**
     * Saves a checkpoint and deletes those that need not be kept, including those of later steps: a training that saves step
     * N after step M > N has gone back to before M.
     *
     * @param state the strings that are needed to resume, beside the tensors
     * @param best whether it is the best so far
     */
    public void save(long step, Map<String, Tensor> tensors, Map<String, String> state, boolean best) {
        Path file = tensorsFile(step);
        Map<String, String> fullState = new TreeMap<>(state);
        model.forEach((name, value) -> fullState.put(MODEL + name, value));
        try {
            Files.createDirectories(directory);
            // An older checkpoint of this step must not exist while its tensors are replaced.
            Files.deleteIfExists(manifestFile(step));
            Digest digest = new Digest();
            write(file, out -> Safetensors.write(digest.before(out), tensors, fullState));
            byte[] manifest = new Manifest(step, best, fullState, Files.size(file), digest.hex()).encode();
            write(manifestFile(step), out -> out.write(ByteBuffer.wrap(manifest)));
            deleteObsolete(step);
        } catch (IOException e) {
            throw FileErrors.writing(file.toString(), e);
        }
    }

    /**
     * Returns the newest intact checkpoint; empty if none was ever saved.
     *
     * @param warnings receives a message for each newer checkpoint that is damaged
     * @throws OtherModelException if it was saved for another model
     * @throws EspalierException if there are checkpoints and all are damaged or have lost their JSON files
     */
    public Optional<Checkpoint> latest(Consumer<String> warnings) {
        List<String> damaged = new ArrayList<>();
        for (long step : steps().descendingSet()) {
            try {
                Checkpoint checkpoint = verified(step);
                for (String each : damaged) {
                    warnings.accept(each + "; using the checkpoint of step " + step + " instead");
                }
                return Optional.of(checkpoint);
            } catch (OtherModelException e) {
                throw e;
            } catch (EspalierException e) {
                damaged.add("the checkpoint of step " + step + " is damaged: " + e.getMessage());
            }
        }
        if (damaged.isEmpty()) {
            requireNoneLost();
            return Optional.empty();
        }
        throw new EspalierException("no checkpoint in " + directory + " is whole; " + String.join("; ", damaged)
                + "; restore them from a copy, or remove the folder and train anew");
    }

    /** Refuses tensors of several steps without JSON files. An interrupted first save leaves those of one step only. */
    private void requireNoneLost() {
        List<Path> tensors = files().stream()
                .filter(file -> file.toString().endsWith(".safetensors"))
                .sorted()
                .toList();
        if (tensors.size() > 1) {
            throw new EspalierException(directory + " has tensors but no checkpoint: the JSON files beside "
                    + tensors.get(0).getFileName() + " and " + (tensors.size() - 1)
                    + " more are missing; restore them from a copy, or remove the folder and train anew");
        }
    }

    /**
     * Returns the checkpoint last saved as the best; empty if none is known to be the best.
     *
     * @param warnings receives a message for each newer checkpoint whose JSON file cannot be read
     * @throws OtherModelException if it was saved for another model
     * @throws EspalierException if it is damaged
     */
    public Optional<Checkpoint> best(Consumer<String> warnings) {
        for (long step : steps().descendingSet()) {
            if (isBest(step, warnings)) {
                try {
                    return Optional.of(verified(step));
                } catch (OtherModelException e) {
                    throw e;
                } catch (EspalierException e) {
                    throw new EspalierException(
                            "the best checkpoint, of step " + step + ", is damaged: " + e.getMessage()
                                    + "; restore it from a copy",
                            e);
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the step of the checkpoint last saved as the best, or else of the newest, without reading tensors. */
    public OptionalLong step() {
        NavigableSet<Long> steps = steps();
        for (long step : steps.descendingSet()) {
            if (isBest(step, warning -> {})) {
                return OptionalLong.of(step);
            }
        }
        return steps.isEmpty() ? OptionalLong.empty() : OptionalLong.of(steps.last());
    }

    /** Returns the files of a checkpoint. */
    public List<Path> files(long step) {
        return List.of(tensorsFile(step), manifestFile(step));
    }

    /** Returns a checkpoint after verifying its checksum. Complexity: reads its tensors once. */
    private Checkpoint verified(long step) {
        Path file = tensorsFile(step);
        Manifest manifest = manifest(step);
        Digest digest = new Digest();
        long size;
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            size = in.size();
            ByteBuffer buffer = ByteBuffer.allocate(1 << 20);
            while (in.read(buffer) >= 0) {
                digest.update(buffer.flip());
                buffer.clear();
            }
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
        if (size != manifest.size()) {
            throw new EspalierException(file + " has " + size + " bytes instead of " + manifest.size());
        }
        if (!digest.hex().equals(manifest.sha256())) {
            throw new EspalierException(file + " does not have the checksum that " + manifestFile(step) + " gives");
        }
        if (!Safetensors.header(file).metadata().equals(manifest.state()) || manifest.step() != step) {
            throw new EspalierException(manifestFile(step) + " does not agree with " + file);
        }
        requireSameModel(step, manifest.state());
        return new Checkpoint(file, step, manifest.state());
    }

    /** Refuses a checkpoint of another model. A setting that an earlier version did not record is not compared. */
    private void requireSameModel(long step, Map<String, String> state) {
        List<String> differences = new ArrayList<>();
        model.forEach((name, now) -> {
            String then = state.getOrDefault(MODEL + name, now);
            if (!then.equals(now)) {
                differences.add(name + " was " + then + " and is " + now);
            }
        });
        if (!differences.isEmpty()) {
            throw new OtherModelException("the checkpoint of step " + step + " in " + directory
                    + " is for another model: " + String.join(", ", differences)
                    + "; put back what it was saved with, or train anew in another folder");
        }
    }

    private Manifest manifest(long step) {
        Path file = manifestFile(step);
        try {
            return Manifest.decode(Files.readAllBytes(file));
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        } catch (EspalierException e) {
            throw new EspalierException(file + " is not what was written: " + e.getMessage(), e);
        }
    }

    private boolean isBest(long step, Consumer<String> warnings) {
        try {
            return manifest(step).best();
        } catch (EspalierException e) {
            warnings.accept(e.getMessage() + "; the checkpoint of step " + step
                    + " may be the best one; restore the file from a copy");
            return false;
        }
    }

    private Path tensorsFile(long step) {
        return directory.resolve("step-" + step + ".safetensors");
    }

    private Path manifestFile(long step) {
        return directory.resolve("step-" + step + ".json");
    }

    private NavigableSet<Long> steps() {
        TreeSet<Long> steps = new TreeSet<>();
        for (Path file : files()) {
            Matcher name = FILE.matcher(file.getFileName().toString());
            if (name.matches() && name.group(2).equals("json") && name.group(3) == null) {
                steps.add(Long.valueOf(name.group(1)));
            }
        }
        return steps;
    }

    /** Returns the files in the folder that have the name of a store's file. */
    private List<Path> files() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(
                            file -> FILE.matcher(file.getFileName().toString()).matches())
                    .toList();
        } catch (IOException e) {
            throw FileErrors.reading(directory.toString(), e);
        }
    }

    /**
     * Deletes every file of the store that belongs to no checkpoint to keep, JSON files first, so that no checkpoint loses its
     * tensors. A checkpoint whose JSON file cannot be read may be the best one and is kept.
     */
    private void deleteObsolete(long saved) throws IOException {
        Set<Path> keep = new TreeSet<>();
        int last = 0;
        boolean haveBest = false;
        for (long step : steps().headSet(saved, true).descendingSet()) {
            List<String> unreadable = new ArrayList<>();
            boolean firstBest = isBest(step, unreadable::add) && !haveBest;
            haveBest |= firstBest;
            boolean isLast = unreadable.isEmpty() && last++ < LAST;
            if (isLast || firstBest || !unreadable.isEmpty()) {
                keep.add(tensorsFile(step));
                keep.add(manifestFile(step));
            }
        }
        List<Path> files = new ArrayList<>(files());
        files.removeAll(keep);
        files.sort(Comparator.comparing((Path file) -> !file.toString().endsWith(".json")));
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }

    /** Writes the content of a file. */
    private interface ContentWriter {
        void writeTo(FileChannel out) throws IOException;
    }

    /** Writes a file atomically. When this returns, it is on the disk. */
    private void write(Path file, ContentWriter content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        try (FileChannel out = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            content.writeTo(out);
            out.force(true);
        } catch (IOException e) {
            discard(temporary, e);
            throw e;
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel folder = FileChannel.open(directory, StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException e) {
            // Windows cannot open a folder as a file; there the renaming cannot be flushed.
        }
    }

    /** Deletes the temporary file of a failed write, which on a full disk takes space that a retry needs. */
    private static void discard(Path temporary, IOException failure) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Computes the SHA-256 of bytes that are read or written. */
    private static final class Digest {
        private final MessageDigest sha;

        Digest() {
            try {
                this.sha = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }

        void update(ByteBuffer bytes) {
            sha.update(bytes);
        }

        /** Returns a channel that digests bytes and writes them to another channel. */
        WritableByteChannel before(FileChannel out) {
            return new WritableByteChannel() {
                @Override
                public int write(ByteBuffer bytes) throws IOException {
                    ByteBuffer digested = bytes.duplicate();
                    int written = out.write(bytes);
                    update(digested.limit(bytes.position()));
                    return written;
                }

                @Override
                public boolean isOpen() {
                    return out.isOpen();
                }

                @Override
                public void close() throws IOException {
                    out.close();
                }
            };
        }

        String hex() {
            return HexFormat.of().formatHex(sha.digest());
        }
    }
}
