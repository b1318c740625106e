package org.espalier.app.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.espalier.app.data.PairSet;
import org.espalier.app.run.TrainedRun;
import org.espalier.model.estimate.Estimate;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.Exact;
import org.espalier.model.estimate.ExactValues;
import org.espalier.model.estimate.RunningEstimates;
import org.espalier.model.estimate.RunningMean;
import org.espalier.model.estimate.Smc;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says how good a trained run is. */
@Command(
        name = "evaluate",
        description = {
            "Say how good the model of a run is: means over pairs, each with its standard error.",
            "Without --pairs, on the run's test file, or else its file to validate with."
        },
        footer = {
            "",
            "Partial KL is E_q[log q - log p], which is KL(q || p) but for a constant of the scorer; lower is better.",
            "ESS is how many of the strings drawn count; deduplicated, with equal strings counted once.",
            "",
            "Examples:",
            "  espalier evaluate --run runs/swa",
            "  espalier evaluate --run runs/swa --pairs test.tsv --samples 128 --exact --smc --json"
        })
final class EvaluateCommand implements Runnable {
    private final Console console;

    @Mixin
    private RunPairs pairs = new RunPairs();

    @Option(
            names = "--samples",
            paramLabel = "N",
            converter = Positive.OfInt.class,
            description = "Mark strings drawn for each pair. Default: the run's training.iwaeSamples.")
    private @Nullable Integer samples;

    @Option(names = "--exact", description = "Also the exact KL divergences and log-likelihood, by enumerating paths.")
    private boolean exact;

    @Mixin
    private ExactOption enumeration = new ExactOption();

    @Option(names = "--smc", description = "Also the log-likelihood by sequential Monte Carlo.")
    private boolean smc;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    EvaluateCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        pairs.requireSense();
        try (TrainedRun run = pairs.open(console)) {
            Optional<String> file =
                    run.config().data().test().or(() -> run.config().data().valid());
            PairSet set = pairs.read(
                    run, Optional.of(file.orElseGet(() -> run.config().data().train())), console);
            Map<String, Object> head = Json.object(
                    "run", run.folder().path().toString(),
                    "step", run.step(),
                    "pairs", set.pairs().size(),
                    "leftOut", set.leftOut(),
                    "file", set.name());
            show(head, evaluate(run, set));
        }
    }

    private Map<String, Object> evaluate(TrainedRun run, PairSet set) {
        int drawn = samples != null ? samples : run.config().training().iwaeSamples();
        int k = Math.min(drawn, run.config().training().iwaeSamples());
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("samples", drawn);
        long begin = System.nanoTime();
        RunningEstimates found = estimates(run, set, new Estimator(run.model(), drawn, k, pairs.seed()));
        double seconds = (System.nanoTime() - begin) / 1e9 / set.pairs().size();
        results.put("partialKl", found.partialKl());
        results.put("iwae", found.iwae());
        results.put("logLikelihood", found.logLikelihood());
        results.put("ess", found.ess());
        results.put("deduplicatedEss", found.deduplicatedEss());
        results.put("markLength", found.markLength());
        results.put("seconds", seconds);
        if (smc) {
            results.put("smcLogLikelihood", filtered(run, set, drawn));
        }
        if (exact) {
            enumerate(run, set, results);
        }
        return results;
    }

    private RunningEstimates estimates(TrainedRun run, PairSet set, Estimator estimator) {
        RunningEstimates means = new RunningEstimates();
        Progress progress = new Progress(console, "pairs", set.pairs().size());
        Batches.forEach(
                set.lattices(),
                pair -> true,
                run.config().training().batch(),
                (batch, numbers) -> estimator
                        .estimate(batch, Batches.array(numbers))
                        .forEach(ofPair -> {
                            means.add(ofPair);
                            progress.step();
                        }));
        return means;
    }

    private Estimate filtered(TrainedRun run, PairSet set, int particles) {
        RunningMean mean = new RunningMean();
        Smc filter = new Smc(run.model(), particles, Smc.DEFAULT_THRESHOLD, 1, pairs.seed());
        Progress progress = new Progress(console, "pairs filtered", set.pairs().size());
        Batches.forEach(
                set.lattices(),
                pair -> true,
                run.config().training().batch(),
                (batch, numbers) -> filter.estimate(batch, Batches.array(numbers))
                        .forEach(ofPair -> {
                            mean.add(ofPair.logLikelihood().value());
                            progress.step();
                        }));
        return mean.estimate();
    }

    private void enumerate(TrainedRun run, PairSet set, Map<String, Object> results) {
        RunningMean exclusive = new RunningMean();
        RunningMean inclusive = new RunningMean();
        RunningMean likelihood = new RunningMean();
        Progress progress =
                new Progress(console, "pairs enumerated", set.pairs().size());
        Exact values = Exact.of(run.model()).withMaxPaths(enumeration.maxPaths());
        Batches.forEach(
                set.lattices(),
                pair -> enumeration.obstacle(set.lattices().lattice(pair)).isEmpty(),
                run.config().training().batch(),
                (batch, numbers) -> {
                    for (ExactValues ofPair : values.values(batch)) {
                        exclusive.add(ofPair.exclusiveKl());
                        inclusive.add(ofPair.inclusiveKl());
                        likelihood.add(ofPair.logLikelihood());
                        progress.step();
                    }
                });
        results.put("exactPairs", exclusive.count());
        if (exclusive.count() > 0) {
            results.put("exactKl", exclusive.estimate());
            results.put("exactInclusiveKl", inclusive.estimate());
            results.put("exactLogLikelihood", likelihood.estimate());
        }
    }

    private void show(Map<String, Object> head, Map<String, Object> results) {
        if (json) {
            Map<String, Object> object = new LinkedHashMap<>(head);
            results.forEach((key, value) -> object.put(key, value instanceof Estimate e ? Json.estimate(e) : value));
            console.out().println(Json.line(object));
            return;
        }
        console.out()
                .println(head.get("run") + ", step " + head.get("step") + ", on " + head.get("pairs") + " pairs of "
                        + head.get("file"));
        results.forEach((key, value) -> console.out().println(row(NAMES.getOrDefault(key, key), value)));
    }

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
