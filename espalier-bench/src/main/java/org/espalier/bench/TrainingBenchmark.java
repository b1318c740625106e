package org.espalier.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.Lattice;
import org.espalier.model.LatticeBatch;
import org.espalier.model.MarkScorer;
import org.espalier.model.MatrixPrecision;
import org.espalier.model.Model;
import org.espalier.model.Pass;
import org.espalier.model.PathSampler;
import org.espalier.model.PathSampling;
import org.espalier.model.PrefixTree;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Torch;
import org.espalier.model.Vocabulary;
import org.jspecify.annotations.Nullable;

/** Measures whole training steps beside the usual implementation on the same engine and the same pairs. */
final class TrainingBenchmark {
    private static final long SEED = 20261116;
    private static final int SAMPLES = 16;
    private static final int THREADS = 2;
    /** The number of warm-up steps. Java's compiler is busy during the first dozen. */
    private static final int WARM_UP = 15;

    private static final int PEER_WARM_UP = 3;
    /** The factor of the random logits that makes the strings of a pair mostly agree, as with a trained sampler. */
    private static final double SHARPNESS = 30;

    private static final List<Integer> DIMENSIONS = List.of(256, 64);
    private static final ScorerSettings SCORER = ScorerSettings.DEFAULT;

    private final int pairs;
    private final int rounds;
    private final int peerRounds;
    private final Optional<PyTorchPeer> pytorch = PyTorchPeer.find(Path.of("espalier-bench"));

    private TrainingBenchmark(BenchmarkArguments arguments) {
        this.pairs = arguments.number("--pairs", 16);
        this.rounds = arguments.number("--rounds", 15);
        this.peerRounds = arguments.number("--peer-rounds", 5);
    }

    static void run(String... args) throws IOException {
        BenchmarkArguments arguments =
                new BenchmarkArguments(Set.of("--pairs", "--rounds", "--peer-rounds", "--threads"), args);
        Torch.useThreads(arguments.number("--threads", THREADS));
        TrainingReport report = new TrainingBenchmark(arguments)
                .measure(BenchmarkEnvironment.describe(BenchmarkEnvironment.command("training", args), SEED));
        BenchmarkFolder.publish("training", report, arguments.folder());
    }

    private TrainingReport measure(String made) {
        List<MeasuredTask> tasks = MeasuredTask.all(pairs, SEED);
        List<TrainingReport.Step> steps = new ArrayList<>();
        for (MeasuredTask task : tasks) {
            for (int d : DIMENSIONS) {
                steps.addAll(alternating(task, withBudgets(d)));
                steps.addAll(alternating(task, sharp(d)));
            }
        }
        List<TrainingReport.Rates> rates = tasks.stream().map(this::rates).toList();
        return new TrainingReport(
                made, Torch.threads(), pytorch.map(PyTorchPeer::version).orElse(null), steps, products(), rates);
    }

    /**
     * A sampler whose steps are timed.
     *
     * @param rounded whether it is also timed with rounded products
     */
    private record Contestant(String name, SamplerSettings settings, double sharpness, boolean rounded) {}

    private static List<Contestant> withBudgets(int d) {
        return Stream.of(SamplerKind.SWA, SamplerKind.SWS, SamplerKind.SWP)
                .map(kind ->
                        new Contestant(kind.name(), SamplerSettings.of(kind).withDimension(d), 1, true))
                .toList();
    }

    private static List<Contestant> sharp(int d) {
        return Stream.of(SamplerKind.SWA, SamplerKind.SWS)
                .map(kind -> new Contestant(
                        kind + TrainingReport.SHARP, SamplerSettings.of(kind).withDimension(d), SHARPNESS, false))
                .toList();
    }

    /** Times the steps of all contestants and their peers alternately. Much slower peers run afterwards, once. */
    private List<TrainingReport.Step> alternating(MeasuredTask task, List<Contestant> contestants) {
        Bench.progress(
                "%s, %s, d = %d",
                String.join(", ", contestants.stream().map(Contestant::name).toList()),
                task.name(),
                contestants.get(0).settings.dimension());
        List<Timed> all = new ArrayList<>();
        try (PointerScope scope = new PointerScope()) {
            contestants.forEach(contestant -> all.add(new Timed(task, contestant)));
            List<Quartiles.Work> works = all.stream().flatMap(Timed::works).toList();
            Iterator<Quartiles> times = Quartiles.ofAlternating(works).iterator();
            return all.stream().flatMap(timed -> timed.steps(times)).toList();
        } finally {
            all.forEach(Timed::close);
        }
    }

    /** The models and steps of a contestant. */
    private final class Timed {
        private final MeasuredTask task;
        private final Contestant contestant;
        private final Model model;
        private final List<EspalierStep> own = new ArrayList<>();
        private final PeerStep peer;

        Timed(MeasuredTask task, Contestant contestant) {
            this.task = task;
            this.contestant = contestant;
            this.model = MeasuredSamplers.model(SCORER, contestant.settings, Vocabulary.of(task.machine()), SEED);
            sharpen(model.sampler(), contestant.sharpness);
            own.add(new EspalierStep(model, task.lattices(), SAMPLES, MatrixPrecision.FULL, SEED));
            if (contestant.rounded) {
                own.add(new EspalierStep(model, task.lattices(), SAMPLES, MatrixPrecision.BFLOAT16, SEED));
            }
            this.peer = peerStep();
        }

        private PeerStep peerStep() {
            Map<String, Tensor> parameters = model.sampler().parameters().tensors();
            PeerScorer scorer = new PeerScorer(
                    model.scorer().parameters().tensors(),
                    SCORER,
                    model.scorer().marks());
            return new PeerStep(
                    () -> peer(task, contestant.settings, parameters),
                    parameters,
                    scorer,
                    task.lattices().size(),
                    SAMPLES);
        }

        private boolean isSlow() {
            return contestant.settings.kind() == SamplerKind.SWP;
        }

        Stream<Quartiles.Work> works() {
            Stream<Quartiles.Work> ours = own.stream().map(step -> new Quartiles.Work(step, WARM_UP, rounds));
            return isSlow() ? ours : Stream.concat(ours, Stream.of(new Quartiles.Work(peer, PEER_WARM_UP, peerRounds)));
        }

        /** @param times the times of all tasks; those of this contestant are next */
        Stream<TrainingReport.Step> steps(Iterator<Quartiles> times) {
            Quartiles full = times.next();
            Quartiles rounded = contestant.rounded ? times.next() : null;
            Quartiles others = isSlow() ? Quartiles.ofTimes(1, 1, peer) : times.next();
            Quartiles ofPytorch = contestant.rounded && !isSlow() ? measurePytorch() : null;
            TrainingReport.Step step = new TrainingReport.Step(
                    task.name(), contestant.settings.dimension(), contestant.name, full, others, ofPytorch);
            return rounded == null ? Stream.of(step) : Stream.of(step, step.rounded(rounded));
        }

        private @Nullable Quartiles measurePytorch() {
            return pytorch.map(installed -> installed.measure(
                            task.lattices(),
                            contestant.settings.kind(),
                            contestant.settings.dimension(),
                            SAMPLES,
                            Torch.threads(),
                            peerRounds))
                    .orElse(null);
        }

        void close() {
            own.forEach(EspalierStep::close);
            model.close();
        }
    }

    /** Multiplies all logits of a sampler that has an output layer. */
    private static void sharpen(PathSampler sampler, double sharpness) {
        try (NoGradGuard guard = new NoGradGuard()) {
            sampler.parameters().tensors().forEach((name, tensor) -> {
                if (name.startsWith("output") && !name.startsWith("outputSuffix")) {
                    tensor.mul_(new Scalar(sharpness));
                }
            });
        }
    }

    private static PeerSampler peer(MeasuredTask task, SamplerSettings settings, Map<String, Tensor> parameters) {
        LatticeBatch batch = LatticeBatch.of(task.lattices());
        return switch (settings.kind()) {
            case SWA -> new AttentionPeer(batch, parameters);
            case SWS -> new SuffixPeer(batch, parameters);
            case SWP -> new StateByStatePeer(batch, parameters, SEED);
            case NONE, SWPS, SWC, SWG, TRANSFORMER ->
                throw new IllegalArgumentException(settings.kind() + " has no peer");
        };
    }

    /** Measures a large square, and the shapes of the recurrences: one depth of the sampled strings, and all prefixes. */
    private List<MatrixProductRates.Product> products() {
        Bench.progress("plain products");
        List<MatrixProductRates.Product> result = new ArrayList<>();
        result.add(MatrixProductRates.product("large square", rounds, 2048, 2048, 2048));
        long strings = (long) pairs * SAMPLES;
        for (int d : DIMENSIONS) {
            result.add(MatrixProductRates.product("LSTM, one depth", rounds, strings, d, 4L * d));
            result.add(MatrixProductRates.product("GRU, one depth", rounds, strings, d, 3L * d));
            result.add(MatrixProductRates.product("GRU, all prefixes", rounds, 64 * strings, d, 3L * d));
        }
        return result;
    }

    /** Measures the scorer's LSTM, and the sampler's GRU at each dimension, over strings drawn without lookahead. */
    private TrainingReport.Rates rates(MeasuredTask task) {
        Bench.progress("recurrent passes, %s", task.name());
        List<MatrixProductRates.Rate> result = new ArrayList<>();
        for (int d : DIMENSIONS) {
            SamplerSettings settings = SamplerSettings.of(SamplerKind.NONE).withDimension(d);
            try (PointerScope scope = new PointerScope();
                    Model model = MeasuredSamplers.model(SCORER, settings, Vocabulary.of(task.machine()), SEED)) {
                List<Model> replicas = new ArrayList<>();
                List<MatrixProductRates.Part> ofScorer = new ArrayList<>();
                List<MatrixProductRates.Part> ofSampler = new ArrayList<>();
                for (LatticeBatch batch : distributed(task.lattices())) {
                    Model replica = model.replica();
                    replicas.add(replica);
                    PrefixTree tree = sampled(replica.sampler(), batch);
                    ofScorer.add(scorerPart(replica.scorer(), tree, batch));
                    ofSampler.add(samplerPart(replica.sampler(), tree, batch, d));
                }
                if (result.isEmpty()) {
                    result.addAll(MatrixProductRates.rates("LSTM 2 × " + SCORER.dimension(), rounds, ofScorer));
                }
                result.addAll(MatrixProductRates.rates("GRU " + d, rounds, ofSampler));
                replicas.forEach(Model::close);
            }
        }
        return new TrainingReport.Rates(task.name(), result);
    }

    /** Distributes the pairs over the threads. */
    private static List<LatticeBatch> distributed(List<Lattice> lattices) {
        int threads = Math.min(Torch.threads(), lattices.size());
        return IntStream.range(0, threads)
                .mapToObj(thread -> LatticeBatch.of(IntStream.range(0, lattices.size())
                        .filter(pair -> pair % threads == thread)
                        .mapToObj(lattices::get)
                        .toList()))
                .toList();
    }

    private static MatrixProductRates.Part scorerPart(MarkScorer scorer, PrefixTree tree, LatticeBatch batch) {
        MatrixProductRates.Work work = MatrixProductRates.Work.of(
                4, SCORER.layers(), SCORER.dimension(), tree.nodes(), tree.nodes(), batch.marks() + 1);
        return new MatrixProductRates.Part(tree, work, pass -> scorer.score(tree, pass));
    }

    private static MatrixProductRates.Part samplerPart(
            PathSampler sampler, PrefixTree tree, LatticeBatch batch, int d) {
        MatrixProductRates.Work work =
                MatrixProductRates.Work.of(3, 1, d, tree.nodes(), branches(tree, batch), batch.marks() + 1);
        return new MatrixProductRates.Part(
                tree, work, pass -> sampler.encode(batch, pass).score(tree));
    }

    private static int branches(PrefixTree tree, LatticeBatch batch) {
        return (int) IntStream.range(0, tree.nodes())
                .filter(node -> batch.choices(tree.state(node)) > 1)
                .count();
    }

    private static PrefixTree sampled(PathSampler sampler, LatticeBatch batch) {
        RandomGenerator[] streams = IntStream.range(0, batch.pairs())
                .mapToObj(pair -> new SplittableRandom(SEED + pair))
                .toArray(RandomGenerator[]::new);
        return PathSampling.sample(sampler.encode(batch, Pass.forward()), SAMPLES, streams)
                .tree();
    }
}
