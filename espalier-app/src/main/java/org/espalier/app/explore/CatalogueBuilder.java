package org.espalier.app.explore;

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
import org.espalier.app.config.RunConfig;
import org.espalier.app.data.MachineFiles;
import org.espalier.app.data.PairFile;
import org.espalier.app.data.Reading;
import org.espalier.app.run.RunFolder;
import org.espalier.fst.EspalierException;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Mfst;
import org.espalier.fst.io.Failure;

/** Gathers what the explorer is to show. */
public final class CatalogueBuilder {
    private static final String BUILTIN = "builtin:";
    private static final int MAX_SOURCE = 1 << 18;

    private final List<Example> examples;
    private final Consumer<String> warnings;
    private final List<ShownMachine> machines = new ArrayList<>();
    private final List<ShownRun> runs = new ArrayList<>();
    private final List<Group> machinesAlone = new ArrayList<>();
    private final Map<Kinship, List<ShownRun>> kin = new LinkedHashMap<>();
    private final Map<String, ShownMachine> machineOfText = new HashMap<>();
    private final Set<Path> folders = new HashSet<>();

    /** What runs must have in common to be compared. */
    private record Kinship(ShownMachine machine, Path scorer, Reading reading, LatticeOptions options) {}

    /**
     * @param examples the pairs that are offered; if there are none, those of the files that a run names
     * @param warnings told of runs that cannot be shown
     */
    public CatalogueBuilder(List<Example> examples, Consumer<String> warnings) {
        this.examples = List.copyOf(examples);
        this.warnings = warnings;
    }

    /** Adds a machine that is shown by itself. */
    public CatalogueBuilder machine(String name, Mfst machine, Reading reading) {
        ShownMachine shown = add(name, machine, program(name));
        machinesAlone.add(new Group(
                "g" + machinesAlone.size(), name, shown, reading, LatticeOptions.DEFAULT, List.of(), examples));
        return this;
    }

    private ShownMachine add(String name, Mfst machine, Optional<String> source) {
        String unique = unique(name, machines.stream().map(ShownMachine::name));
        ShownMachine shown = new ShownMachine("m" + machines.size(), unique, machine, source.orElse(null));
        machines.add(shown);
        return shown;
    }

    /**
     * Adds a run, or all runs below a folder. A run that was added before is not added again.
     *
     * @throws EspalierException if there is none that can be shown
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
                warnings.accept(path + " is left out: " + e.getMessage());
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
        ShownRun run = new ShownRun(
                "r" + runs.size(), unique(name, runs.stream().map(ShownRun::name)), folder, folder.config());
        ShownMachine machine = machine(run);
        Kinship kinship = new Kinship(
                machine,
                run.scorer(),
                run.config().data().reading(),
                run.config().lattices());
        kin.computeIfAbsent(kinship, first -> new ArrayList<>()).add(run);
        runs.add(run);
    }

    /** The machine of a run, which is one with that of another run if all of it is the same. */
    private ShownMachine machine(ShownRun run) {
        String text = text(run.folder().machineFile());
        ShownMachine known = machineOfText.get(text);
        if (known != null) {
            return known;
        }
        String file = run.config().data().machine();
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        ShownMachine machine = add(
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
            throw Failure.reading(file.toString(), e);
        }
    }

    /** What a person wrote as the machine of a run, if it has not been changed since the run began. */
    private static Optional<String> program(ShownRun run, String name) {
        try {
            if (name.startsWith(BUILTIN)) {
                return program(name);
            }
            Path file = run.find(Path.of(name));
            boolean same = Files.exists(file)
                    && Files.getLastModifiedTime(file)
                                    .compareTo(Files.getLastModifiedTime(
                                            run.folder().machineFile()))
                            <= 0;
            return same ? program(file.toString()) : Optional.empty();
        } catch (IOException | InvalidPathException e) {
            return Optional.empty(); // a page can do without
        }
    }

    private static Optional<String> program(String name) {
        try {
            if (name.startsWith(BUILTIN)) {
                return Optional.of(MachineFiles.builtinProgram(name.substring(BUILTIN.length())));
            }
            Path file = Path.of(name);
            boolean shown = name.endsWith(".mfst") && Files.size(file) <= MAX_SOURCE;
            return shown ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException | EspalierException e) {
            return Optional.empty(); // a page can do without
        }
    }

    public Catalogue build() {
        List<Group> groups = new ArrayList<>(machinesAlone);
        kin.forEach((kinship, members) -> groups.add(group(groups, kinship, members)));
        return new Catalogue(machines, groups, runs);
    }

    private Group group(List<Group> before, Kinship kinship, List<ShownRun> members) {
        return new Group(
                "g" + before.size(),
                unique(name(members.get(0)), before.stream().map(Group::name)),
                kinship.machine,
                kinship.reading,
                kinship.options,
                List.copyOf(members),
                examples.isEmpty() ? ownExamples(members.get(0)) : examples);
    }

    /** The folder that the runs of a group lie in, unless runs of another do too. */
    private String name(ShownRun first) {
        long there = kin.values().stream()
                .filter(members -> members.get(0).place().equals(first.place()))
                .count();
        return there > 1 || first.place().isEmpty() ? first.name() : first.place();
    }

    /** Addresses of pages have names in them, so that no two in a list may be the same. */
    private static String unique(String name, Stream<String> taken) {
        Set<String> names = new HashSet<>(taken.toList());
        String unique = name;
        for (int k = 2; names.contains(unique); k++) {
            unique = name + " (" + k + ")";
        }
        return unique;
    }

    /** Pairs of the run's own files, if they are still there: best those that it was not trained on. */
    private static List<Example> ownExamples(ShownRun run) {
        RunConfig.Data data = run.config().data();
        return Stream.of(data.test(), data.valid(), Optional.of(data.train()))
                .flatMap(Optional::stream)
                .map(file -> examples(run, file))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private static List<Example> examples(ShownRun run, String file) {
        try {
            Reading reading = run.config().data().reading();
            String found = run.find(Path.of(file)).toString();
            return Example.of(PairFile.readFirst(Example.MOST, found, reading), reading.tokens());
        } catch (EspalierException | InvalidPathException e) {
            return List.of(); // they may have been removed since
        }
    }
}
