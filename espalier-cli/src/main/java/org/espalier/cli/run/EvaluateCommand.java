package org.espalier.cli.run;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.base.ShellCommand;
import org.espalier.model.LatticeSource;
import org.espalier.model.ScorerSampling;
import org.espalier.model.estimate.AcceptedMass;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.model.estimate.SmcEstimate;
import org.espalier.run.OutputFinder;
import org.espalier.run.PairQuery;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.PairSet;
import org.espalier.run.folder.RunData;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.Evaluation;
import org.espalier.run.result.EvaluationHeader;
import org.espalier.run.result.EvaluationLines;
import org.espalier.run.result.Json;
import org.espalier.run.result.MetricsView;
import org.espalier.run.result.Reliability;
import org.espalier.run.settings.RunConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Evaluates a trained run. */
@Command(
        name = "evaluate",
        description = {
            "Evaluate the model of a run: means over pairs, each with its standard error.",
            "With --transduce, also evaluate the outputs that it finds for the inputs, each number with a 95 %% interval. "
                    + "Without --pairs, the test file of the run is used, or else its validation pairs."
        },
        footer = {
            "",
            "Partial KL is E_q[log q - log p]: KL(q || p) up to a constant of the scorer; lower is better.",
            "ESS is the effective sample size; the deduplicated ESS counts equal samples once.",
            "With --refine, q of the partial KL is that of the last round; the other numbers are from the draws of all rounds.",
            "The expected calibration error is the mean difference between the probability of the best output and the share of best "
                    + "outputs that are right, over ten bins of equal mass, or as many as leave ten inputs each. By chance, it would be as printed "
                    + "below it if each output were right with exactly its probability.",
            "The mass that the machine accepts is the paper's Z: the rest of p lies on mark strings of no path.",
            "",
            "Examples:",
            "  espalier evaluate --run runs/swa",
            "  espalier evaluate --run runs/swa --pairs test.tsv --samples 128 --exact --smc --json",
            "  espalier evaluate --run runs/swa --mass 10000",
            "  espalier evaluate --run runs/swa --pairs test.tsv --transduce --outputs outputs.tsv",
            "  espalier evaluate --run runs/swa --pairs test.tsv --transduce --reliability reliability.svg",
            "  espalier evaluate --run runs/swa --pairs test.tsv --transduce --weighted"
        })
public final class EvaluateCommand implements Runnable {
    private final Console console;

    @Mixin
    private RunPairOptions pairs = new RunPairOptions();

    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = PositiveNumber.Samples.class,
            description = "Number of samples per pair and, with --transduce, per output that is ranked. "
                    + "Default: the run's training.iwaeSamples, and " + OutputFinder.SAMPLES + ".")
    private @Nullable Integer samples;

    @Option(
            names = "--mass",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description =
                    "Also estimate the mass of p on the mark strings that the machine accepts, from N strings drawn "
                            + "from the scorer alone.")
    private @Nullable Integer massDraws;

    @Mixin
    private RefineOption refinement = new RefineOption();

    @Mixin
    private EvaluateOptions wanted = new EvaluateOptions();

    @Mixin
    private OutputEvaluationOptions transduction = new OutputEvaluationOptions();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    EvaluateCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        pairs.requireConsistent();
        wanted.requireConsistent(refinement);
        transduction.requireConsistent();
        pairs.requireNotOwn(transduction.files());
        try (TrainedRun run = pairs.open(console)) {
            transduction.requirePossible(run);
            ScorerSampling sampling = massDraws == null ? null : run.scorerSampling();
            Target target = target(run);
            transduction.requireNotRead(target.file.name());
            EvaluationHeader head =
                    EvaluationHeader.of(run, target.lattices.size(), target.skipped, target.file.name());
            EvaluationLines results = evaluate(run, target.lattices, head);
            if (massDraws != null && sampling != null) {
                results.addMass(AcceptedMass.estimate(sampling, massDraws, pairs.seed()));
            }
            Optional<MetricsView> metrics = transduction.areWanted()
                    ? Optional.of(transduction.evaluate(
                            run,
                            target.file,
                            wanted.weighted(),
                            budget(OutputFinder.SAMPLES),
                            pairs.seed(),
                            json,
                            console))
                    : Optional.empty();
            show(head, results, metrics);
            metrics.flatMap(MetricsView::reliability).ifPresent(this::hint);
        }
    }

    /** Points to the command that calibrates, where it is needed and there is a folder for the result. */
    private void hint(Reliability reliability) {
        if (reliability.needsCalibration()
                && !transduction.isVote()
                && pairs.paths().size() == 1) {
            console.info(
                    "the probabilities of outputs differ from how often they are right by more than chance explains; next: "
                            + ShellCommand.of(
                                    "calibrate", "--run", pairs.paths().get(0).toString()));
        }
    }

    /** @param otherwise the number of samples without {@code --samples} */
    private SamplingBudget budget(int otherwise) {
        return refinement.budget(samples != null ? samples : otherwise);
    }

    /**
     * The pairs to evaluate on.
     *
     * @param file all pairs, including those that the machine does not generate
     * @param lattices the lattices of the pairs that the machine generates
     * @param skipped the number of lines that are skipped
     */
    private record Target(PairFile file, LatticeSource lattices, int skipped) {}

    /** Returns the pairs given; or else the run's test file, its validation file, or the validation part of its data. */
    private Target target(TrainedRun run) {
        RunConfig.Data data = run.config().data();
        Optional<String> file = data.test().or(data::valid).map(EvaluateCommand::relative);
        if (pairs.areGiven() || file.isPresent()) {
            PairFile read = pairs.file(run, file);
            PairSet usable = pairs.usable(read, run, transduction.unknown(), console);
            return new Target(read, usable.lattices(), usable.skipped());
        }
        if (run.members().size() > 1) {
            throw new UsageException("the members of " + run.name()
                    + " were validated with different parts of their training pairs; give --pairs FILE");
        }
        LatticeSource validation =
                RunData.read(run.config()).split(run.rules(), console::info).valid();
        return new Target(
                new PairFile(
                        relative(data.train())
                                + (data.validShare() == 0 ? ", which it was trained on" : ", validation part"),
                        RunData.strings(validation, run.lattices().machine())),
                validation,
                0);
    }

    /** Returns a path below the working folder relative to it; runs store absolute paths. */
    private static String relative(String file) {
        Path here = Path.of("").toAbsolutePath();
        Path path = Path.of(file);
        return path.startsWith(here) ? here.relativize(path).toString() : file;
    }

    private EvaluationLines evaluate(TrainedRun run, LatticeSource source, EvaluationHeader head) {
        SamplingBudget budget = budget(run.config().training().iwaeSamples());
        Evaluation evaluation = new Evaluation();
        long begin = System.nanoTime();
        ask(PairQuery.estimates(run, budget, pairs.seed()), source, pair -> true, "pairs", evaluation::add);
        double seconds = (System.nanoTime() - begin) / 1e9 / source.size();
        if (wanted.smc()) {
            PairQuery<SmcEstimate> filter = PairQuery.filtered(run, budget.samples(), pairs.seed());
            ask(filter, source, pair -> true, "pairs filtered", evaluation::add);
        }
        if (wanted.exact()) {
            MaxPathsOption enumeration = wanted.enumeration();
            ask(
                    PairQuery.exactValues(run, enumeration.maxPaths()),
                    source,
                    pair -> Exact.canEnumerate(source.lattice(pair), enumeration.maxPaths()),
                    "pairs enumerated",
                    evaluation::add);
            wanted.warnNotEnumerated(evaluation, console);
        }
        return new EvaluationLines(head, evaluation, budget, seconds, wanted.smc(), wanted.exact());
    }

    /** Receives an answer with the weight of its pair. */
    @FunctionalInterface
    private interface WeightedConsumer<T> {
        void accept(T answer, double weight);
    }

    private <T> void ask(
            PairQuery<T> query, LatticeSource source, IntPredicate chosen, String what, WeightedConsumer<T> consumer) {
        ConsoleProgress progress = new ConsoleProgress(console, what, source.size());
        query.ask(source, chosen, (answer, pair) -> {
            consumer.accept(answer, wanted.weighted() ? source.weight(pair) : 1);
            progress.step();
        });
    }

    private void show(EvaluationHeader head, EvaluationLines results, Optional<MetricsView> metrics) {
        if (json) {
            Map<String, Object> object = results.object();
            metrics.ifPresent(ofOutputs -> object.putAll(ofOutputs.object()));
            console.out().println(Json.line(object));
            return;
        }
        // Who asks for outputs looks at their error rates first.
        metrics.ifPresent(ofOutputs -> {
            ofOutputs.print(console.out(), head.file());
            console.out().println();
        });
        results.lines().forEach(console.out()::println);
    }
}
