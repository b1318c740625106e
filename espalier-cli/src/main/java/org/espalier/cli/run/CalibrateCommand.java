package org.espalier.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.OutputTarget;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.fst.Alphabet;
import org.espalier.fst.base.AtomicFiles;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.Plural;
import org.espalier.lab.report.ChartSvg;
import org.espalier.lab.report.ReliabilityChart;
import org.espalier.run.Calibrator;
import org.espalier.run.OutputFinder;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;
import org.espalier.run.data.WordList;
import org.espalier.run.folder.Calibration;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.result.Json;
import org.espalier.run.result.MetricsView;
import org.espalier.run.result.Reliability;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Calibrates the probabilities of a run's outputs. */
@Command(
        name = "calibrate",
        description = {
            "Calibrate a run: fit the temperature at which the probabilities of its outputs agree best with how often they are right.",
            "With --words also fit how much more probable outputs are whose words are all in a list. One that does not help is not used.",
            "Writes calibration.json into the folder of the run, or of the ensemble; transduce, evaluate, rerank, Spark jobs and "
                    + "programs use it from then on. A temperature leaves the order of outputs as it is; a list of words changes it. "
                    + "log p stays as it is."
        },
        footer = {
            "",
            "The expected calibration error is the mean difference between the probability of the best output and the share of best "
                    + "outputs that are right, over ten bins of equal mass, or as many as leave ten inputs each.",
            "By chance, it would be as printed below it if each output were right with exactly its probability.",
            "To undo a calibration, remove calibration.json.",
            "",
            "Examples:",
            "  espalier calibrate --run runs/swa",
            "  espalier calibrate --run runs/swa --pairs heldout.tsv --reliability reliability.svg",
            "  espalier calibrate --run runs/swa --words /usr/share/dict/words"
        })
public final class CalibrateCommand implements Runnable {
    private final Console console;

    @Mixin
    private RunOption run = new RunOption();

    @Option(
            names = "--pairs",
            paramLabel = "FILE",
            description =
                    "File of pairs that the run was not trained on, or - for standard input. Default: the validation pairs of the run.")
    private @Nullable String file;

    @Option(
            names = "--words",
            paramLabel = "FILE",
            description =
                    "List of words that outputs should consist of, one per line, written like the outputs; text after a tab is "
                            + "ignored. - is standard input. Kept in calibration.json.")
    private @Nullable String words;

    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = PositiveNumber.Samples.class,
            description = "Number of samples per output that is ranked. Default: ${DEFAULT-VALUE}.")
    private int samples = OutputFinder.SAMPLES;

    @Mixin
    private RefineOption refinement = new RefineOption();

    @Option(
            names = "--reliability",
            paramLabel = "FILE",
            description = "Draw as SVG how often best outputs are right, by their probability, before and after.")
    private @Nullable Path reliability;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    CalibrateCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        if (run.paths().size() > 1) {
            throw new UsageException(
                    "several runs have no folder for their calibration; give one --run, which may be an ensemble");
        }
        if ("-".equals(file) && "-".equals(words)) {
            throw new UsageException("--pairs - cannot be combined with --words -; name a file for one of them");
        }
        Path folder = run.paths().get(0);
        if (reliability != null) {
            run.requireNotOwn(Stream.of(reliability));
            AtomicFiles.requirePlace(reliability);
        }
        try (TrainedRun opened = run.open(console)) {
            RunOption.requireNotNamed(opened, Stream.ofNullable(reliability));
            Optional<WordList> list = words(opened);
            PairFile pairs = pairs(opened);
            if (reliability != null) {
                OutputTarget.requireNotRead(
                        reliability.toString(), Stream.of(pairs.name(), words == null ? "" : words));
            }
            ConsoleProgress progress = new ConsoleProgress(
                    console, "inputs transduced", pairs.inputs().size());
            Calibrator.Fit fit = new Calibrator(opened, refinement.budget(samples), run.seed(), list)
                    .calibrate(folder, pairs, progress::step);
            if (words == null) {
                opened.calibration().flatMap(Calibration::words).ifPresent(this::tellUnused);
            }
            show(fit, folder, pairs.name(), list);
        }
    }

    private Optional<WordList> words(TrainedRun opened) {
        if (words == null) {
            return Optional.empty();
        }
        Reading reading = opened.config().data().reading();
        WordList list = WordList.read(words, reading.output(), System.in);
        Alphabet written = opened.lattices().machine().output();
        List<String> foreign = list.words().stream()
                .filter(word -> !reading.outputSymbols(word).stream().allMatch(written::contains))
                .toList();
        if (foreign.size() == list.size()) {
            throw new EspalierException(
                    "no word of " + words + " has only symbols that the machine writes; give words in "
                            + "the script of the outputs, split into symbols like them");
        }
        if (!foreign.isEmpty()) {
            console.info(words + ": " + Plural.of(foreign.size(), "word") + " of " + list.size()
                    + " cannot be outputs, since the machine does not write all their symbols, such as "
                    + EspalierException.quote(foreign.get(0)));
        }
        return Optional.of(list);
    }

    private void tellUnused(WordList list) {
        console.info("the " + Plural.of(list.size(), "word")
                + " that this run was calibrated with are no longer used; to keep them, give --words again");
    }

    private PairFile pairs(TrainedRun opened) {
        PairFile pairs = file == null
                ? Calibrator.validationPairs(opened, console::info)
                : PairFile.read(file, opened.config().data().reading(), System.in);
        if (file != null && RunOption.isTrainedOn(opened, file)) {
            console.info(file
                    + " has the training pairs of the run, for which its probabilities are too high; calibrate with "
                    + "pairs that it was not trained on");
        }
        pairs.warn(console::info);
        return pairs;
    }

    private void show(Calibrator.Fit fit, Path folder, String pairs, Optional<WordList> list) {
        Reliability reliable = Reliability.calibrated(fit.after(), fit.fitted(), fit.before());
        if (list.isPresent() && !fit.fitted().prefersWords()) {
            console.info(
                    fit.listInputs() < Calibrator.LEAST_INPUTS
                            ? "the list of words is not used: " + Plural.of(fit.listInputs(), "input")
                                    + " can tell what it is worth, and at least " + Calibrator.LEAST_INPUTS
                                    + " must; calibrate with more pairs, or a longer list"
                            : "the list of words does not make probabilities better on these inputs, and is not used");
        }
        if (fit.isBonusLargest()) {
            console.info(
                    "the word bonus is as large as it may be: nearly every right output of these inputs is listed, and hardly a "
                            + "wrong one. A list that was made from them says nothing about other inputs");
        }
        if (reliability != null) {
            AtomicFiles.writeText(reliability, ChartSvg.draw(ReliabilityChart.of(reliable, pairs)));
            console.info("wrote " + reliability);
        }
        if (json) {
            Map<String, Object> object = Json.object("run", folder.toString(), "file", pairs, "inputs", fit.inputs());
            object.putAll(MetricsView.object(reliable));
            list.ifPresent(each -> object.putAll(Json.object(
                    "words",
                    each.size(),
                    "wordBonus",
                    fit.fitted().wordBonus(),
                    "accuracy",
                    fit.accuracyAfter(),
                    "accuracyBefore",
                    fit.accuracyBefore())));
            console.out().println(Json.line(object));
        } else {
            console.out().println(Plural.of(fit.inputs(), "input") + " of " + pairs);
            MetricsView.print(console.out(), reliable);
            list.ifPresent(each -> console.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%s listed; first outputs that are right: %.4f, without the list %.4f",
                            Plural.of(each.size(), "word"),
                            fit.accuracyAfter(),
                            fit.accuracyBefore())));
        }
    }
}
