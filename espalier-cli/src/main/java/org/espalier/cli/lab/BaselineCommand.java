package org.espalier.cli.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.ConsoleProgress;
import org.espalier.cli.console.OutputTarget;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.cli.data.ReadingOptions;
import org.espalier.fst.base.Plural;
import org.espalier.fst.io.OpenFstText;
import org.espalier.fst.io.VectorFst;
import org.espalier.lab.ngram.ArpaFile;
import org.espalier.lab.ngram.JointUnit;
import org.espalier.lab.ngram.JointUnitCorpus;
import org.espalier.lab.ngram.NgramModel;
import org.espalier.lab.ngram.NgramTransducer;
import org.espalier.lab.ngram.PhonetisaurusFile;
import org.espalier.lab.ngram.PhonetisaurusFst;
import org.espalier.lab.ngram.UnitAligner;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.LineWarnings;
import org.espalier.run.data.MachineFiles;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.Reading;
import org.espalier.run.metrics.Bootstrap;
import org.espalier.run.metrics.ScoredHypotheses;
import org.espalier.run.metrics.TransductionMetrics;
import org.espalier.run.result.Json;
import org.espalier.run.result.MetricsView;
import org.espalier.run.settings.RunConfig;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains the joint n-gram model that neural transduction is compared with, and evaluates it. */
@Command(
        name = "baseline",
        description = {
            "Train a joint n-gram model, the method of Phonetisaurus, and evaluate its outputs.",
            "Prints accuracy, word and character error rate and mean reciprocal rank on the test file, each with a 95 %% "
                    + "interval. Lines of the test file with the same input list alternative correct outputs.",
            "With --arpa and --fst, writes the model for other tools; a test file is then not needed."
        },
        footer = {
            "",
            "Examples:",
            "  espalier baseline --config words/config.yaml",
            "  espalier baseline --train train.tsv --test test.tsv",
            "  espalier baseline --alignments words.corpus --test test.tsv --order 8 --json",
            "  espalier baseline --train train.tsv --arpa words.arpa --fst words.fst"
        })
public final class BaselineCommand implements Runnable {
    private final Console console;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration of a training, whose training and test pairs are used, and read as it says.")
    private @Nullable Path config;

    @Option(names = "--train", paramLabel = "FILE", description = "File of training pairs, one per line.")
    private @Nullable String train;

    @Option(
            names = "--alignments",
            paramLabel = "FILE",
            description = "File of training alignments, instead of --train, as align --format phonetisaurus writes it.")
    private @Nullable Path alignments;

    @Option(
            names = "--test",
            paramLabel = "FILE",
            description = "File of test pairs. Default with --config: the test pairs of the configuration.")
    private @Nullable String test;

    @Option(
            names = "--arpa",
            paramLabel = "FILE",
            description = "Output file for the n-gram model in the ARPA format, with units as in --alignments.")
    private @Nullable Path arpa;

    @Option(
            names = "--fst",
            paramLabel = "FILE",
            description =
                    "Output file for the model as a weighted transducer that Phonetisaurus reads: .fst OpenFst binary, "
                            + ".att OpenFst text, with symbol tables FILE.isyms and FILE.osyms.")
    private @Nullable String fst;

    @Mixin
    private ReadingOptions reading = new ReadingOptions();

    @Option(
            names = "--order",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Order of the n-gram model. Default: ${DEFAULT-VALUE}.")
    private int order = 6;

    @Option(
            names = "--max-read",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Maximum number of input symbols of a joint unit. Default: ${DEFAULT-VALUE}.")
    private int maxRead = 2;

    @Option(
            names = "--max-written",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Maximum number of output symbols of a joint unit. Default: ${DEFAULT-VALUE}.")
    private int maxWritten = 2;

    @Option(
            names = "--nbest",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Number of outputs ranked per input. Default: ${DEFAULT-VALUE}.")
    private int nBest = 10;

    @Option(
            names = "--beam",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description =
                    "Beam size: maximum number of prefixes kept after each input symbol. Default: ${DEFAULT-VALUE}.")
    private int beam = 500;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Random seed of the bootstrap intervals. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    private @Nullable Reading found;

    BaselineCommand(Console console) {
        this.console = console;
    }

    /** Returns the files that are named. */
    private static Stream<String> given(@Nullable Object... files) {
        return Arrays.stream(files).filter(Objects::nonNull).map(Object::toString);
    }

    @Override
    public void run() {
        if (config != null) {
            reading.requireNone("--config says how files are read");
            configure(config);
        }
        if ((train == null) == (alignments == null)) {
            throw new UsageException(
                    train == null
                            ? "training data is missing; give --train FILE, --alignments FILE or --config FILE"
                            : "--train cannot be combined with --alignments; give one or the other");
        }
        if (test == null && arpa == null && fst == null) {
            throw new UsageException(
                    "a test file is missing; give --test FILE, or only write the model with --arpa or --fst");
        }
        if (fst != null) {
            MachineFiles.requireOpenFst(fst);
        }
        given(arpa, fst).forEach(file -> OutputTarget.requireNotRead(file, given(config, train, alignments, test)));
        // The training pairs are looked at first, so that the test pairs are read as they are.
        List<List<JointUnit>> aligned = alignments();
        List<Input> inputs = test == null ? List.of() : inputs(test);
        JointUnitCorpus units = JointUnitCorpus.of(aligned);
        NgramModel model = NgramModel.train(units.strings(), units.size(), order);
        console.info(String.format(
                Locale.ROOT,
                "%,d %s, %,d %s, %,d %s",
                units.strings().size(),
                Plural.form(units.strings().size(), "alignment", "alignments"),
                units.size(),
                Plural.form(units.size(), "unit", "units"),
                model.size(),
                Plural.form(model.size(), "n-gram", "n-grams")));
        write(units, model);
        show(units, model, test == null ? null : evaluate(inputs, new NgramTransducer(units, model, beam)));
    }

    private void write(JointUnitCorpus units, NgramModel model) {
        if (arpa != null) {
            ArpaFile.write(units, model, arpa);
            console.info("wrote " + arpa);
        }
        if (fst != null) {
            VectorFst transducer = PhonetisaurusFst.of(units, model);
            MachineFiles.write(transducer, OpenFstText.Form.TRANSDUCER, fst);
            console.info("wrote " + fst + ": " + Plural.of(transducer.states(), "state") + ", "
                    + Plural.of(transducer.arcs(), "arc"));
        }
    }

    private MetricsView evaluate(List<Input> inputs, NgramTransducer transducer) {
        ConsoleProgress progress = new ConsoleProgress(console, "inputs", inputs.size());
        List<ScoredHypotheses> hypotheses = new ArrayList<>();
        for (Input input : inputs) {
            List<List<String>> found = transducer.nBest(input.x(), nBest).stream()
                    .map(NgramTransducer.Output::y)
                    .toList();
            hypotheses.add(new ScoredHypotheses(found, input.outputs()));
            progress.step();
        }
        return new MetricsView(TransductionMetrics.of(hypotheses, Bootstrap.of(seed)));
    }

    private void configure(Path file) {
        RunConfig.Data data = RunConfig.of(RunConfig.read(file)).data();
        found = data.reading();
        if (train == null && alignments == null) {
            train = data.train();
        }
        if (test == null) {
            test = data.test().orElse(null);
        }
    }

    private List<Input> inputs(String name) {
        PairFile file = pairs(name);
        file.required();
        return file.inputs();
    }

    private PairFile pairs(String name) {
        // All files are read as the first one is.
        PairFile file;
        if (found == null) {
            ReadingOptions.Source first = reading.source(name, console);
            found = first.reading();
            file = first.read(found);
        } else {
            file = PairFile.read(name, found, System.in);
        }
        file.warn(console::info);
        file.warnSkipped(console::info);
        return file;
    }

    private List<List<JointUnit>> alignments() {
        if (alignments != null) {
            return PhonetisaurusFile.read(alignments);
        }
        String name = String.valueOf(train);
        LineWarnings warnings = new LineWarnings(name, console::info);
        List<Pair> alignable = new ArrayList<>();
        for (Pair pair : pairs(name).required()) {
            if (UnitAligner.canAlign(pair, maxWritten)) {
                alignable.add(pair);
            } else {
                warnings.add(
                        name + ":" + pair.line(),
                        pair.x().isEmpty()
                                ? "the input is empty"
                                : "the output is too long for the input; raise --max-written to use the pair");
            }
        }
        warnings.finish();
        return UnitAligner.align(alignable, maxRead, maxWritten);
    }

    /** Prints the results; without a test file there are no metrics. */
    private void show(JointUnitCorpus units, NgramModel model, @Nullable MetricsView metrics) {
        if (json) {
            Map<String, Object> object = test == null ? Json.object() : Json.object("file", test);
            object.putAll(Json.object(
                    "alignments", units.strings().size(),
                    "units", units.size(),
                    "order", model.order(),
                    "ngrams", model.size()));
            if (metrics != null) {
                object.putAll(metrics.object());
            }
            console.out().println(Json.line(object));
        } else if (metrics != null) {
            metrics.print(console.out(), String.valueOf(test));
        }
    }
}
