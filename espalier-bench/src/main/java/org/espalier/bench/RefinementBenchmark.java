package org.espalier.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.espalier.fst.Lattices;
import org.espalier.model.LatticeBatch;
import org.espalier.model.Model;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Torch;
import org.espalier.model.Vocabulary;
import org.espalier.model.estimate.Draws;
import org.espalier.model.estimate.Estimator;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.run.Example;
import org.espalier.run.Transducer;

/** Measures refined draws of strings beside plain draws of as many strings. */
final class RefinementBenchmark {
    private static final long SEED = 20261116;
    private static final int THREADS = 2;
    /** The number of warm-up rounds. A round draws thousands of strings, so Java soon compiles what is measured. */
    private static final int WARM_UP = 2;

    private static final List<Integer> DIMENSIONS = List.of(256, 64);
    /** The dimension of the trained models: the smaller one, at which what is not arithmetic costs most. */
    private static final int TRAINED_DIMENSION = 64;

    private static final List<SamplerKind> SAMPLERS =
            List.of(SamplerKind.SWS, SamplerKind.SWP, SamplerKind.SWPS, SamplerKind.SWG);

    private final int pairs;
    private final SamplingBudget budget;
    private final int steps;
    private final int rounds;

    RefinementBenchmark(BenchmarkArguments arguments) {
        this.pairs = arguments.number("--pairs", 16);
        this.budget = new SamplingBudget(arguments.number("--samples", 128), arguments.number("--refine", 3));
        this.steps = arguments.number("--steps", 300);
        this.rounds = arguments.number("--rounds", 9);
    }

    static void run(String... args) throws IOException {
        BenchmarkArguments arguments = new BenchmarkArguments(
                Set.of("--pairs", "--samples", "--refine", "--steps", "--rounds", "--threads"), args);
        Torch.useThreads(arguments.number("--threads", THREADS));
        RefinementReport report = new RefinementBenchmark(arguments)
                .measure(BenchmarkEnvironment.describe(BenchmarkEnvironment.command("refinement", args), SEED));
        BenchmarkFolder.publish("refinement", report, arguments.folder());
    }

    private RefinementReport measure(String made) throws IOException {
        int threads = Torch.threads();
        List<RefinementReport.Cost> costs = new ArrayList<>();
        MeasuredTask.all(pairs, SEED).forEach(task -> costs.addAll(random(task)));
        costs.addAll(trained(threads));
        return new RefinementReport(made, threads, pairs, budget.samples(), budget.refine(), steps, costs);
    }

    /** Measures models with random parameters. */
    private List<RefinementReport.Cost> random(MeasuredTask task) {
        LatticeBatch batch = LatticeBatch.of(task.lattices());
        List<RefinementReport.Cost> costs = new ArrayList<>();
        for (int d : DIMENSIONS) {
            for (SamplerKind kind : SAMPLERS) {
                try (Model model = MeasuredSamplers.model(
                        ScorerSettings.DEFAULT.withDimension(d),
                        SamplerSettings.of(kind).withDimension(d),
                        Vocabulary.of(task.machine()),
                        SEED)) {
                    costs.add(cost(task.name(), d, kind, model, batch));
                }
            }
        }
        return costs;
    }

    /** Measures trained models, whose strings mostly agree. */
    private List<RefinementReport.Cost> trained(int threads) throws IOException {
        List<Example> words = SyntheticLexicon.examples(pairs, SEED + 1);
        List<RefinementReport.Cost> costs = new ArrayList<>();
        try (TrainedLexicon lexicon = new TrainedLexicon(steps, SEED)) {
            for (SamplerKind kind : SAMPLERS) {
                try (Transducer transducer = lexicon.train(kind, TRAINED_DIMENSION)) {
                    Torch.useThreads(threads);
                    Lattices lattices = transducer.run().lattices();
                    LatticeBatch batch = LatticeBatch.of(words.stream()
                            .map(word -> lattices.build(
                                    SyntheticLexicon.letters(word.x()), SyntheticLexicon.letters(word.y())))
                            .toList());
                    costs.add(cost(
                            "words, trained",
                            TRAINED_DIMENSION,
                            kind,
                            transducer.run().model(),
                            batch));
                }
            }
        }
        return costs;
    }

    /** Times refined draws, and as many plain draws as those needed. */
    RefinementReport.Cost cost(String task, int d, SamplerKind kind, Model model, LatticeBatch batch) {
        Bench.progress("%s, %s, d = %d", kind, task, d);
        Estimator refined = new Estimator(model, budget, 1, SEED);
        List<Draws> ofRefined = refined.draw(batch);
        int drawn = (int)
                Math.ceil(ofRefined.stream().mapToInt(Draws::samples).average().orElseThrow());
        Estimator plain = new Estimator(model, drawn, 1, SEED);
        List<Quartiles> times = Quartiles.ofAlternating(List.of(
                new Quartiles.Work(() -> plain.draw(batch), WARM_UP, rounds),
                new Quartiles.Work(() -> refined.draw(batch), WARM_UP, rounds)));
        return new RefinementReport.Cost(
                task,
                d,
                kind.name(),
                drawn,
                new RefinementReport.Drawing(distinct(plain.draw(batch)), times.get(0)),
                new RefinementReport.Drawing(distinct(ofRefined), times.get(1)));
    }

    private static double distinct(List<Draws> draws) {
        return draws.stream()
                .mapToInt(ofPair -> ofPair.distinct().size())
                .average()
                .orElseThrow();
    }
}
