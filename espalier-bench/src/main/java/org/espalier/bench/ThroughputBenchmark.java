package org.espalier.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.espalier.lab.ngram.JointUnitCorpus;
import org.espalier.lab.ngram.NgramModel;
import org.espalier.lab.ngram.NgramTransducer;
import org.espalier.lab.ngram.UnitAligner;
import org.espalier.model.SamplerKind;
import org.espalier.model.Torch;
import org.espalier.model.estimate.SamplingBudget;
import org.espalier.model.search.BeamSearch;
import org.espalier.model.search.SearchSettings;
import org.espalier.run.Alignments;
import org.espalier.run.Example;
import org.espalier.run.OutputFinder;
import org.espalier.run.PairQuery;
import org.espalier.run.Transducer;
import org.espalier.run.data.Pair;
import org.espalier.run.data.PairFile;
import org.espalier.run.data.PairSet;
import org.espalier.run.data.UnknownSymbolPolicy;
import org.espalier.run.folder.TrainedRun;

/** Measures the words per second of {@code transduce} and {@code align}, without reading and printing. */
final class ThroughputBenchmark {
    private static final long SEED = 20261116;
    static final int SAMPLES = 128;
    private static final int ORDER = 6;
    /** The number of rows of a batch of inputs, as in the command. */
    private static final int BATCH_ROWS = 1 << 11;

    private static final List<Integer> DIMENSIONS = List.of(256, 64);
    private static final List<Integer> BEAMS = List.of(16, 64);
    private static final List<Integer> DRAWN = List.of(16, 64);

    private final List<Example> pairs;
    private final int steps;
    private final int rounds;
    private final List<Integer> threadCounts;
    private final JointUnitCorpus units =
            JointUnitCorpus.of(UnitAligner.align(symbols(TrainedLexicon.words(SEED)), 2, 2));
    private final NgramModel ngrams = NgramModel.train(units.strings(), units.size(), ORDER);

    private ThroughputBenchmark(BenchmarkArguments arguments) {
        this.pairs = SyntheticLexicon.examples(arguments.number("--words", 32), SEED + 1);
        this.steps = arguments.number("--steps", 300);
        this.rounds = arguments.number("--rounds", 3);
        this.threadCounts =
                Stream.of(1, arguments.number("--threads", 2)).distinct().toList();
    }

    static void run(String... args) throws IOException {
        BenchmarkArguments arguments =
                new BenchmarkArguments(Set.of("--words", "--steps", "--rounds", "--threads"), args);
        ThroughputReport report = new ThroughputBenchmark(arguments)
                .measure(BenchmarkEnvironment.describe(BenchmarkEnvironment.command("throughput", args), SEED));
        BenchmarkFolder.publish("throughput", report, arguments.folder());
    }

    private ThroughputReport measure(String made) throws IOException {
        List<ThroughputReport.Transduced> transduced = new ArrayList<>();
        List<ThroughputReport.Aligned> aligned = new ArrayList<>();
        try (TrainedLexicon lexicon = new TrainedLexicon(steps, SEED)) {
            for (int d : DIMENSIONS) {
                try (Transducer transducer = lexicon.train(SamplerKind.SWS, d)) {
                    for (int threads : threadCounts) {
                        Torch.useThreads(threads);
                        transduced.addAll(transduced(d, threads, transducer));
                        aligned.addAll(aligned(d, threads, transducer));
                    }
                }
            }
        }
        return new ThroughputReport(made, pairs.size(), steps, transduced, aligned);
    }

    private List<ThroughputReport.Transduced> transduced(int d, int threads, Transducer transducer) {
        TrainedRun run = transducer.run();
        List<List<String>> inputs =
                SyntheticLexicon.letters(pairs.stream().map(Example::x).toList());
        List<int[]> ids =
                inputs.stream().map(run.lattices().machine().input()::ids).toList();
        List<ThroughputReport.Transduced> result = new ArrayList<>();
        for (int beam : BEAMS) {
            Bench.progress("transduce, d = %d, beam %d, threads %d", d, beam, threads);
            SearchSettings settings = SearchSettings.DEFAULT.withBeam(beam);
            BeamSearch search = new BeamSearch(run.lattices(), run.model().scorer(), settings);
            OutputFinder finder = new OutputFinder(
                    run, settings, settings.nBest(), SamplingBudget.of(SAMPLES), UnknownSymbolPolicy.FAIL, SEED);
            NgramTransducer peer = new NgramTransducer(units, ngrams, beam);
            result.add(new ThroughputReport.Transduced(
                    d,
                    beam,
                    threads,
                    rate(threads, () -> inBatches(ids, BATCH_ROWS / beam, search::search)),
                    rate(threads, () -> finder.forEach(inputs, (found, k) -> {})),
                    rate(threads, () -> inputs.forEach(x -> finder.forEach(List.of(x), (found, k) -> {}))),
                    rate(threads, () -> inputs.parallelStream().forEach(x -> peer.nBest(x, settings.nBest())))));
        }
        return result;
    }

    private static <T> void inBatches(List<T> items, int size, Consumer<List<T>> work) {
        for (int from = 0; from < items.size(); from += size) {
            work.accept(items.subList(from, Math.min(items.size(), from + size)));
        }
    }

    private List<ThroughputReport.Aligned> aligned(int d, int threads, Transducer transducer) {
        TrainedRun run = transducer.run();
        PairFile file = new PairFile("words", symbols(pairs));
        List<ThroughputReport.Aligned> result = new ArrayList<>();
        for (int samples : DRAWN) {
            Bench.progress("align, d = %d, samples %d, threads %d", d, samples, threads);
            PairQuery<Alignments> query = PairQuery.alignments(run, SamplingBudget.of(samples), SEED);
            Transducer single = transducer.with(transducer.options().withSamples(samples));
            result.add(new ThroughputReport.Aligned(
                    d,
                    samples,
                    threads,
                    rate(
                            threads,
                            () -> query.ask(
                                    PairSet.of(file, run.rules(), run.config().cacheBytes(), line -> {}),
                                    pair -> true,
                                    (found, pair) -> found.best())),
                    rate(
                            threads,
                            () -> pairs.forEach(
                                    pair -> single.align(pair.x(), pair.y()).best()))));
        }
        return result;
    }

    private static List<Pair> symbols(List<Example> examples) {
        List<List<String>> x =
                SyntheticLexicon.letters(examples.stream().map(Example::x).toList());
        List<List<String>> y =
                SyntheticLexicon.letters(examples.stream().map(Example::y).toList());
        List<Pair> result = new ArrayList<>();
        for (int k = 0; k < x.size(); k++) {
            result.add(new Pair(x.get(k), y.get(k), k + 1));
        }
        return result;
    }

    /** Returns the words per second, with this number of threads for Java's parallel streams too. */
    private double rate(int threads, Runnable work) {
        ForkJoinPool pool = new ForkJoinPool(threads);
        try {
            Quartiles milliseconds =
                    Quartiles.ofTimes(1, rounds, () -> pool.submit(work).join());
            return 1e3 * pairs.size() / milliseconds.median();
        } finally {
            pool.shutdown();
        }
    }
}
