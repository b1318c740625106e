package org.espalier.app.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.espalier.app.config.RunConfig;
import org.espalier.app.data.Batches;
import org.espalier.app.data.Pair;
import org.espalier.app.data.PairFile;
import org.espalier.app.data.PairSet;
import org.espalier.app.run.RunData;
import org.espalier.app.run.TrainedRun;
import org.espalier.fst.Alphabet;
import org.espalier.fst.Mfst;
import org.espalier.model.LatticeSource;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.RunningEstimates;
import org.espalier.model.estimate.RunningMean;
import org.espalier.model.estimate.Smc;
import org.espalier.model.train.TrainingSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how good a trained run is. */
@Command(
        name = "evaluate",
        description = {
            "Say how good the model of a run is: means over pairs, each with its standard error.",
            "With --transduce also how good the outputs are that it finds for the inputs, each number with a 95 %% interval. "
                    + "Without --pairs, on the run's test file, or else on what it was validated with."
        },
        footer = {
            "",
            "Partial KL is E_q[log q - log p], which is KL(q || p) but for a constant of the scorer; lower is better.",
            "ESS is how many of the strings drawn count; deduplicated, with equal strings counted once.",
            "",
            "Examples:",
            "  espalier evaluate --run runs/swa",
            "  espalier evaluate --run runs/swa --pairs test.tsv --samples 128 --exact --smc --json",
            "  espalier evaluate --run runs/swa --pairs test.tsv --transduce --outputs outputs.tsv"
        })
final class EvaluateCommand implements Runnable {
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("samples", "strings drawn a pair"),
            Map.entry("partialKl", "partial KL"),
            Map.entry("iwae", "log-likelihood, IWAE bound"),
            Map.entry("logLikelihood", "log-likelihood"),
            Map.entry("ess", "ESS"),
            Map.entry("deduplicatedEss", "ESS, deduplicated"),
            Map.entry("markLength", "marks a string"),
            Map.entry("seconds", "seconds a pair"),
            Map.entry("smcLogLikelihood", "log-likelihood, SMC"),
            Map.entry("exactPairs", "pairs enumerated"),
            Map.entry("exactKl", "KL(q || p), exact"),
            Map.entry("exactInclusiveKl", "KL(p || q), exact"),
            Map.entry("exactLogLikelihood", "log-likelihood, exact"));

    private final Console console;

    @Mixin
    private RunPairs pairs = new RunPairs();

    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = Positive.Samples.class,
            description = "Mark strings drawn for each pair, and with --transduce for each output to rank it by. "
                    + "Default: the run's training.iwaeSamples, and " + TransduceCommand.SAMPLES + ".")
    private @Nullable Integer samples;

    @Option(names = "--exact", description = "Also the exact KL divergences and log-likelihood, by enumerating paths.")
    private boolean exact;

    @Mixin
    private ExactOption enumeration = new ExactOption();

    @Option(names = "--smc", description = "Also the log-likelihood by sequential Monte Carlo.")
    private boolean smc;

    @Mixin
    private TransductionOptions transduction = new TransductionOptions();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    EvaluateCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        pairs.requireSense();
        transduction.requireSense();
        if (!transduction.areWanted()) {
            pairs.requirePairsWhole();
        }
        try (TrainedRun run = pairs.open(console)) {
            Target target = target(run);
            Map<String, Object> head = Json.object(
                    "run", run.folder().path().toString(),
                    "step", run.step(),
                    "pairs", target.lattices.size(),
                    "leftOut", target.leftOut,
                    "file", target.file.name());
            Map<String, Object> results = evaluate(run, target.lattices);
            Optional<MetricsView> metrics = transduction.areWanted()
                    ? Optional.of(new MetricsView(transduction.judge(
                            run, target.file, samples(TransduceCommand.SAMPLES), pairs, json, console)))
                    : Optional.empty();
            show(head, results, metrics);
        }
    }

    private int samples(int otherwise) {
        return samples != null ? samples : otherwise;
    }

    /**
     * What is judged.
     *
     * @param file all pairs, those that the machine does not generate too
     */
    private record Target(PairFile file, LatticeSource lattices, int leftOut) {}

    /** The pairs named; or the run's test file, or the one it was validated with, or the part of its data it was. */
    private Target target(TrainedRun run) {
        RunConfig.Data data = run.config().data();
        Optional<String> file = data.test().or(data::valid).map(EvaluateCommand::fromHere);
        if (pairs.areGiven() || file.isPresent()) {
            PairFile read = pairs.file(run, file);
            PairSet usable = pairs.usable(read, run, console);
            return new Target(read, usable.lattices(), usable.leftOut());
        }
        LatticeSource apart =
                RunData.read(run.config()).split(run.rules(), console::say).valid();
        return new Target(
                new PairFile(fromHere(data.train()) + ", the part set apart to validate with", strings(apart, run)),
                apart,
                0);
    }

    /** A run names its files in full; a person, those below the working folder from there. */
    private static String fromHere(String file) {
        Path here = Path.of("").toAbsolutePath();
        Path path = Path.of(file);
        return path.startsWith(here) ? here.relativize(path).toString() : file;
    }

    private static List<Pair> strings(LatticeSource source, TrainedRun run) {
        Mfst machine = run.lattices().machine();
        return IntStream.range(0, source.size())
                .mapToObj(k -> new Pair(
                        symbols(source.input(k), machine.input()), symbols(source.output(k), machine.output()), 0))
                .toList();
    }

    private static List<String> symbols(int[] string, Alphabet alphabet) {
        return Arrays.stream(string).mapToObj(alphabet::symbol).toList();
    }

    private Map<String, Object> evaluate(TrainedRun run, LatticeSource source) {
        TrainingSettings training = run.config().training();
        int drawn = samples(training.iwaeSamples());
        Estimator estimator = new Estimator(run.model(), drawn, Math.min(drawn, training.iwaeSamples()), pairs.seed());
        RunningEstimates found = new RunningEstimates();
        long begin = System.nanoTime();
        Batches batches = Batches.drawing(source, training.batch(), drawn);
        batches.forEach(
                new Progress(console, "pairs", source.size())::step,
                estimator::estimate,
                (estimates, pair) -> found.add(estimates));
        double seconds = (System.nanoTime() - begin) / 1e9 / source.size();
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("samples", drawn);
        results.put("partialKl", found.partialKl());
        results.put("iwae", found.iwae());
        results.put("logLikelihood", found.logLikelihood());
        results.put("ess", found.ess());
        results.put("deduplicatedEss", found.deduplicatedEss());
        results.put("markLength", found.markLength());
        results.put("seconds", seconds);
        if (smc) {
            Smc filter = new Smc(run.model(), drawn, Smc.DEFAULT_THRESHOLD, 1, pairs.seed());
            RunningMean mean = new RunningMean();
            batches.forEach(
                    new Progress(console, "pairs filtered", source.size())::step,
                    filter::estimate,
                    (filtered, pair) -> mean.add(filtered.logLikelihood().value()));
            results.put("smcLogLikelihood", mean.estimate());
        }
        if (exact) {
            enumerate(run, source, results);
        }
        return results;
    }

    private void enumerate(TrainedRun run, LatticeSource source, Map<String, Object> results) {
        RunningMean exclusive = new RunningMean();
        RunningMean inclusive = new RunningMean();
        RunningMean likelihood = new RunningMean();
        Exact values = Exact.of(run.model()).withMaxPaths(enumeration.maxPaths());
        IntPredicate enumerable =
                pair -> enumeration.obstacle(source.lattice(pair)).isEmpty();
        new Batches(source, enumerable, run.config().training().batch())
                .forEach(
                        new Progress(console, "pairs enumerated", source.size())::step,
                        (batch, numbers) -> values.values(batch),
                        (ofPair, pair) -> {
                            exclusive.add(ofPair.exclusiveKl());
                            inclusive.add(ofPair.inclusiveKl());
                            likelihood.add(ofPair.logLikelihood());
                        });
        results.put("exactPairs", exclusive.count());
        if (exclusive.count() < source.size()) {
            console.say(source.size() - exclusive.count() + " of " + source.size()
                    + " pairs are not enumerated: their lattices are cyclic or have more than " + enumeration.maxPaths()
                    + " paths; raise --max-paths, or go by the estimates");
        }
        if (exclusive.count() > 0) {
            results.put("exactKl", exclusive.estimate());
            results.put("exactInclusiveKl", inclusive.estimate());
            results.put("exactLogLikelihood", likelihood.estimate());
        }
    }

    private void show(Map<String, Object> head, Map<String, Object> results, Optional<MetricsView> metrics) {
        if (json) {
            Map<String, Object> object = new LinkedHashMap<>(head);
            results.forEach((key, value) -> object.put(key, value instanceof Estimate e ? Json.estimate(e) : value));
            metrics.ifPresent(ofOutputs -> object.putAll(ofOutputs.object()));
            console.out().println(Json.line(object));
            return;
        }
        console.out()
                .println(head.get("run") + ", step " + head.get("step") + ", on " + head.get("pairs") + " pairs of "
                        + head.get("file"));
        results.forEach((key, value) -> console.out().println(row(NAMES.getOrDefault(key, key), value)));
        metrics.ifPresent(ofOutputs -> {
            console.out().println();
            ofOutputs.print(console.out(), String.valueOf(head.get("file")));
        });
    }

    private static String row(String name, Object value) {
        if (value instanceof Estimate estimate) {
            return String.format(Locale.ROOT, "%-28s%12.4f", name, estimate.value())
                    + (Double.isNaN(estimate.standardError())
                            ? ""
                            : String.format(Locale.ROOT, "  ± %.4f", estimate.standardError()));
        }
        return value instanceof Double number
                ? String.format(Locale.ROOT, "%-28s%12.6f", name, number)
                : String.format(Locale.ROOT, "%-28s%12s", name, value);
    }
}
