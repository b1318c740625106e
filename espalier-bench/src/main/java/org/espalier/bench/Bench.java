package org.espalier.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import org.espalier.fst.base.EspalierException;

/** Runs a benchmark: {@code java -jar espalier-bench.jar lattice|training|samplers|throughput|search|refinement|workers|service|soak|redraw}. */
public final class Bench {
    private static final String USAGE = """
            usage: java -jar espalier-bench.jar COMMAND [OPTION VALUE]... [FOLDER]
              lattice     building lattices, beside OpenFst
              training    training steps, beside the usual implementation on the same engine
                          --pairs N (16), --rounds N (15), --peer-rounds N (5), --threads N (2)
              samplers    training steps of all samplers, beside those of SWA
                          --pairs N (16), --steps N (300), --rounds N (9), --threads N (2)
              throughput  words per second of transduce and align, beside an n-gram model and one word at a time
                          --words N (32), --steps N (300), --rounds N (3), --threads N (2)
              search      words per second and errors of transduce, beside a plain beam and beside PyTorch
                          --pairs FILE, --joint RUN, --conditional RUN, --words N (400), --rounds N (3), --threads N (2)
              refinement  drawing strings with refinement, beside as many plain draws
                          --pairs N (16), --samples N (128), --refine N (3), --steps N (300), --rounds N (9), --threads N (2)
              workers     training steps of one worker and of two, and the cost of their communication
                          --steps N (20), --batch N (32), --rounds N (50)
              service     requests per second of the service under load, with every answer checked
                          --seconds N (300), --clients N (32), --words N (256), --steps N (300)
              soak        memory over many training steps
                          --steps N (10000)
              redraw      tables and charts of the figures in FOLDER, without measuring
            Prints tables in Markdown. Writes figures, tables and charts into FOLDER, if given.""";

    private Bench() {}

    public static void main(String[] args) throws Exception {
        try {
            run(args);
        } catch (EspalierException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void run(String... args) throws Exception {
        String[] rest = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
        switch (args.length == 0 ? "" : args[0]) {
            case "lattice" -> LatticeBenchmark.main(rest);
            case "training" -> TrainingBenchmark.run(rest);
            case "samplers" -> SamplersBenchmark.run(rest);
            case "throughput" -> ThroughputBenchmark.run(rest);
            case "search" -> SearchBenchmark.run(rest);
            case "refinement" -> RefinementBenchmark.run(rest);
            case "workers" -> WorkersBenchmark.run(rest);
            case "service" -> ServiceBenchmark.run(rest);
            case "soak" -> SoakBenchmark.run(rest);
            case "redraw" -> redraw(new BenchmarkArguments(Set.of(), rest));
            default -> {
                System.err.println(USAGE);
                System.exit(2);
            }
        }
    }

    private static void redraw(BenchmarkArguments arguments) {
        Path folder = arguments
                .folder()
                .orElseThrow(() -> new EspalierException("redraw needs the folder of the figures; name it"));
        new BenchmarkFolder(folder).redraw();
    }

    /** Prints the progress of a benchmark on standard error. */
    static void progress(String format, Object... values) {
        System.err.println("bench: " + String.format(Locale.ROOT, format, values) + " …");
    }
}
