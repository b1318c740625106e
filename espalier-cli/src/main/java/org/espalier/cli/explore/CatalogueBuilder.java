package org.espalier.cli.explore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.FileErrors;
import org.espalier.run.data.MachineFiles;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;
import org.espalier.run.folder.RunFolder;
import org.espalier.run.settings.RunConfig;

/** Collects the machines and runs that the explorer shows. */
public final class CatalogueBuilder {
    private static final String BUILTIN = "builtin:";
    private static final int MAX_SOURCE = 1 << 18;

    private final List<ExamplePair> examples;
    private final Consumer<String> warnings;
    private final List<CatalogueMachine> machines = new ArrayList<>();
    private final List<CatalogueRun> runs = new ArrayList<>();
    private final List<RunGroup> machineGroups = new ArrayList<>();
    private final Map<GroupKey, List<CatalogueRun>> runsByGroup = new LinkedHashMap<>();
    private final Map<String, CatalogueMachine> machineOfText = new HashMap<>();
    private final Set<Path> folders = new HashSet<>();

    /** What runs must have in common to be compared in one group. */
    private record GroupKey(CatalogueMachine machine, Path scorer, Reading reading, LatticeOptions options) {}

    /**
     * Creates a builder without machines and runs.
     *
     * @param examples the example pairs; if empty, each run offers pairs of its own files
     * @param warnings receives a line for each run that cannot be shown
     */
    public CatalogueBuilder(List<ExamplePair> examples, Consumer<String> warnings) {
        this.examples = List.copyOf(examples);
        this.warnings = warnings;
    }

    /** Adds a machine without runs. */
    public CatalogueBuilder machine(String name, Mfst machine, Reading reading) {
        CatalogueMachine shown = add(name, machine, program(name));
        machineGroups.add(new RunGroup(
                "g" + machineGroups.size(), name, shown, reading, LatticeOptions.DEFAULT, List.of(), examples));
        return this;
    }

    private CatalogueMachine add(String name, Mfst machine, Optional<String> source) {
        String unique = unique(name, machines.stream().map(CatalogueMachine::name));
        CatalogueMachine shown = new CatalogueMachine("m" + machines.size(), unique, machine, source.orElse(null));
        machines.add(shown);
        return shown;
    }

    /**
     * Adds a run, or all runs below a folder. A run is added once only.
     *
     * @throws EspalierException if no run can be shown
     */
    public CatalogueBuilder runs(Path folder) {
        List<Path> found = RunFinder.below(folder);
        Path root = folder.toAbsolutePath().normalize();
        Path named = found.contains(root) ? parent(root) : root;
        for (Path path : found) {
            try {
                add(
                        RunFolder.open(path),
                        parent(named).relativize(path).toString().replace('\\', '/'));
            } catch (EspalierException e) {
                if (found.size() == 1) {
                    throw e;
                }
                warnings.accept(path + " is skipped: " + e.getMessage());
            }
        }
        return this;
    }

    private static Path parent(Path path) {
        return path.getParent() == null ? path : path.getParent();
    }

    private void add(RunFolder folder, String name) {
        if (!folders.add(folder.path())) {
            return;
        }
        CatalogueRun run = new CatalogueRun(
                "r" + runs.size(), unique(name, runs.stream().map(CatalogueRun::name)), folder, folder.config());
        CatalogueMachine machine = machine(run);
        GroupKey key = new GroupKey(
                machine,
                run.scorer(),
                run.config().data().reading(),
                run.config().lattices());
        runsByGroup.computeIfAbsent(key, first -> new ArrayList<>()).add(run);
        runs.add(run);
    }

    /** Returns the machine of a run. Runs with equal machine files share one machine. */
    private CatalogueMachine machine(CatalogueRun run) {
        String text = text(run.folder().machineFile());
        CatalogueMachine known = machineOfText.get(text);
        if (known != null) {
            return known;
        }
        String file = run.config().data().machine();
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        CatalogueMachine machine = add(
                name + " of " + (run.place().isEmpty() ? run.name() : run.place()),
                run.folder().machine(),
                program(run, file));
        machineOfText.put(text, machine);
        return machine;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw FileErrors.reading(file.toString(), e);
        }
    }

    /** Returns the source of a run's machine, if its file has not changed since the run began. */
    private static Optional<String> program(CatalogueRun run, String name) {
        try {
            if (name.startsWith(BUILTIN)) {
                return program(name);
            }
            Path file = run.find(Path.of(name));
            boolean unchanged = Files.exists(file)
                    && Files.getLastModifiedTime(file)
                                    .compareTo(Files.getLastModifiedTime(
                                            run.folder().machineFile()))
                            <= 0;
            return unchanged ? program(file.toString()) : Optional.empty();
        } catch (IOException | InvalidPathException e) {
            return Optional.empty(); // the page works without it
        }
    }

    private static Optional<String> program(String name) {
        try {
            if (name.startsWith(BUILTIN)) {
                return Optional.of(MachineFiles.builtinProgram(name.substring(BUILTIN.length())));
            }
            Path file = Path.of(name);
            boolean isShown = name.endsWith(".mfst") && Files.size(file) <= MAX_SOURCE;
            return isShown ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException | EspalierException e) {
            return Optional.empty(); // the page works without it
        }
    }

    public Catalogue build() {
        List<RunGroup> groups = new ArrayList<>(machineGroups);
        runsByGroup.forEach((key, members) -> groups.add(group(groups, key, members)));
        return new Catalogue(machines, groups, runs);
    }

    private RunGroup group(List<RunGroup> before, GroupKey key, List<CatalogueRun> members) {
        return new RunGroup(
                "g" + before.size(),
                unique(name(members.get(0)), before.stream().map(RunGroup::name)),
                key.machine,
                key.reading,
                key.options,
                List.copyOf(members),
                examples.isEmpty() ? ownExamples(members.get(0)) : examples);
    }

    /** Names a group by the folder of its runs, or by its first run if several groups are in that folder. */
    private String name(CatalogueRun first) {
        long groupsInFolder = runsByGroup.values().stream()
                .filter(members -> members.get(0).place().equals(first.place()))
                .count();
        return groupsInFolder > 1 || first.place().isEmpty() ? first.name() : first.place();
    }

    /** Makes a name unique: pages identify groups, machines and runs by name in their addresses. */
    private static String unique(String name, Stream<String> taken) {
        Set<String> names = new HashSet<>(taken.toList());
        String unique = name;
        for (int k = 2; names.contains(unique); k++) {
            unique = name + " (" + k + ")";
        }
        return unique;
    }

    /** Returns pairs of the run's files that still exist: test pairs if possible, then validation and training pairs. */
    private static List<ExamplePair> ownExamples(CatalogueRun run) {
        RunConfig.Data data = run.config().data();
        return Stream.of(data.test(), data.valid(), Optional.of(data.train()))
                .flatMap(Optional::stream)
                .map(file -> examples(run, file))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private static List<ExamplePair> examples(CatalogueRun run, String file) {
        try {
            Reading reading = run.config().data().reading();
            String found = run.find(Path.of(file)).toString();
            return ExamplePair.of(PairFile.readFirst(ExamplePair.MAX_COUNT, found, reading), reading);
        } catch (EspalierException | InvalidPathException e) {
            return List.of(); // the file may have been removed
        }
    }
}
