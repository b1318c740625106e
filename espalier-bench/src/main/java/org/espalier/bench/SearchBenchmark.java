package org.espalier.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.espalier.fst.base.EspalierException;
import org.espalier.fst.base.OrderedParallel;
import org.espalier.model.Torch;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.model.search.BeamSearch;
import org.espalier.model.search.FoundOutput;
import org.espalier.model.search.FoundOutputs;
import org.espalier.model.search.Ranker;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.OutputFinder;
import org.espalier.run.Transduction;
import org.espalier.run.data.InputFile.Input;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.folder.TrainedRun;
import org.espalier.run.metrics.Bootstrap;
import org.espalier.run.metrics.ScoredHypotheses;
import org.espalier.run.metrics.TransductionMetrics;

/**
 * Measures how fast trained models find outputs and how good these are: as {@code transduce} does it, by a plain beam with all
 * outputs ranked, and, for conditional models, by a beam search in PyTorch, beside one of ours with the same beam and a single
 * output.
 */
final class SearchBenchmark {
    private static final long SEED = 1;
    private static final int OUTPUTS = 10;
    private static final int SAMPLES = 128;
    private static final int PLAIN_BEAM = 64;
    private static final int PLAIN_BATCH = 32;
    private static final int PYTORCH_BEAM = 4;

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Path pairs;
    private final int words;
    private final int rounds;
    private final int threads;
    private final Optional<PyTorchPeer> pytorch = PyTorchPeer.find(Path.of("espalier-bench"));

    private SearchBenchmark(BenchmarkArguments arguments) {
        this.pairs = arguments
                .path("--pairs")
                .orElseThrow(() -> new EspalierException("search needs a file of pairs; give --pairs FILE"));
        this.words = arguments.number("--words", 400);
        this.rounds = arguments.number("--rounds", 3);
        this.threads = arguments.number("--threads", 2);
    }

    static void run(String... args) throws IOException {
        BenchmarkArguments arguments = new BenchmarkArguments(
                Set.of("--words", "--rounds", "--threads"), Set.of("--pairs", "--joint", "--conditional"), args);
        SearchBenchmark benchmark = new SearchBenchmark(arguments);
        List<SearchReport.Way> ways = new ArrayList<>();
        for (String run : List.of("--joint", "--conditional")) {
            Optional<Path> folder = arguments.path(run);
            if (folder.isPresent()) {
                ways.addAll(benchmark.measure(folder.get()));
            }
        }
        if (ways.isEmpty()) {
            throw new EspalierException("search needs a trained run; give --joint RUN, --conditional RUN or both");
        }
        Torch.useThreads(1);
        SearchReport report = new SearchReport(
                BenchmarkEnvironment.describe(BenchmarkEnvironment.command("search", args), SEED),
                benchmark.words,
                benchmark.pytorch.map(PyTorchPeer::version).orElse(null),
                MatrixProductRates.product("gates", 5, 1024, 256, 1024).gflops(),
                ways);
        BenchmarkFolder.publish("search", report, arguments.folder());
    }

    /** One way to find outputs: a function of nothing that finds those of all inputs. */
    private record Way(String name, Supplier<List<List<List<String>>>> outputs) {}

    private List<SearchReport.Way> measure(Path folder) {
        Torch.useThreads(threads);
        try (TrainedRun run = TrainedRun.open(folder, line -> {})) {
            List<Input> inputs = inputs(run);
            boolean isJoint = !run.model().scorer().isConditional();
            int beam = isJoint ? PLAIN_BEAM : SearchSettings.CONDITIONAL_BEAM;
            String model = (isJoint ? "joint" : "given the input") + ", trained for " + String.format("%,d", run.step())
                    + " steps";
            List<Way> ways = new ArrayList<>(List.of(
                    new Way("plain beam of " + beam, () -> plain(run, inputs, beam)),
                    new Way("Espalier", () -> found(run, inputs, SearchSettings.DEFAULT, OUTPUTS))));
            if (!isJoint) {
                ways.add(new Way(
                        "Espalier, beam of " + PYTORCH_BEAM + ", one output",
                        () -> found(run, inputs, SearchSettings.DEFAULT.withBeam(PYTORCH_BEAM), 1)));
            }
            List<SearchReport.Way> result = timed(model, inputs, ways);
            if (!isJoint && pytorch.isPresent()) {
                Bench.progress("PyTorch");
                result.add(new PyTorchSearchPeer(pytorch.get(), run)
                        .measure(model, inputs, PYTORCH_BEAM, threads, rounds));
            }
            return result;
        }
    }

    /** Returns inputs spread evenly over the file, which may be sorted. */
    private List<Input> inputs(TrainedRun run) {
        List<Input> all = PairFile.read(pairs.toString(), run.config().data().reading(), System.in)
                .inputs();
        int count = Math.min(words, all.size());
        List<Input> chosen = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            chosen.add(all.get((int) ((long) k * all.size() / count)));
        }
        return chosen;
    }

    /** Runs every way once to warm up and for its errors, then in turns. */
    private List<SearchReport.Way> timed(String model, List<Input> inputs, List<Way> ways) {
        List<SearchReport.Way> result = new ArrayList<>();
        double[][] seconds = new double[ways.size()][rounds];
        double[][] processor = new double[ways.size()][rounds];
        List<TransductionMetrics> metrics = new ArrayList<>();
        for (Way way : ways) {
            Bench.progress("%s: %s", model, way.name);
            metrics.add(metrics(inputs, way.outputs.get()));
        }
        for (int round = 0; round < rounds; round++) {
            for (int w = 0; w < ways.size(); w++) {
                System.gc();
                long start = System.nanoTime();
                long used = SYSTEM.getProcessCpuTime();
                int answered = ways.get(w).outputs.get().size();
                seconds[w][round] = (System.nanoTime() - start) / 1e9;
                processor[w][round] = (SYSTEM.getProcessCpuTime() - used) / 1e9;
                if (answered != inputs.size()) {
                    throw new IllegalStateException(answered + " of " + inputs.size() + " inputs were answered");
                }
            }
        }
        for (int w = 0; w < ways.size(); w++) {
            result.add(way(model, ways.get(w).name, inputs.size(), seconds[w], processor[w], metrics.get(w)));
        }
        return result;
    }

    static SearchReport.Way way(
            String model, String name, int inputs, double[] seconds, double[] processor, TransductionMetrics metrics) {
        return new SearchReport.Way(
                model,
                name,
                inputs / Quartiles.of(seconds).median(),
                inputs / Quartiles.of(processor).median(),
                metrics.wordErrorRate().value(),
                metrics.characterErrorRate().value(),
                metrics.meanReciprocalRank().value());
    }

    static TransductionMetrics metrics(List<Input> inputs, List<List<List<String>>> outputs) {
        List<ScoredHypotheses> scored = new ArrayList<>();
        for (int k = 0; k < inputs.size(); k++) {
            scored.add(new ScoredHypotheses(outputs.get(k), inputs.get(k).outputs()));
        }
        return TransductionMetrics.of(scored, Bootstrap.of(SEED));
    }

    private static List<List<List<String>>> found(
            TrainedRun run, List<Input> inputs, SearchSettings settings, int outputs) {
        OutputFinder finder = new OutputFinder(
                run, settings.withNBest(outputs), outputs, SamplingBudget.of(SAMPLES), UnknownSymbolPolicy.SKIP, SEED);
        List<List<List<String>>> result = new ArrayList<>();
        finder.forEach(
                inputs.stream().map(Input::x).toList(),
                (answer, k) -> result.add(
                        answer.outputs().stream().map(Transduction::symbols).toList()));
        return result;
    }

    /** Searches with a beam alone, and ranks all outputs as if they had been given. */
    private List<List<List<String>>> plain(TrainedRun run, List<Input> inputs, int beam) {
        BeamSearch search = new BeamSearch(
                run.lattices(),
                run.model().scorer(),
                SearchSettings.DEFAULT.withBeam(beam).withThreshold(0).withNBest(OUTPUTS));
        Ranker ranker =
                new Ranker(run.model(), run.lattices(), run.config().lattices(), SamplingBudget.of(SAMPLES), SEED);
        List<int[]> ids = inputs.stream()
                .map(input -> run.lattices().machine().input().ids(input.x()))
                .toList();
        List<List<List<String>>> result = new ArrayList<>();
        new OrderedParallel(threads, () -> Torch.useThreads(1))
                .<List<List<List<String>>>>forEach(
                        (ids.size() + PLAIN_BATCH - 1) / PLAIN_BATCH,
                        batch -> () -> {
                            List<FoundOutputs> found = search.search(
                                    ids.subList(batch * PLAIN_BATCH, Math.min(ids.size(), (batch + 1) * PLAIN_BATCH)));
                            return ranker
                                    .rank(found.stream()
                                            .map(SearchBenchmark::given)
                                            .toList())
                                    .stream()
                                    .map(ranked -> ranked.stream()
                                            .map(each -> run.lattices()
                                                    .machine()
                                                    .output()
                                                    .symbolsOf(each.output().output()))
                                            .toList())
                                    .toList();
                        },
                        (outputs, batch) -> result.addAll(outputs));
        return result;
    }

    private static FoundOutputs given(FoundOutputs found) {
        return FoundOutputs.given(
                found.x(),
                found.outputs().stream()
                        .map(each -> FoundOutput.given(Arrays.copyOf(each.output(), each.output().length)))
                        .toList());
    }
}
