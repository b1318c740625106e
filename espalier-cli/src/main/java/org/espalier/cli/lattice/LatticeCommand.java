package org.espalier.cli.lattice;

import java.util.concurrent.Callable;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.PositiveNumber;
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
import org.espalier.run.result.LatticeSummary;
import org.espalier.run.result.RowId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Builds lattices. */
@Command(
        name = "lattice",
        description = {
            "Build the lattice of a pair: all the ways in which a machine generates it.",
            "Without other options, prints its size. With --pairs, one JSON line for each pair, using all cores."
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
            description = "A machine: a file or builtin:NAME (deletion-insertion, edit, cipher).")
    private String name = "";

    @Mixin
    private MachineOptions machines = new MachineOptions();

    @Option(
            names = "--tape",
            paramLabel = "TAPE",
            description =
                    "What states are told apart by: labels (marks and the symbols read and written, the default), "
                            + "marks (marks alone, as OpenFst minimizes), or none (no minimization).")
    private Minimality minimality = Minimality.LABELS;

    @Option(
            names = "--max-states",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "The most states before minimization. Default: ${DEFAULT-VALUE}.")
    private int maxStates = LatticeOptions.DEFAULT_MAX_STATES;

    @Option(
            names = "--max-marks",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Keep only mark strings of at most N marks; this unrolls a cyclic lattice.")
    private int maxMarks;

    @Option(
            names = "--max-work",
            paramLabel = "N",
            converter = PositiveNumber.OfLong.class,
            description = "Work after which the search for a canonical form gives up. Default: ${DEFAULT-VALUE}.")
    private long maxWork = CanonicalForm.DEFAULT_MAX_WORK;

    @Mixin
    private LatticeView view = new LatticeView();

    LatticeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        view.requireSense();
        if (machines.pairs().isFile()) {
            view.requireSizesOnly();
        }
        PairFile pairs = machines.pairs().read(console);
        if (pairs == null) {
            throw new UsageException("a pair is missing; give --x and --y, or --pairs FILE");
        }
        Mfst machine = machines.machine(name, pairs, console);
        Lattices lattices = Lattices.of(machine, CanonicalForm.of(machine, maxWork));
        if (lattices.form() instanceof CanonicalForm.Missing missing) {
            console.say("the machine has no canonical form, so lattices are built by subsets, which is slower: "
                    + missing.explanation());
        }
        LatticeOptions options = new LatticeOptions(minimality, maxStates, maxMarks);
        if (machines.pairs().isFile()) {
            return many(pairs, lattices, options);
        }
        Pair pair = pairs.pairs().get(0);
        Lattice lattice = lattices.builder(options).build(pair.x(), pair.y());
        view.show(LatticeSummary.of(lattice, pair), console);
        return 0;
    }

    /** One JSON line a pair, in order; what is wrong with a line goes to standard error and does not stop the rest. */
    private int many(PairFile pairs, Lattices lattices, LatticeOptions options) {
        ConsoleProgress progress =
                new ConsoleProgress(console, "pairs", pairs.pairs().size());
        LineWarnings leftOut = new LineWarnings(pairs.name(), console::say);
        int[] failed = {pairs.badLines().size()};
        OrderedParallel.onAllProcessors()
                .<Pair, Outcome>forEachItem(
                        pairs.pairs(),
                        () -> {
                            LatticeBuilder builder = lattices.builder(options);
                            return pair -> outcome(builder, pair);
                        },
                        outcome -> {
                            progress.step();
                            if (outcome.failure != null) {
                                failed[0]++;
                                leftOut.add(pairs.place(outcome.line), outcome.failure);
                            } else {
                                console.out().println(outcome.json);
                            }
                        });
        leftOut.finish();
        if (failed[0] > 0) {
            console.say(failed[0] + " of "
                    + Plural.of(pairs.pairs().size() + pairs.badLines().size(), "line") + " failed");
        }
        return failed[0] > 0 ? 1 : 0;
    }

    private record Outcome(
            int line, @Nullable String json, @Nullable String failure) {}

    private static Outcome outcome(LatticeBuilder builder, Pair pair) {
        try {
            LatticeSummary summary = LatticeSummary.of(builder.build(pair.x(), pair.y()), pair);
            return new Outcome(pair.line(), summary.line(RowId.line(pair.line())), null);
        } catch (EspalierException e) {
            return new Outcome(pair.line(), null, e.getMessage());
        }
    }
}
