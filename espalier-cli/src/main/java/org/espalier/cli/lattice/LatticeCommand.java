package org.espalier.cli.lattice;

import java.util.concurrent.Callable;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.SettingFlags;
import org.espalier.cli.console.UsageException;
import org.espalier.cli.machine.MachineOptions;
import org.espalier.fst.CanonicalForm;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.LatticeOptions;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.Minimality;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.OrderedParallel;
import org.espalier.fst.base.Plural;
import org.espalier.run.data.LineWarnings;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.result.Json;
import org.espalier.run.result.LatticeSummary;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Builds the lattice of a pair, or of each pair of a file. */
@Command(
        name = "lattice",
        description = {
            "Build the lattice of a pair: every path by which a machine turns the input into the output.",
            "Without other options, prints its size. With --pairs, prints one JSON line per pair, using all cores."
        },
        footer = {
            "",
            "Examples:",
            "  espalier lattice --machine builtin:edit --x \"a b c\" --y \"c d\" --svg lattice.svg",
            "  espalier lattice --machine builtin:edit --x abc --y cd --chars --marks",
            "  espalier lattice --machine my.mfst --pairs words.tsv --chars > sizes.jsonl"
        })
public final class LatticeCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--machine",
            required = true,
            paramLabel = "MACHINE",
            description = "Machine: a file or builtin:NAME (deletion-insertion, edit, cipher).")
    private String name = "";

    @Mixin
    private MachineOptions machines = new MachineOptions();

    @Option(
            names = "--tape",
            paramLabel = "TAPE",
            description =
                    "What minimization compares: labels (marks and the symbols read and written), marks (marks only, as "
                            + "OpenFst's minimization), or none (no minimization). Default: labels.")
    private Minimality minimality = Minimality.LABELS;

    @Option(
            names = "--max-states",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Maximum number of states before minimization. Default: ${DEFAULT-VALUE}.")
    private int maxStates = LatticeOptions.DEFAULT_MAX_STATES;

    @Option(
            names = "--max-marks",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Maximum length of a mark string; unrolls a cyclic lattice. Default: no limit.")
    private int maxMarks;

    @Option(
            names = "--max-work",
            paramLabel = "N",
            converter = PositiveNumber.OfLong.class,
            description = "Maximum work of the search for a canonical form. Default: ${DEFAULT-VALUE}.")
    private long maxWork = CanonicalForm.DEFAULT_MAX_WORK;

    @Mixin
    private LatticeViewOptions view = new LatticeViewOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    LatticeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        view.check();
        view.checkFiles(machines, name);
        if (machines.pairs().isFile()) {
            view.checkForManyPairs();
        }
        PairFile pairs = machines.pairs().read(console);
        if (pairs == null) {
            throw new UsageException("a pair is missing; give --x and --y, or --pairs FILE");
        }
        Mfst machine = machines.machine(name, pairs, console);
        Lattices lattices = Lattices.of(machine, CanonicalForm.of(machine, maxWork));
        if (lattices.form() instanceof CanonicalForm.Missing missing) {
            console.info("the machine has no canonical form, so lattices are built by subsets, which is slower: "
                    + missing.explanation());
        }
        LatticeOptions options = new LatticeOptions(minimality, maxStates, maxMarks);
        if (machines.pairs().isFile()) {
            return printSizes(pairs, lattices, options);
        }
        Pair pair = machines.pairs().pair().orElseThrow();
        Lattice lattice = lattices.builder(options).build(pair.x(), pair.y());
        show(LatticeSummary.of(lattice, pair));
        return 0;
    }

    /** Shows what the options select, or the size if they select nothing. */
    private void show(LatticeSummary summary) {
        Lattice lattice = summary.lattice();
        if (lattice.isEmpty() && view.needsPaths()) {
            throw new EspalierException(summary.sentence());
        }
        WeightedLattice weighted = WeightedLattice.of(lattice, view.weights());
        if (view.json()) {
            console.out().println(Json.line(LatticeJson.object(summary, weighted, view)));
        } else if (!view.listsPaths() && !view.needsPaths()) {
            console.out().println(summary.sentence());
        } else if (lattice.isEmpty()) {
            console.info(summary.sentence());
        } else {
            LatticeText.printPaths(weighted, view, console.out());
            view.path().ifPresent(marks -> LatticeText.printMachinePath(weighted, marks, console.out()));
        }
        LatticeFiles.write(weighted, view, summary.sentence(), console);
    }

    /** Prints one JSON line per pair, in order. Pairs that fail are reported and skipped. */
    private int printSizes(PairFile pairs, Lattices lattices, LatticeOptions options) {
        ConsoleProgress progress =
                new ConsoleProgress(console, "pairs", pairs.pairs().size());
        LineWarnings warnings = new LineWarnings(pairs.name(), console::info);
        int[] failed = {pairs.badLines().size()};
        OrderedParallel.onAllProcessors()
                .<Pair, SizeLine>forEachItem(
                        pairs.pairs(),
                        () -> {
                            LatticeBuilder builder = lattices.builder(options);
                            return pair -> sizeLine(builder, pair);
                        },
                        line -> {
                            progress.step();
                            if (line.failure != null) {
                                failed[0]++;
                                warnings.add(pairs.place(line.number), line.failure);
                            } else {
                                console.out().println(line.json);
                            }
                        });
        warnings.finish();
        if (failed[0] > 0) {
            console.info(failed[0] + " of "
                    + Plural.of(pairs.pairs().size() + pairs.badLines().size(), "line") + " failed");
        }
        return failed[0] > 0 ? 1 : 0;
    }

    /** The JSON line of a pair, or the reason why it has none. */
    private record SizeLine(
            int number, @Nullable String json, @Nullable String failure) {}

    private SizeLine sizeLine(LatticeBuilder builder, Pair pair) {
        try {
            LatticeSummary summary = LatticeSummary.of(builder.build(pair.x(), pair.y()), pair);
            return new SizeLine(pair.line(), summary.line(RowId.of(pair.id(), pair.line())), null);
        } catch (EspalierException e) {
            return new SizeLine(pair.line(), null, SettingFlags.describe(e, spec));
        }
    }
}
