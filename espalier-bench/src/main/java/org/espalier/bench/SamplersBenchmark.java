package org.espalier.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.fst.Lattice;
import org.espalier.fst.Lattices;
import org.espalier.model.MatrixPrecision;
import org.espalier.model.Model;
import org.espalier.model.SamplerKind;
import org.espalier.model.SamplerSettings;
import org.espalier.model.ScorerSettings;
import org.espalier.model.Torch;
import org.espalier.model.Vocabulary;
import org.espalier.run.Example;
import org.espalier.run.Transducer;

/** Measures a training step of each sampler beside one of SWA. */
final class SamplersBenchmark {
    private static final long SEED = 20261116;
    private static final int SAMPLES = 16;
    private static final int THREADS = 2;
    /** The number of warm-up steps. Java's compiler is busy during the first dozen. */
    private static final int WARM_UP = 12;

    /** The number of updates from the same strings that {@code reproduce} makes with PPO. */
    private static final int UPDATES = 4;

    /** The name of SWG with these updates, which has a model of its own, since steps change models. */
    static final String WITH_UPDATES = "SWG with " + UPDATES + " updates";

    private static final List<Integer> DIMENSIONS = List.of(256, 64);
    private static final List<SamplerKind> TRAINED = List.of(
            SamplerKind.SWA, SamplerKind.SWS, SamplerKind.SWP, SamplerKind.SWPS, SamplerKind.SWC, SamplerKind.SWG);

    private final int pairs;
    private final int steps;
    private final int rounds;

    SamplersBenchmark(BenchmarkArguments arguments) {
        this.pairs = arguments.number("--pairs", 16);
        this.steps = arguments.number("--steps", 300);
        this.rounds = arguments.number("--rounds", 9);
    }

    static void run(String... args) throws IOException {
        BenchmarkArguments arguments =
                new BenchmarkArguments(Set.of("--pairs", "--steps", "--rounds", "--threads"), args);
        Torch.useThreads(arguments.number("--threads", THREADS));
        SamplersReport report = new SamplersBenchmark(arguments)
                .measure(BenchmarkEnvironment.describe(BenchmarkEnvironment.command("samplers", args), SEED));
        BenchmarkFolder.publish("samplers", report, arguments.folder());
    }

    private SamplersReport measure(String made) throws IOException {
        int threads = Torch.threads();
        List<SamplersReport.Cost> costs = new ArrayList<>();
        for (MeasuredTask task : MeasuredTask.all(pairs, SEED)) {
            for (int d : DIMENSIONS) {
                costs.addAll(random(task, d));
            }
        }
        for (int d : DIMENSIONS) {
            costs.addAll(trained(d, threads));
        }
        return new SamplersReport(made, threads, pairs, SAMPLES, steps, costs);
    }

    /** Measures models with random parameters. */
    private List<SamplersReport.Cost> random(MeasuredTask task, int d) {
        Map<String, Model> models = new LinkedHashMap<>();
        try {
            Vocabulary vocabulary = Vocabulary.of(task.machine());
            ScorerSettings scorer = ScorerSettings.DEFAULT.withDimension(d);
            Map<String, SamplerSettings> samplers = MeasuredSamplers.all(d);
            samplers.put(WITH_UPDATES, SamplerSettings.of(SamplerKind.SWG).withDimension(d));
            samplers.put("SWG of d / 2", SamplerSettings.of(SamplerKind.SWG).withDimension(d / 2));
            samplers.forEach(
                    (name, settings) -> models.put(name, MeasuredSamplers.model(scorer, settings, vocabulary, SEED)));
            return costs(task.name(), d, models, task.lattices());
        } finally {
            models.values().forEach(Model::close);
        }
    }

    /** Measures trained models, whose strings mostly agree. */
    private List<SamplersReport.Cost> trained(int d, int threads) throws IOException {
        List<Example> words = SyntheticLexicon.examples(pairs, SEED + 1);
        List<Transducer> transducers = new ArrayList<>();
        try (TrainedLexicon lexicon = new TrainedLexicon(steps, SEED)) {
            Map<String, Model> models = new LinkedHashMap<>();
            for (SamplerKind kind : TRAINED) {
                Transducer transducer = lexicon.train(kind, d);
                transducers.add(transducer);
                models.put(kind.name(), transducer.run().model());
                if (kind == SamplerKind.SWG) {
                    Transducer again = Transducer.open(transducer.run().folder().path());
                    transducers.add(again);
                    models.put(WITH_UPDATES, again.run().model());
                }
            }
            Torch.useThreads(threads);
            Lattices lattices = transducers.get(0).run().lattices();
            return costs(
                    "words, trained",
                    d,
                    models,
                    words.stream()
                            .map(word -> lattices.build(
                                    SyntheticLexicon.letters(word.x()), SyntheticLexicon.letters(word.y())))
                            .toList());
        } finally {
            transducers.forEach(Transducer::close);
        }
    }

    /** Times the steps of all models alternately. */
    List<SamplersReport.Cost> costs(String task, int d, Map<String, Model> models, List<Lattice> lattices) {
        Bench.progress("%s, d = %d", task, d);
        List<EspalierStep> steps = new ArrayList<>();
        try {
            models.forEach((name, model) -> steps.add(
                    name.equals(WITH_UPDATES)
                            ? EspalierStep.withUpdates(UPDATES, model, lattices, SAMPLES, SEED)
                            : new EspalierStep(model, lattices, SAMPLES, MatrixPrecision.FULL, SEED)));
            List<Quartiles> times = Quartiles.ofAlternating(steps.stream()
                    .map(step -> new Quartiles.Work(step, WARM_UP, rounds))
                    .toList());
            List<String> names = List.copyOf(models.keySet());
            Quartiles ofSwa = times.get(names.indexOf(SamplerKind.SWA.name()));
            List<SamplersReport.Cost> costs = new ArrayList<>();
            for (int sampler = 0; sampler < times.size(); sampler++) {
                costs.add(new SamplersReport.Cost(
                        task,
                        d,
                        names.get(sampler),
                        times.get(sampler),
                        times.get(sampler).median() / ofSwa.median()));
            }
            return costs;
        } finally {
            steps.forEach(EspalierStep::close);
        }
    }
}
