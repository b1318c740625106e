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
 * A folder of checkpoints, that one process at a time writes to and that survives its being killed at any moment.
 *
 * <p>A checkpoint is {@code step-N.safetensors} and {@code step-N.json}, each written to a temporary name, flushed and
 * renamed. The JSON file comes last and has the checksum of the other: it is what makes a checkpoint exist. The last two
 * are kept, and the best.
 */
public final class CheckpointStore {
    private static final Pattern FILE = Pattern.compile("step-(0|[1-9]\\d{0,17})\\.(safetensors|json)(\\.tmp)?");
    private static final int LAST = 2;

    /** What comes before the names of what a model depends on, among the rest of the state. */
    private static final String MODEL = "model.";

    private final Path directory;
    private final Map<String, String> model;

    /** The folder need not exist; saving makes it. */
    public CheckpointStore(Path directory) {
        this(directory, Map.of());
    }

    /**
     * The same for one model. Every checkpoint says which it is for, and none is found that was saved for another.
     *
     * @param model by name, what the meaning of the parameters depends on
     */
    public CheckpointStore(Path directory, Map<String, String> model) {
        this.directory = directory;
        this.model = new TreeMap<>(model);
    }

    /** Whether a file is named as those of a store are. */
    public static boolean isOurs(Path file) {
        return FILE.matcher(String.valueOf(file.getFileName())).matches() && Files.isRegularFile(file);
    }

    /**
     * Saves a checkpoint and drops those that need not be kept. Later ones are among these: whoever saves step N after
     * step M > N has gone back to before M.
     *
     * @param state whatever else is needed to go on
     * @param best whether it is the best so far
     */
    public void save(long step, Map<String, Tensor> tensors, Map<String, String> state, boolean best) {
        Path file = tensorsFile(step);
        Map<String, String> whole = new TreeMap<>(state);
        model.forEach((name, value) -> whole.put(MODEL + name, value));
        try {
            Files.createDirectories(directory);
            // A checkpoint of this step, which a run that went back replaces, ends before its tensors change.
            Files.deleteIfExists(manifestFile(step));
            Digest digest = new Digest();
            write(file, out -> Safetensors.write(digest.before(out), tensors, whole));
            byte[] manifest = new Manifest(step, best, whole, Files.size(file), digest.hex()).encode();
            write(manifestFile(step), out -> out.write(ByteBuffer.wrap(manifest)));
            tidy(step);
        } catch (IOException e) {
            throw FileErrors.writing(file.toString(), e);
        }
    }

    /**
     * The newest checkpoint that is whole; none if none was ever saved.
     *
     * @param warnings is told of each newer one that is damaged
     * @throws OtherModelException if it was saved for another model
     * @throws EspalierException if there are checkpoints and all are damaged or have lost their JSON files
     */
    public Optional<Checkpoint> latest(Consumer<String> warnings) {
        List<String> damaged = new ArrayList<>();
        for (long step : steps().descendingSet()) {
            try {
                Checkpoint checkpoint = whole(step);
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

    /** A first save that was cut off leaves the tensors of one step without JSON; more were checkpoints once. */
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
     * The checkpoint last saved as the best; none if none is known to be.
     *
     * @param warnings is told of each newer one of which it cannot be told
     * @throws OtherModelException if it was saved for another model
     * @throws EspalierException if it is damaged
     */
    public Optional<Checkpoint> best(Consumer<String> warnings) {
        for (long step : steps().descendingSet()) {
            if (isBest(step, warnings)) {
                try {
                    return Optional.of(whole(step));
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

    /** The step of the checkpoint last saved as the best, or else of the newest; empty if there is none. Reads no tensors. */
    public OptionalLong step() {
        NavigableSet<Long> steps = steps();
        for (long step : steps.descendingSet()) {
            if (isBest(step, warning -> {})) {
                return OptionalLong.of(step);
            }
        }
        return steps.isEmpty() ? OptionalLong.empty() : OptionalLong.of(steps.last());
    }

    /** The files of a checkpoint. */
    public List<Path> files(long step) {
        return List.of(tensorsFile(step), manifestFile(step));
    }

    /** A checkpoint, after its checksum was found right. Complexity: reads its tensors once. */
    private Checkpoint whole(long step) {
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

    /** A checkpoint that says nothing of something, since it was saved by an earlier version, is believed. */
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
                    + " may be the best, which cannot be told; restore the file from a copy");
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

    /** The files in the folder that are named as ours are. */
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
     * Deletes every file of ours that belongs to no checkpoint to keep: JSON files first, tensors without one are none. A
     * checkpoint whose JSON file cannot be read may be the best, and stays until somebody has looked at it.
     */
    private void tidy(long saved) throws IOException {
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

    /** Writes a channel's content. */
    private interface Content {
        void writeTo(FileChannel out) throws IOException;
    }

    /** When this returns, the file is on the disk whole; until then its name is as it was. */
    private void write(Path file, Content content) throws IOException {
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
            // Windows opens no folder as a file; there renaming is as lasting as it gets.
        }
    }

    /** Removes what is left of a failure, which is the one to tell of: on a full disk it takes the room to go on. */
    private static void discard(Path temporary, IOException failure) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** The SHA-256 of what passes by. */
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

        /** A channel that hands on to another what it has digested. */
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
