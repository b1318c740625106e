package org.espalier.cli.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.cli.console.Console;
import org.espalier.cli.console.PositiveNumber;
import org.espalier.cli.console.UsageException;
import org.espalier.cli.data.CipherOptions;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.ShellCommand;
import org.espalier.lab.experiment.ExperimentPlan;
import org.espalier.lab.experiment.ExperimentScale;
import org.espalier.lab.experiment.TaskName;
import org.espalier.lab.results.SamplerVariant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the paper's experiments. */
@Command(
        name = "reproduce",
        description = {
            "Reproduce the paper's experiments: train a scorer, freeze it, train every sampler on it, and compare them.",
            "Prints the paper's tables with its numbers next to ours, and writes report.html."
        },
        footer = {
            "",
            "Scales: smoke and quickstart take a few minutes per task, small about twenty minutes per task on two cores, "
                    + "and paper, with the sizes of the paper, several weeks.",
            "If it is stopped, the same call resumes it and skips completed work.",
            "Every model is an ordinary run: align, score and evaluate accept it with --run.",
            "",
            "Examples:",
            "  espalier reproduce --task cipher --scale smoke",
            "  espalier reproduce --task all --scale small --dakshina dakshina_dataset_v1.0.tar --out runs/small",
            "  espalier reproduce --task cipher --scale small --sweep 64,128,256 --seeds 1,2,3",
            "",
            "Seeds may also be run one by one, in folders of their own, and merged: see espalier report."
        })
public final class ReproduceCommand implements Callable<Integer> {
    /** The names of the samplers, for the help. */
    static final class SamplerNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(SamplerVariant.values())
                    .map(SamplerVariant::id)
                    .iterator();
        }
    }

    private final Console console;

    @Option(
            names = "--task",
            paramLabel = "TASK",
            split = ",",
            required = true,
            description = "Tasks, separated by commas: tr, scan, cipher, or all.")
    private List<String> tasks = List.of();

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            description = "Scale: smoke, quickstart, small or paper. Default: small.")
    private String scale = ExperimentScale.SMALL.name();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Output folder. Default: runs/SCALE.")
    private @Nullable Path out;

    @Option(
            names = "--dakshina",
            paramLabel = "PATH",
            description = "The Dakshina dataset for task tr: its archive, or a folder with its files.")
    private @Nullable Path dakshina;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            split = ",",
            description =
                    "Random seeds, separated by commas. With several, tables show means and deviations. Default: 1.")
    private List<Long> seeds = List.of(1L);

    @Option(
            names = "--samplers",
            paramLabel = "NAME",
            split = ",",
            completionCandidates = SamplerNames.class,
            description =
                    "Samplers to compare, separated by commas: ${COMPLETION-CANDIDATES}. What follows a sampler's name is how it is "
                            + "trained: -memory remembers 8 strings of each pair, -dreams has 16 dreams per step, -splices has half "
                            + "of the pairs spliced in the first half of the steps, -exclusive minimizes KL(q || p), and -ppo does so "
                            + "with four updates from the same strings. swp-rerun is slow: it runs Algorithm 1 for each prefix. "
                            + "Default: those of the scale.")
    private List<String> samplers = List.of();

    @Option(
            names = "--sweep",
            paramLabel = "D",
            split = ",",
            description =
                    "Additional dimensions of samplers, separated by commas; the paper's figure has 64,128,256,512,1024.")
    private List<Integer> sweep = List.of();

    @ArgGroup(validate = false, heading = "For task cipher:%n")
    private CipherOptions cipher = new CipherOptions();

    @Option(
            names = "--jobs",
            paramLabel = "N",
            converter = PositiveNumber.OfInt.class,
            description = "Number of models trained in parallel, with one thread each. Default: the number of cores.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(names = "--untimed", description = "Do not measure times, which needs an otherwise idle machine.")
    private boolean untimed;

    @Option(names = "--json", description = "Print the results as one JSON object.")
    private boolean json;

    ReproduceCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        ExperimentPlan plan = plan();
        return new ExperimentRunner(console).run(plan, json, plan.command());
    }

    private ExperimentPlan plan() {
        ExperimentScale chosen = find(
                "scale",
                scale,
                ExperimentScale::of,
                ExperimentScale.NAMED.stream().map(ExperimentScale::name));
        List<TaskName> named = tasks.equals(List.of("all"))
                ? List.of(TaskName.values())
                : tasks.stream()
                        .map(task -> find(
                                "task",
                                task,
                                TaskName::of,
                                Stream.concat(Arrays.stream(TaskName.values()).map(TaskName::id), Stream.of("all"))))
                        .distinct()
                        .toList();
        List<SamplerVariant> compared = samplers.isEmpty()
                ? chosen.samplers()
                : samplers.stream()
                        .map(name -> find(
                                "sampler",
                                name,
                                SamplerVariant::of,
                                Arrays.stream(SamplerVariant.values()).map(SamplerVariant::id)))
                        .distinct()
                        .toList();
        requireDifferent(seeds);
        try {
            return new ExperimentPlan(
                    out != null ? out : Path.of("runs", chosen.name()),
                    named,
                    chosen,
                    seeds,
                    compared,
                    sweep,
                    Optional.ofNullable(dakshina),
                    cipher.settings(),
                    !untimed,
                    jobs,
                    command());
        } catch (EspalierException e) {
            throw new UsageException(e);
        }
    }

    /** Refuses a repeated seed, which is probably a mistake. */
    private static void requireDifferent(List<Long> seeds) {
        Set<Long> seen = new HashSet<>();
        for (Long seed : seeds) {
            if (!seen.add(seed)) {
                throw new UsageException("seed " + seed + " is given twice; give each seed once");
            }
        }
    }

    private static <T> T find(String kind, String name, Function<String, Optional<T>> byName, Stream<String> known) {
        return byName.apply(name)
                .orElseThrow(() -> new UsageException(
                        "no " + kind + " is called '" + name + "'; known: " + known.collect(Collectors.joining(", "))));
    }

    /** Returns the call that repeats this experiment, with its options in a fixed order. */
    private String command() {
        List<String> words = new ArrayList<>(
                List.of("./espalier", "reproduce", "--task", String.join(",", tasks), "--scale", scale));
        add(words, "--out", out);
        add(words, "--dakshina", dakshina);
        add(words, "--seeds", seeds.equals(List.of(1L)) ? null : join(seeds));
        add(words, "--samplers", samplers.isEmpty() ? null : join(samplers));
        add(words, "--sweep", sweep.isEmpty() ? null : join(sweep));
        words.addAll(cipher.words());
        if (untimed) {
            words.add("--untimed");
        }
        add(words, "--jobs", jobs == Runtime.getRuntime().availableProcessors() ? null : jobs);
        return ShellCommand.line(words.toArray());
    }

    private static void add(List<String> words, String option, @Nullable Object value) {
        if (value != null) {
            words.add(option);
            words.add(value.toString());
        }
    }

    private static String join(List<?> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
