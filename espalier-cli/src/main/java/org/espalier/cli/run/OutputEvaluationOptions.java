package org.espalier.cli.run;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.OutputTarget;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.Mfst;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.Plural;
import org.espalier.lab.report.ChartSvg;
import org.espalier.lab.report.ReliabilityChart;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.OutputFinder;
import org.espalier.run.Transduction;
import org.espalier.run.Transductions;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.LineWarnings;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.data.UnknownSymbols;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.metrics.Bootstrap;
import org.espalier.run.metrics.CalibrationMetrics;
import org.espalier.run.metrics.Confidence;
import org.espalier.run.metrics.MemberDisagreement;
import org.espalier.run.metrics.ScoredHypotheses;
import org.espalier.run.metrics.TransductionMetrics;
import org.espalier.run.result.MetricsView;
import org.espalier.run.result.Reliability;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of {@code evaluate} that find outputs and evaluate them. */
final class OutputEvaluationOptions {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(
            names = "--transduce",
            description =
                    "Also transduce the inputs and evaluate the outputs: accuracy, word and character error rate, mean "
                            + "reciprocal rank, and the calibration of probabilities. Lines with the same input list "
                            + "alternative correct outputs.")
    private boolean transduce;

    @Option(
            names = "--nbest",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "With --transduce, number of outputs ranked per input. Default: ${DEFAULT-VALUE}.")
    private int nBest = 10;

    @Mixin
    private SearchOptions search = new SearchOptions();

    @Option(
            names = "--vote",
            description =
                    "With --transduce, answer with the output that most members of an ensemble find most probable; of equal ones, with the one "
                            + "whose probability has the largest mean. Members vote by their own calibrations; that of the ensemble is not "
                            + "used. Default: members' probabilities are averaged.")
    private boolean vote;

    @Option(
            names = "--outputs",
            paramLabel = "FILE",
            description = "With --transduce, output file for the outputs, in the format of transduce.")
    private @Nullable Path outputs;

    @Option(
            names = "--reliability",
            paramLabel = "FILE",
            description =
                    "With --transduce, draw as SVG how often best outputs are right, by their probability; of a calibrated "
                            + "run also before calibration.")
    private @Nullable Path reliability;

    @Option(
            names = "--unknown",
            paramLabel = "RULE",
            description =
                    "Treatment of pairs with symbols that the machine does not have. skip: report and skip them; with "
                            + "--transduce, their inputs count as wrong. copy: as skip, but with --transduce unknown symbols of "
                            + "x are copied to the output, and the parts between them are transduced separately. fail: stop at "
                            + "the first, without results. Default: skip.")
    private UnknownSymbolPolicy unknown = UnknownSymbolPolicy.SKIP;

    UnknownSymbolPolicy unknown() {
        return unknown;
    }

    boolean areWanted() {
        return transduce;
    }

    boolean isVote() {
        return vote;
    }

    /** Refuses options that require {@code --transduce} if it is missing. */
    void requireConsistent() {
        if (!transduce) {
            UnknownSymbolOption.requireNoCopy(unknown);
        }
        if (!transduce && command != null) {
            Stream.of(
                            "--nbest",
                            "--beam",
                            "--threshold",
                            "--max-output",
                            "--candidates",
                            "--vote",
                            "--outputs",
                            "--reliability")
                    .filter(command.commandLine().getParseResult()::hasMatchedOption)
                    .findFirst()
                    .ifPresent(option -> {
                        throw new UsageException(option + " is about the outputs that are found; give --transduce too");
                    });
        }
    }

    /** Fails if {@link #evaluate} could not, so that no work before it is lost. */
    void requirePossible(TrainedRun run) {
        if (!transduce) {
            return;
        }
        if (vote) {
            OutputFinder.requireEnsemble(run);
        }
        search.settings(run, nBest);
        if (outputs != null && reliability != null && isSamePlace(outputs, reliability)) {
            throw new UsageException("--outputs and --reliability both name " + reliability + "; name two files");
        }
        files().forEach(AtomicFiles::requirePlace);
        RunOption.requireNotNamed(run, files());
    }

    private static boolean isSamePlace(Path one, Path two) {
        return OutputTarget.isSameFile(one.toString(), two.toString())
                || one.toAbsolutePath().normalize().equals(two.toAbsolutePath().normalize());
    }

    /** Refuses to replace the file of pairs. */
    void requireNotRead(String pairs) {
        files().forEach(file -> OutputTarget.requireNotRead(file.toString(), Stream.of(pairs)));
    }

    /** Returns the files that are written. */
    Stream<Path> files() {
        return Stream.of(Optional.ofNullable(outputs), Optional.ofNullable(reliability))
                .flatMap(Optional::stream);
    }

    /**
     * Finds outputs of the inputs of pairs and computes their metrics; for an ensemble also how its members disagree.
     *
     * @param weighted whether an input weighs as much as its pairs; otherwise it weighs 1
     * @param budget the strings drawn per output for its rank
     * @param json whether outputs are written as JSON
     */
    MetricsView evaluate(
            TrainedRun run,
            PairFile pairs,
            boolean weighted,
            SamplingBudget budget,
            long seed,
            boolean json,
            Console console) {
        SearchSettings settings = search.settings(run, nBest);
        OutputFinder finder = vote
                ? OutputFinder.voting(run, settings, settings.nBest(), budget, unknown, seed)
                : new OutputFinder(run, settings, settings.nBest(), budget, unknown, seed);
        List<AnsweredInput> answered = new ArrayList<>();
        AtomicFiles.Content<Writer> work = out -> {
            PrintWriter lines = new PrintWriter(out);
            answered.addAll(answer(
                    finder,
                    pairs,
                    weighted ? pairs.inputWeights() : Map.of(),
                    new RankingView(
                            lines,
                            json ? OutputFormat.JSONL : OutputFormat.TSV,
                            run.config().data().reading()),
                    run.lattices().machine(),
                    console));
            lines.flush();
        };
        if (outputs == null) {
            OutputTarget.discard(work);
        } else {
            AtomicFiles.writeText(outputs, work);
            console.info("wrote " + outputs);
        }
        warnUnknown(pairs, run.lattices().machine(), unknown, console);
        List<ScoredHypotheses> scored =
                answered.stream().map(AnsweredInput::scored).toList();
        Bootstrap bootstrap = Bootstrap.of(seed);
        TransductionMetrics metrics = TransductionMetrics.of(scored, bootstrap);
        Reliability reliable = reliability(run, answered, bootstrap);
        if (reliability != null) {
            AtomicFiles.writeText(reliability, ChartSvg.draw(ReliabilityChart.of(reliable, pairs.name())));
            console.info("wrote " + reliability);
        }
        if (run.members().isEmpty()) {
            return new MetricsView(metrics, Optional.of(reliable), Optional.empty());
        }
        List<Votes> votes = vote
                ? answered.stream().map(AnsweredInput::votes).toList()
                : votes(
                        OutputFinder.voting(run, settings, Integer.MAX_VALUE, budget, unknown, seed),
                        pairs.inputs(),
                        console);
        List<MemberDisagreement.InputVote> ofInputs = IntStream.range(0, scored.size())
                .mapToObj(k -> MemberDisagreement.InputVote.of(
                        votes.get(k).byOutput, scored.get(k), run.members().size()))
                .toList();
        return new MetricsView(metrics, Optional.of(reliable), Optional.of(MemberDisagreement.of(ofInputs, bootstrap)));
    }

    /** The probabilities that members vote with are calibrated by members' own temperatures, if at all. */
    private Reliability reliability(TrainedRun run, List<AnsweredInput> answered, Bootstrap bootstrap) {
        CalibrationMetrics stated = calibration(answered, AnsweredInput::stated, bootstrap);
        if (vote) {
            return Reliability.ofVote(
                    stated,
                    run.members().stream()
                            .filter(member -> member.calibration().isPresent())
                            .count());
        }
        return run.calibration()
                .map(fitted -> Reliability.calibrated(
                        stated, fitted.fitted(), calibration(answered, AnsweredInput::uncalibrated, bootstrap)))
                .orElseGet(() -> Reliability.uncalibrated(stated));
    }

    private static CalibrationMetrics calibration(
            List<AnsweredInput> answered, Function<AnsweredInput, Confidence> confidence, Bootstrap bootstrap) {
        return CalibrationMetrics.of(answered.stream().map(confidence).toList(), bootstrap);
    }

    /** The number of members of an ensemble that vote for each output of an input. */
    private record Votes(Map<List<String>, Integer> byOutput) {
        static Votes of(Transductions found) {
            Map<List<String>, Integer> votes = new HashMap<>();
            found.outputs().forEach(each -> votes.put(each.symbols(), each.votes()));
            return new Votes(votes);
        }
    }

    /**
     * An input with its outputs, and the votes for them if there was a vote.
     *
     * @param stated the probability of the first output
     * @param uncalibrated the probability, without calibration, of the output that would be the first without it
     */
    private record AnsweredInput(ScoredHypotheses scored, Votes votes, Confidence stated, Confidence uncalibrated) {
        static AnsweredInput of(ScoredHypotheses scored, Transductions found) {
            return new AnsweredInput(
                    scored,
                    Votes.of(found),
                    confidence(
                            scored,
                            found.outputs().stream().findFirst(),
                            output -> output.probability().value()),
                    confidence(scored, found.bestUncalibrated(), Transduction::uncalibrated));
        }

        private static Confidence confidence(
                ScoredHypotheses scored, Optional<Transduction> output, ToDoubleFunction<Transduction> probability) {
            return new Confidence(
                    output.map(probability::applyAsDouble).orElse(0.0),
                    output.filter(each -> scored.references().contains(each.symbols()))
                            .isPresent(),
                    scored.weight());
        }
    }

    /** Lets the members vote on outputs that were found without a vote. */
    private static List<Votes> votes(OutputFinder voting, List<Input> inputs, Console console) {
        ConsoleProgress progress = new ConsoleProgress(console, "inputs transduced by each member", inputs.size());
        List<Votes> votes = new ArrayList<>();
        voting.forEach(inputs.stream().map(Input::x).toList(), (found, k) -> {
            votes.add(Votes.of(found));
            progress.step();
        });
        return votes;
    }

    /** @param weights the weight of each input; 1 if it has none */
    private List<AnsweredInput> answer(
            OutputFinder finder,
            PairFile pairs,
            Map<List<String>, Double> weights,
            RankingView view,
            Mfst machine,
            Console console) {
        List<Input> inputs = pairs.inputs();
        ConsoleProgress progress = new ConsoleProgress(console, "inputs transduced", inputs.size());
        LineWarnings warnings = new LineWarnings(pairs.name(), console::info);
        List<AnsweredInput> answered = new ArrayList<>();
        finder.forEach(inputs.stream().map(Input::x).toList(), (found, k) -> {
            Input input = inputs.get(k);
            if (!isUnknown(input, machine)) {
                RankingView.warn(pairs.place(input.line()), found, command, warnings);
            }
            Transductions shown = found.first(nBest);
            view.showWithReferences(input, shown);
            ScoredHypotheses scored = new ScoredHypotheses(
                    shown.outputs().stream().map(Transduction::symbols).toList(),
                    input.outputs(),
                    weights.getOrDefault(input.x(), 1.0));
            answered.add(AnsweredInput.of(scored, found));
            progress.step();
        });
        warnings.finish();
        return answered;
    }

    private static void warnUnknown(PairFile pairs, Mfst machine, UnknownSymbolPolicy policy, Console console) {
        List<Input> inputs = pairs.inputs();
        long unknown =
                inputs.stream().filter(input -> isUnknown(input, machine)).count();
        if (unknown > 0) {
            console.info(unknown + " of " + Plural.of(inputs.size(), "input") + Plural.form(unknown, " has", " have")
                    + " symbols that the machine does not read"
                    + (policy == UnknownSymbolPolicy.COPY
                            ? ", which are copied"
                            : ", and " + Plural.form(unknown, "counts", "count") + " as wrong"));
        }
    }

    private static boolean isUnknown(Input input, Mfst machine) {
        return UnknownSymbols.problem(input.x(), machine.input(), "reads").isPresent();
    }
}
