package org.espalier.run.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.fst.Lattices;
import org.espalier.fst.MarkReader;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.model.Model;
import org.espalier.model.ScorerSampling;
import org.espalier.model.Torch;
import org.espalier.run.data.PairSet;
import org.espalier.run.data.Tokenizer;
import org.espalier.run.settings.RunConfig;

/**
 * A run with its trained model, or several runs over one machine as an ensemble, whose model has the means of their
 * probabilities. Closing it frees the parameters, which lie outside the heap.
 *
 * @param name the folder that was opened, or the folders, as messages name them
 * @param folder the folder of the run; of an ensemble, that of its first member
 * @param step the number of steps after which the model was saved; of an ensemble, of the member that was trained longest
 * @param members the runs of an ensemble; none for a single run
 * @param calibration what makes the probabilities of outputs agree with how often they are right, and prefers listed words, if it
 *     was fitted for these checkpoints
 */
public record TrainedRun(
        String name,
        RunFolder folder,
        RunConfig config,
        Lattices lattices,
        Model model,
        long step,
        List<TrainedRun> members,
        Optional<Calibration> calibration)
        implements AutoCloseable {
    /** The largest number of marks of a string drawn from the scorer alone. */
    private static final int MAX_MARKS = 10_000;

    /**
     * Opens a run with its best model, or the ensemble whose members are in the folder.
     *
     * @throws ResumableException if the run has no checkpoint yet
     */
    public static TrainedRun open(Path path, Consumer<String> warnings) {
        return open(List.of(path), warnings);
    }

    /**
     * Opens runs with their best models, as an ensemble if they are several. A member that cannot be opened is named and left
     * out.
     *
     * @param paths folders of runs or of ensembles
     * @throws EspalierException if there is no path, a folder is not that of a run, a run would be a member twice, no run can be
     *     opened, or the machines or alphabets differ
     */
    public static TrainedRun open(List<Path> paths, Consumer<String> warnings) {
        if (paths.isEmpty()) {
            throw new EspalierException(
                    "the list of runs is empty, and an ensemble needs at least one; name its folder");
        }
        if (paths.size() > 1) {
            requireRuns(paths);
        }
        List<Path> runs = paths.stream()
                .flatMap(path -> EnsembleFolder.isAt(path) ? EnsembleFolder.members(path).stream() : Stream.of(path))
                .toList();
        requireDifferent(runs);
        if (paths.size() == 1 && !EnsembleFolder.isAt(paths.get(0))) {
            return openRun(runs.get(0), warnings);
        }
        List<TrainedRun> opened = new ArrayList<>();
        try {
            for (Path run : runs) {
                openMember(run, warnings).ifPresent(opened::add);
            }
            TrainedRun ensemble =
                    ensemble(paths.stream().map(Path::toString).collect(Collectors.joining(", ")), opened);
            return paths.size() > 1
                    ? ensemble
                    : ensemble.with(
                            Calibration.read(paths.get(0), ensemble::checkpoints, ensemble.outputTokens(), warnings));
        } catch (RuntimeException e) {
            opened.forEach(TrainedRun::close);
            throw e;
        }
    }

    /** Refuses folders that are no runs: a member may be damaged, but who names a folder means it. */
    private static void requireRuns(List<Path> paths) {
        paths.stream().filter(path -> !EnsembleFolder.isAt(path)).forEach(RunFolder::open);
    }

    /** Refuses a run that would count twice: named twice, in an ensemble that is named too, or through a link. */
    private static void requireDifferent(List<Path> runs) {
        Map<Path, Path> seen = new HashMap<>();
        for (Path run : runs) {
            Path same = seen.putIfAbsent(real(run), run);
            if (same != null) {
                throw new EspalierException(run + " is a member already" + (run.equals(same) ? "" : ", as " + same)
                        + "; name each run of an ensemble once");
            }
        }
    }

    /** A member that is missing has no real path, and no link leads to it. */
    private static Path real(Path run) {
        try {
            return run.toRealPath();
        } catch (IOException e) {
            return run.toAbsolutePath().normalize();
        }
    }

    private static Optional<TrainedRun> openMember(Path run, Consumer<String> warnings) {
        try {
            return Optional.of(openRun(run, warnings));
        } catch (EspalierException e) {
            warnings.accept("member " + run + " is left out: " + e.getMessage());
            return Optional.empty();
        }
    }

    private static TrainedRun ensemble(String name, List<TrainedRun> members) {
        if (members.isEmpty()) {
            throw new EspalierException(name + ": no member of the ensemble can be used; the reasons are above");
        }
        TrainedRun first = members.get(0);
        for (TrainedRun member : members) {
            if (!first.folder.hasMachineOf(member.folder)) {
                throw new EspalierException("the runs of an ensemble must have the same machine and alphabets, but "
                        + first.name + " and " + member.name + " differ; take runs of one configuration");
            }
            if (!member.config.data().reading().equals(first.config.data().reading())) {
                throw new EspalierException(
                        "the runs of an ensemble must read texts in the same way, but " + first.name + " and "
                                + member.name + " differ in tokens, normalize or fold; take runs of one configuration");
            }
        }
        return new TrainedRun(
                name,
                first.folder,
                first.config,
                first.lattices,
                Model.ensemble(members.stream().map(TrainedRun::model).toList()),
                members.stream().mapToLong(TrainedRun::step).max().orElseThrow(),
                members,
                Optional.empty());
    }

    private static TrainedRun openRun(Path path, Consumer<String> warnings) {
        RunFolder folder = RunFolder.open(path);
        RunConfig config = folder.config();
        Mfst machine = folder.machine();
        Model model = Models.untrained(config, machine);
        try {
            long step = Models.load(model, folder, folder.store(config, machine), warnings);
            TrainedRun run = new TrainedRun(
                    path.toString(), folder, config, Lattices.of(machine), model, step, List.of(), Optional.empty());
            return run.with(Calibration.read(path, run::checkpoints, run.outputTokens(), warnings));
        } catch (RuntimeException e) {
            model.close();
            throw e;
        }
    }

    private Tokenizer outputTokens() {
        return config.data().reading().output();
    }

    /** Returns this run, with the same model, without calibration. */
    public TrainedRun uncalibrated() {
        return with(Optional.empty());
    }

    private TrainedRun with(Optional<Calibration> changed) {
        return new TrainedRun(name, folder, config, lattices, model, step, members, changed);
    }

    /** Returns the names of the checkpoints that this was opened from, one per member of an ensemble. */
    List<String> checkpoints() {
        return members.isEmpty()
                ? List.of(folder.checkpoint(step))
                : members.stream()
                        .flatMap(member -> member.checkpoints().stream())
                        .toList();
    }

    /** Returns the files that this was opened from, by the names that they have in a folder from which it can be opened again. */
    public Map<String, Path> files() {
        Map<String, Path> files = new TreeMap<>();
        for (int k = 0; k < members.size(); k++) {
            String prefix = EnsembleFolder.MEMBERS + "/" + (k + 1) + "/";
            members.get(k).files().forEach((file, path) -> files.put(prefix + file, path));
        }
        if (members.isEmpty()) {
            folder.modelFiles(step)
                    .forEach(file -> files.put(
                            file.toString().replace('\\', '/'), folder.path().resolve(file)));
        }
        calibration.ifPresent(fitted -> files.put(Calibration.FILE, fitted.file()));
        return files;
    }

    /** Returns the rules by which lattices are built for this model. */
    public PairSet.Rules rules() {
        return new PairSet.Rules(lattices, config.lattices(), model.sampler()::obstacle);
    }

    /**
     * Returns the sampling of mark strings from the scorer alone.
     *
     * @throws EspalierException if the scorer is given the input, or a mark string of the machine may stand for several paths
     */
    public ScorerSampling scorerSampling() {
        int bound = config.lattices().maxMarks();
        return new ScorerSampling(model.scorer(), MarkReader.of(lattices), bound == 0 ? MAX_MARKS : bound);
    }

    /**
     * Sets the number of threads of libtorch in this process to that of the run, of all members together if it is an ensemble,
     * or of the machine if it has fewer.
     */
    public void useThreads() {
        int threads = members.isEmpty()
                ? config.threads()
                : members.stream().mapToInt(member -> member.config.threads()).sum();
        Torch.useThreads(Math.min(threads, Runtime.getRuntime().availableProcessors()));
    }

    @Override
    public void close() {
        model.close();
    }
}
