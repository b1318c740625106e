package org.espalier.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.espalier.fst.Lattice;
import org.espalier.fst.LatticeBuilder;
import org.espalier.fst.Lattices;
import org.espalier.fst.Mfst;
import org.espalier.fst.io.AtomicFiles;
import org.espalier.model.History;
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

/** Whole steps of training, beside the same written the usual way on the same engine and the same pairs. */
final class TrainingBenchmark {
    private static final long SEED = 20261116;
    private static final int SAMPLES = 16;
    private static final int THREADS = 2;
    /** Java compiles what runs often, beside what runs, for the first dozen steps. */
    private static final int WARM_UP = 15;
    /** Peers that take longer for a step are timed once. */
    private static final double SLOW_MILLISECONDS = 3000;
    /** Times the random logits, so that the strings drawn for a pair mostly agree, as they do once a sampler is trained. */
    private static final double SHARPNESS = 30;

    private static final List<Integer> DIMENSIONS = List.of(256, 64);
    private static final ScorerSettings SCORER = ScorerSettings.DEFAULT;

    private final int pairs;
    private final int rounds;
    private final int peerRounds;
    private final Optional<PyTorchPeer> pytorch = PyTorchPeer.find(Path.of("espalier-bench"));

    private TrainingBenchmark(Arguments arguments) {
        this.pairs = arguments.number("--pairs", 16);
        this.rounds = arguments.number("--rounds", 15);
        this.peerRounds = arguments.number("--peer-rounds", 5);
    }

    static void run(String... args) throws IOException {
        Arguments arguments = new Arguments(Set.of("--pairs", "--rounds", "--peer-rounds", "--threads"), args);
        Torch.useThreads(arguments.number("--threads", THREADS));
        TrainingReport report = new TrainingBenchmark(arguments)
                .measure(Environment.describe(Environment.command("training", args), SEED));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.print(report.markdown());
        if (arguments.folder().isPresent()) {
            Path folder = arguments.folder().get();
            AtomicFiles.writeText(folder.resolve("training.json"), Environment.json(report));
            AtomicFiles.writeText(folder.resolve("training-steps.svg"), Plot.steps(report.steps()));
            out.println("\n![steps of training](training-steps.svg)");
        }
    }

    /** Pairs of one kind, with the lattices that a training has built before its first step. */
    private record Task(String name, Mfst machine, List<Lattice> lattices) {
        static Task of(String name, Mfst machine, List<Tasks.Pair> pairs) {
            LatticeBuilder builder = Lattices.of(machine).builder();
            return new Task(
                    name,
                    machine,
                    pairs.stream()
                            .map(pair -> builder.build(pair.x(), pair.y()))
                            .toList());
        }
    }

    private TrainingReport measure(String made) {
        Mfst scan = Tasks.scan();
        Mfst cipher = Tasks.cipher(SEED);
        List<Task> tasks = List.of(
                Task.of("SCAN 8×24–26", scan, ScanPairs.some(scan, pairs, SEED)),
                Task.of("ciphers 12×12", cipher, Tasks.pairs(cipher, pairs, 12, 12, SEED)));
        List<TrainingReport.Step> steps = new ArrayList<>();
        for (Task task : tasks) {
            for (int d : DIMENSIONS) {
                SamplerVariants.all(d).forEach((name, settings) -> steps.addAll(steps(task, name, settings, 1)));
                for (SamplerKind kind : List.of(SamplerKind.SWA, SamplerKind.SWS)) {
                    SamplerSettings settings = SamplerSettings.of(kind).withDimension(d);
                    steps.addAll(steps(task, kind + TrainingReport.SHARP, settings, SHARPNESS));
                }
            }
        }
        List<TrainingReport.Rates> rates = tasks.stream().map(this::rates).toList();
        return new TrainingReport(
                made, Torch.threads(), pytorch.map(PyTorchPeer::version).orElse(null), steps, products(), rates);
    }

    /** A step in full precision, and where there is a peer to compare with, one with rounded products. */
    private List<TrainingReport.Step> steps(Task task, String name, SamplerSettings settings, double sharpness) {
        Bench.say("%s, %s, d = %d", name, task.name, settings.dimension());
        try (PointerScope scope = new PointerScope();
                Model model = SamplerVariants.model(SCORER, settings, Vocabulary.of(task.machine), SEED)) {
            sharpen(model.sampler(), sharpness);
            boolean compares = peer(task, settings, Map.of()).isPresent();
            // Not in turns: a peer leaves behind millions of small objects, and freeing them would fall into our time.
            Quartiles full = own(task, model, MatrixPrecision.FULL);
            Quartiles rounded = compares ? own(task, model, MatrixPrecision.BFLOAT16) : null;
            Quartiles others = compares ? others(task, settings, model) : null;
            Quartiles usual = compares && sharpness == 1 ? usual(task, settings) : null;
            System.gc();
            List<TrainingReport.Step> result = new ArrayList<>();
            result.add(new TrainingReport.Step(task.name, settings.dimension(), name, full, others, usual));
            if (rounded != null) {
                result.add(new TrainingReport.Step(
                        task.name, settings.dimension(), name + TrainingReport.ROUNDED, rounded, others, usual));
            }
            return result;
        }
    }

    private Quartiles own(Task task, Model model, MatrixPrecision precision) {
        try (EspalierStep step = new EspalierStep(model, task.lattices, SAMPLES, precision, SEED)) {
            return Quartiles.ofTimes(WARM_UP, rounds, step);
        }
    }

    private @Nullable Quartiles usual(Task task, SamplerSettings settings) {
        if (pytorch.isEmpty() || settings.kind() == SamplerKind.SWP) {
            return null;
        }
        return pytorch.get()
                .measure(task.lattices, settings.kind(), settings.dimension(), SAMPLES, Torch.threads(), peerRounds);
    }

    private Quartiles others(Task task, SamplerSettings settings, Model model) {
        Map<String, Tensor> parameters = model.sampler().parameters().tensors();
        PeerScorer scorer = new PeerScorer(
                model.scorer().parameters().tensors(), SCORER, model.scorer().marks());
        PeerStep step = new PeerStep(
                () -> peer(task, settings, parameters).orElseThrow(),
                parameters,
                scorer,
                task.lattices.size(),
                SAMPLES);
        double first = Quartiles.ofTimes(0, 1, step).median();
        return first > SLOW_MILLISECONDS ? Quartiles.ofTimes(0, 1, step) : Quartiles.ofTimes(2, peerRounds, step);
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

    private static Optional<Peer> peer(Task task, SamplerSettings settings, Map<String, Tensor> parameters) {
        LatticeBatch batch = LatticeBatch.of(task.lattices);
        return switch (settings.kind()) {
            case SWA -> Optional.of(new AttentionPeer(batch, parameters));
            case SWS -> Optional.of(new SuffixPeer(batch, parameters));
            case SWP ->
                settings.gated() || settings.history() != History.NONE
                        ? Optional.empty()
                        : Optional.of(new StateByStatePeer(batch, parameters, SEED));
            case NONE, SWPS -> Optional.empty();
        };
    }

    /** A large square, and the shapes of the recurrences: one depth of the sampled strings, and all prefixes at once. */
    private List<RecurrentRates.Product> products() {
        Bench.say("plain products");
        List<RecurrentRates.Product> result = new ArrayList<>();
        result.add(RecurrentRates.product("large square", rounds, 2048, 2048, 2048));
        long strings = (long) pairs * SAMPLES;
        for (int d : DIMENSIONS) {
            result.add(RecurrentRates.product("LSTM, one depth", rounds, strings, d, 4L * d));
            result.add(RecurrentRates.product("GRU, one depth", rounds, strings, d, 3L * d));
            result.add(RecurrentRates.product("GRU, all prefixes", rounds, 64 * strings, d, 3L * d));
        }
        return result;
    }

    /** The scorer's LSTM, and the sampler's GRU at each dimension, over strings drawn without lookahead. */
    private TrainingReport.Rates rates(Task task) {
        Bench.say("recurrent passes, %s", task.name);
        List<RecurrentRates.Rate> result = new ArrayList<>();
        for (int d : DIMENSIONS) {
            SamplerSettings settings = SamplerSettings.of(SamplerKind.NONE).withDimension(d);
            try (PointerScope scope = new PointerScope();
                    Model model = SamplerVariants.model(SCORER, settings, Vocabulary.of(task.machine), SEED)) {
                List<Model> twins = new ArrayList<>();
                List<RecurrentRates.Part> ofScorer = new ArrayList<>();
                List<RecurrentRates.Part> ofSampler = new ArrayList<>();
                for (LatticeBatch batch : dealt(task.lattices)) {
                    Model twin = model.twin();
                    twins.add(twin);
                    PrefixTree tree = sampled(twin.sampler(), batch);
                    ofScorer.add(scorerPart(twin.scorer(), tree, batch));
                    ofSampler.add(samplerPart(twin.sampler(), tree, batch, d));
                }
                if (result.isEmpty()) {
                    result.addAll(RecurrentRates.rates("LSTM 2 × " + SCORER.dimension(), rounds, ofScorer));
                }
                result.addAll(RecurrentRates.rates("GRU " + d, rounds, ofSampler));
                twins.forEach(Model::close);
            }
        }
        return new TrainingReport.Rates(task.name, result);
    }

    /** The pairs of each thread. */
    private static List<LatticeBatch> dealt(List<Lattice> lattices) {
        int threads = Torch.threads();
        return IntStream.range(0, threads)
                .mapToObj(thread -> LatticeBatch.of(IntStream.range(0, lattices.size())
                        .filter(pair -> pair % threads == thread)
                        .mapToObj(lattices::get)
                        .toList()))
                .toList();
    }

    private static RecurrentRates.Part scorerPart(MarkScorer scorer, PrefixTree tree, LatticeBatch batch) {
        RecurrentRates.Work work = RecurrentRates.Work.of(
                4, SCORER.layers(), SCORER.dimension(), tree.nodes(), tree.nodes(), batch.marks() + 1);
        return new RecurrentRates.Part(tree, work, pass -> scorer.score(tree, pass));
    }

    private static RecurrentRates.Part samplerPart(PathSampler sampler, PrefixTree tree, LatticeBatch batch, int d) {
        RecurrentRates.Work work =
                RecurrentRates.Work.of(3, 1, d, tree.nodes(), branches(tree, batch), batch.marks() + 1);
        return new RecurrentRates.Part(
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
