package org.espalier.app.explore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.jspecify.annotations.Nullable;

/** All that the explorer shows. What it consists of is settled when the explorer starts; trainings may go on meanwhile. */
public final class Catalogue {
    private static final int MAX_SOURCE = 1 << 18;

    private final List<ShownMachine> machines;
    private final List<Group> groups;
    private final List<ShownRun> runs;

    private Catalogue(List<ShownMachine> machines, List<Group> groups, List<ShownRun> runs) {
        this.machines = List.copyOf(machines);
        this.groups = List.copyOf(groups);
        this.runs = List.copyOf(runs);
    }

    List<ShownMachine> machines() {
        return machines;
    }

    List<Group> groups() {
        return groups;
    }

    List<ShownRun> runs() {
        return runs;
    }

    Group group(String id) {
        return find(groups.stream().filter(group -> group.id().equals(id)), "group", id);
    }

    ShownMachine machine(String id) {
        return find(machines.stream().filter(machine -> machine.id().equals(id)), "machine", id);
    }

    ShownRun run(String id) {
        return find(runs.stream().filter(run -> run.id().equals(id)), "run", id);
    }

    private static <T> T find(Stream<T> found, String what, String id) {
        return found.findFirst()
                .orElseThrow(() -> new Refusal(
                        Refusal.NOT_FOUND,
                        "there is no " + what + " " + EspalierException.quote(id) + "; load the page again"));
    }

    public int size() {
        return runs.size();
    }

    /** What runs must have in common to be compared. */
    private record Kinship(String machine, Path scorer, Reading reading, LatticeOptions options) {
        static Kinship of(ShownRun run, String machine) {
            RunConfig config = run.config();
            Path scorer = config.training().objective().trainsScorer()
                    ? config.out()
                    : config.scorerFrom().orElse(config.out());
            return new Kinship(
                    machine, scorer.toAbsolutePath().normalize(), config.data().reading(), config.lattices());
        }
    }

    /** Gathers what is to be shown. */
    public static final class Builder {
        private final List<Example> examples;
        private final Consumer<String> warnings;
        private final List<ShownRun> runs = new ArrayList<>();
        private final List<Group> machinesAlone = new ArrayList<>();
        private final List<ShownMachine> machines = new ArrayList<>();
        private final Map<String, ShownMachine> byText = new LinkedHashMap<>();
        private final Map<Kinship, List<ShownRun>> kin = new LinkedHashMap<>();

        /**
         * @param examples the pairs that are offered; if there are none, those of the files that a run names
         * @param warnings told of runs that cannot be shown
         */
        public Builder(List<Example> examples, Consumer<String> warnings) {
            this.examples = List.copyOf(examples);
            this.warnings = warnings;
        }

        /** Adds a machine that is shown by itself. */
        public Builder machine(String name, Mfst machine, Reading reading) {
            ShownMachine shown = new ShownMachine(
                    "m" + machines.size(), name, machine, source(name, null).orElse(null));
            machines.add(shown);
            machinesAlone.add(new Group(
                    "g" + machinesAlone.size(), name, shown, reading, LatticeOptions.DEFAULT, List.of(), examples));
            return this;
        }

        /**
         * Adds a run, or all runs below a folder.
         *
         * @throws EspalierException if there is none that can be shown
         */
        public Builder runs(Path folder) {
            List<Path> found = RunFinder.below(folder);
            Path root = folder.toAbsolutePath().normalize();
            Path above = found.contains(root) ? parent(root) : root;
            for (Path path : found) {
                try {
                    add(path, parent(above).relativize(path).toString().replace('\\', '/'));
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

        private void add(Path path, String name) {
            RunFolder folder = RunFolder.open(path);
            ShownRun run = new ShownRun("r" + runs.size(), name, folder, folder.config());
            String text = text(folder.machineFile());
            if (!byText.containsKey(text)) {
                byText.put(text, machine(run));
            }
            runs.add(run);
            kin.computeIfAbsent(Kinship.of(run, text), kinship -> new ArrayList<>())
                    .add(run);
        }

        private static String text(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw Failure.reading(file.toString(), e);
            }
        }

        private ShownMachine machine(ShownRun run) {
            String file = run.config().data().machine();
            String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
            ShownMachine machine = new ShownMachine(
                    "m" + machines.size(),
                    name + " of " + (run.place().isEmpty() ? run.name() : run.place()),
                    run.folder().machine(),
                    source(file, run.folder().machineFile()).orElse(null));
            machines.add(machine);
            return machine;
        }

        /** The program of a machine; of a run's only if it has not been changed since the run began. */
        private static Optional<String> source(String name, @Nullable Path notAfter) {
            try {
                if (name.startsWith("builtin:")) {
                    return Optional.of(MachineFiles.builtinProgram(name.substring("builtin:".length())));
                }
                Path file = Path.of(name);
                boolean known = name.endsWith(".mfst") && Files.isRegularFile(file) && Files.size(file) <= MAX_SOURCE;
                boolean same = known
                        && (notAfter == null
                                || Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(notAfter)) <= 0);
                return same ? Optional.of(Files.readString(file)) : Optional.empty();
            } catch (IOException | InvalidPathException | EspalierException e) {
                return Optional.empty(); // a page can do without
            }
        }

        public Catalogue build() {
            List<Group> groups = new ArrayList<>(machinesAlone);
            kin.forEach((kinship, members) -> groups.add(group("g" + groups.size(), kinship, members)));
            return new Catalogue(machines, groups, runs);
        }

        private Group group(String id, Kinship kinship, List<ShownRun> members) {
            ShownRun first = members.get(0);
            boolean placeIsIts = kin.values().stream()
                            .filter(other -> other.get(0).place().equals(first.place()))
                            .count()
                    == 1;
            ShownMachine machine = byText.get(kinship.machine);
            if (machine == null) {
                throw new IllegalStateException("the machine of a run is added with the run");
            }
            return new Group(
                    id,
                    placeIsIts && !first.place().isEmpty() ? first.place() : first.name(),
                    machine,
                    kinship.reading,
                    kinship.options,
                    List.copyOf(members),
                    examples.isEmpty() ? ownExamples(first.config().data()) : examples);
        }

        /** Pairs of the run's own files, if they are still there: best those that it was not trained on. */
        private static List<Example> ownExamples(RunConfig.Data data) {
            return Stream.of(data.test(), data.valid(), Optional.of(data.train()))
                    .flatMap(Optional::stream)
                    .map(file -> examples(file, data.reading()))
                    .filter(found -> !found.isEmpty())
                    .findFirst()
                    .orElse(List.of());
        }

        private static List<Example> examples(String file, Reading reading) {
            try {
                return Example.of(PairFile.readFirst(Example.MOST, file, reading), reading.tokens());
            } catch (EspalierException | InvalidPathException e) {
                return List.of(); // the files of a run may have been moved
            }
        }
    }
}
